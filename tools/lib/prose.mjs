// The words of a file that people read: text, comments, and strings that are sentences. What stands in
// the file besides is blanked character by character, so that a place in the prose is a place in the file.
import ts from 'typescript';

/** Stands for what is not prose: no phrase reaches across it. */
const barrier = '\0';
/** Stands for what is between two halves of one sentence, such as the start of a comment's next line. */
const joint = '\u0001';

/** @param {string} text @param {string} mark */
const blank = (text, mark = barrier) => text.replace(/[^\n]/g, mark);

/** Code in backticks, the words of others in quotation marks, and addresses. */
const quoted = /`[^`\0]*`|“[^”\0]*”|(?<![=\w])\\?"[^"\0]*?"|https?:\/\/[^\s)>\]]+/g;

/** @param {string} prose */
const withoutQuotations = (prose) => prose.replace(quoted, (found) => blank(found));

/** Attributes whose values are read. */
const readable =
  /(?<![\w-])(title|alt|label|caption|placeholder|summary|aria-label|aria-description)="[^"<>]*"/g;

/** Tags are no prose, but some of their attributes are. @param {string} text */
const withoutTags = (text) =>
  text.replace(/<!--[\s\S]*?-->|<\/?[a-z][^<>]*>/g, (tag) => {
    let kept = '';
    let end = 0;
    for (const { 0: attribute, index } of tag.matchAll(readable)) {
      const value = attribute.indexOf('"') + 1;
      kept += blank(tag.slice(end, index + value)) + attribute.slice(value, -1);
      end = index + attribute.length - 1;
    }
    return kept + blank(tag.slice(end));
  });

/** What is not a sentence in Markdown: code, formulas, facts, targets of links, anchors, quotations. */
const asides = [
  /^(`{3,}|~{3,})[\s\S]*?^\1/gm,
  /^>.*$/gm,
  /`[^`\n]+`/g,
  /\$\$[\s\S]*?\$\$|\$[^$\n]*\$/g,
  /\{\{[\s\S]*?\}\}/g,
  /\]\([^)\s]*\)/g,
  /\{#[\w-]+\}/g,
  /\[\^[^\]]*\]/g,
];

/** @param {string} text */
function inMarkdown(text) {
  let prose = text;
  for (const aside of asides) prose = prose.replace(aside, (found) => blank(found));
  prose = withoutTags(prose);
  // A paragraph is one passage, and a quotation ends within it.
  return prose
    .split(/(\n[ \t]*\n)/)
    .map((part) => withoutQuotations(part))
    .join('')
    .replace(/\n(?=[ \t]*\n)/g, barrier);
}

/** @typedef {{start: number, end: number, is: 'comment' | 'string'}} Piece of a source file that may be prose */

/**
 * The prose of a source file, by its comments and strings in order. Comments that follow each other are one passage, and
 * so are strings that are put together.
 * @param {string} text @param {Piece[]} pieces @param {RegExp} together what joins two strings
 */
function inPieces(text, pieces, together) {
  let prose = '';
  let end = 0;
  /** @type {Piece | undefined} */
  let last;
  for (const piece of pieces) {
    const between = text.slice(end, piece.start);
    const follows =
      last?.is === piece.is && (piece.is === 'comment' ? /^\s*$/ : together).test(between);
    prose += blank(between, follows ? joint : barrier);
    prose += piece.is === 'comment' ? inComment(text, piece) : inString(text, piece);
    end = piece.end;
    last = piece;
  }
  return withoutQuotations(prose + blank(text.slice(end)));
}

/** @param {string} text @param {Piece} piece */
const inComment = (text, { start, end }) =>
  text
    .slice(start, end)
    .replace(/^\/\*+|\*+\/$|^\/{2,}!?|^#+/g, (mark) => blank(mark, joint))
    .replace(/^[ \t]*\*(?!\*)/gm, (mark) => blank(mark, joint))
    // A new tag of a docstring is a new sentence; types are no prose.
    .replace(/@\w+|\{[^{}\n]*\}/g, (tag) => blank(tag));

/** A string without a space is a name or a code. @param {string} text @param {Piece} piece */
function inString(text, { start, end }) {
  const string = text.slice(start, end);
  if (!string.includes(' ')) return blank(string);
  const open = /^\w*["'`}]/.exec(string)?.[0].length ?? 0;
  const close = /(\$\{|["'`])$/.exec(string)?.[0].length ?? 0;
  const inside = string.slice(open, string.length - close).replace(/\\[nrt]/g, '  ');
  return (
    blank(string.slice(0, open), joint) +
    withoutTags(inside) +
    blank(string.slice(string.length - close), close === 2 ? barrier : joint)
  );
}

/** @param {string} text @param {RegExp} pattern comments and strings, and what could be mistaken for them */
const piecesBy = (text, pattern) =>
  [...text.matchAll(pattern)].flatMap(({ 0: found, index }) => {
    if (found.startsWith("'") && pattern === cppPieces) return [];
    const is = /^(\/\/|\/\*|#)/.test(found) ? 'comment' : 'string';
    return [/** @type {Piece} */ ({ start: index, end: index + found.length, is })];
  });

const cppPieces =
  /\/\/[^\n]*|\/\*[\s\S]*?\*\/|R"(\w*)\([\s\S]*?\)\1"|"(?:[^"\\\n]|\\.)*"|(?<!\w)'(?:[^'\\\n]|\\.){1,4}'/g;
const cssPieces = /\/\*[\s\S]*?\*\//g;
const hashPieces = /(?<![^\s])#[^\n]*/g;
const pythonPieces = /#[^\n]*|"""[\s\S]*?"""|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/g;
const jsonPieces = /"(?:[^"\\\n]|\\.)*"/g;

/** By TypeScript's own parser: where a string or a comment begins depends on what is before it. @param {string} text */
function piecesOfScript(text) {
  const source = ts.createSourceFile('file.ts', text, ts.ScriptTarget.Latest, false);
  /** @type {Map<number, Piece>} */
  const pieces = new Map();
  const add = (
    /** @type {number} */ start,
    /** @type {number} */ end,
    /** @type {Piece['is']} */ is,
  ) => pieces.set(start, { start, end, is });
  /** @param {ts.Node} node */
  const visit = (node) => {
    if (ts.isJSDoc(node)) return undefined; // a comment like others
    const inner = node.getChildren(source);
    if (inner.length > 0) return inner.forEach(visit);
    const comments = [
      ...(ts.getLeadingCommentRanges(text, node.pos) ?? []),
      ...(ts.getTrailingCommentRanges(text, node.end) ?? []),
    ];
    // (Between the parts of a template there are no comments: what looks like one is text.)
    const isTemplate =
      node.kind === ts.SyntaxKind.TemplateMiddle || node.kind === ts.SyntaxKind.TemplateHead;
    if (!isTemplate) for (const { pos, end } of comments) add(pos, end, 'comment');
    if (ts.isStringLiteral(node) || ts.isTemplateLiteralToken(node)) {
      add(node.getStart(source), node.end, 'string');
    }
    return undefined;
  };
  visit(source);
  return [...pieces.values()].sort((a, b) => a.start - b.start);
}

/**
 * The prose of a file, as long as the file itself; undefined for a kind of file without any.
 * @param {string} file @param {string} text @returns {string | undefined}
 */
export function proseOf(file, text) {
  if (file.endsWith('.md')) return inMarkdown(text);
  if (file.endsWith('.html')) return withoutTags(text);
  if (/\.(cpp|hpp|in)$/.test(file)) return inPieces(text, piecesBy(text, cppPieces), /^\s*$/);
  if (/\.(ts|mjs|js)$/.test(file)) return inPieces(text, piecesOfScript(text), /^\s*\+\s*$/);
  if (file.endsWith('.css')) return inPieces(text, piecesBy(text, cssPieces), /^$/);
  if (file.endsWith('.py')) return inPieces(text, piecesBy(text, pythonPieces), /^\s*$/);
  if (file.endsWith('.json')) return inPieces(text, piecesBy(text, jsonPieces), /^$/);
  if (/(\.ya?ml|CMakeLists\.txt)$/.test(file)) {
    return inPieces(text, piecesBy(text, hashPieces), /^$/);
  }
  return undefined;
}

/** A pattern in which a space is any gap between two words, also across lines and halves of a string. @param {string} words */
export const across = (words) => new RegExp(words.replaceAll(' ', `[\\s${joint}]+`), 'gimu');

/** @param {string} found */
export const withoutMarks = (found) =>
  found.replaceAll(joint, ' ').replaceAll(barrier, ' ').replace(/\s+/g, ' ').trim();
