// Phrases that are not plain English, and British spellings: what people read has none of them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { across, proseOf, withoutMarks } from './prose.mjs';
import { sourceFiles } from './tasks.mjs';

/** @typedef {{pattern: RegExp, write: string | ((found: string) => string)}} Phrase and what to write instead */

const ends = '(?=[\\0.,;:!?)–—]|\\s*$)';

/** @type {Phrase[]} */
const habits = [
  { pattern: across('\\btold apart'), write: 'distinguished' },
  {
    // (What somebody tells you, you are told.)
    pattern: across('(?<!\\byou are )\\btold\\b(?! (?:apart|you)\\b)'),
    write: 'said, shown, stated, listed or given',
  },
  {
    pattern: across(
      '\\b(?:comes?|came|coming|goe?s?|went|gone|going|been) (?:(?:once|all|twice|often) )?round\\b(?! numbers?)',
    ),
    write: 'repeats, completes a turn or has turned',
  },
  {
    pattern: across(
      '(?<!\\b(?:soon|long|far|often|much|many|well) )\\bas (?!soon|long|far|if|though)(?:[^\\s.,;:\\0]+ ){1,5}?(?:has|have) it\\b',
    ),
    write: 'as in … or as … says',
  },
  {
    pattern: across(
      `\\bwhat (?:(?:a|an|the|each|every|its|their) )?[\\p{L}’'-]+ (?:has|have)${ends}(?! to\\b)`,
    ),
    write: 'name the thing: the paper’s formula',
  },
  { pattern: across('\\bmend(?:s|ed|ing)?\\b'), write: 'fix or fixed' },
  { pattern: across('\\bso many\\b(?! that\\b)'), write: 'that many, or n' },
  { pattern: across('\\bin place of\\b'), write: 'instead of' },
  { pattern: across('\\b(?:hangs?|hung|hanging) (?:on|upon)\\b'), write: 'depends on' },
  {
    // (A reader who does it gets it in plain English too.)
    pattern: across('(?<!\\p{L},? )\\bwho(?:ever)? \\p{L}+s\\b[^.?!;:\\0]{0,80}? gets\\b'),
    write: 'if you …, you get',
  },
  {
    pattern: across(
      '(?<!\\bthere )\\b(?:is|are|was|were)\\b[^.,;:!?\\0]{0,40}? no more\\b(?! (?:\\p{L}+ )?than\\b)',
    ),
    write: 'is no longer or is not',
  },
  { pattern: across('\\bno \\p{L}+ any ?more\\b'), write: 'no longer a …' },
];

/** A word by itself, and not a part of an address, a file name or an identifier. @param {string} words */
const word = (words) => across(`(?<![\\w./#@$-])(?:${words})(?![\\w-]|[./]\\w)`);

const britishOur =
  '(?:re|dis|mis)?(?:col|neighb|behavi|fav|flav|hon|lab|harb|rum|hum|vap|endeav|arm|od|vig|rig)our(?!s?ce)\\w*';
const britishIse =
  '(?:re|un|de)?(?:normal|general|recogn|optim|organ|initial|summar|serial|minim|maxim|emphas|real|visual|memor|random|vector|quant|special|categor|util|stabil|token|penal|character|local|final|formal|symbol|synchron|critic|standard|linear|parametr|regular|discret|central|equal|neutral)is(?:e|es|ed|er|ers|ing|ations?)';
const britishDoubleL =
  '(?:un|re)?(?:model|label|cancel|travel|signal|level|channel|tunnel|total|dial|marshal)l(?:ed|ing|ers?)';

/** Words that follow no rule. */
const american = new Map(
  Object.entries({
    centre: 'center',
    centres: 'centers',
    centred: 'centered',
    centring: 'centering',
    metre: 'meter',
    metres: 'meters',
    fibre: 'fiber',
    fibres: 'fibers',
    licence: 'license',
    licences: 'licenses',
    defence: 'defense',
    offence: 'offense',
    practise: 'practice',
    practised: 'practiced',
    grey: 'gray',
    greys: 'grays',
    greyed: 'grayed',
    analyse: 'analyze',
    analysed: 'analyzed',
    analysing: 'analyzing',
    learnt: 'learned',
    spelt: 'spelled',
    whilst: 'while',
    amongst: 'among',
    judgement: 'judgment',
    judgements: 'judgments',
    artefact: 'artifact',
    artefacts: 'artifacts',
    programme: 'program',
    programmes: 'programs',
    sceptic: 'skeptic',
    sceptical: 'skeptical',
    fulfil: 'fulfill',
    maths: 'math',
  }),
);

/** @type {Phrase[]} */
const spellings = [
  { pattern: word(britishOur), write: (found) => found.replace(/our/i, 'or') },
  { pattern: word(britishIse), write: (found) => found.replace(/is(?=[aei])(?!.*is[aei])/i, 'iz') },
  { pattern: word(britishDoubleL), write: (found) => found.replace(/ll(?=ed|ing|er)/i, 'l') },
  {
    pattern: word([...american.keys()].join('|')),
    write: (found) => american.get(found.toLowerCase()) ?? '',
  },
  { pattern: across('\\bper cent\\b'), write: 'percent' },
];

const phrases = [...habits, ...spellings];

/**
 * Where one of them stays, and why: on lines with these words or, without words, in the whole file.
 * @typedef {{file: string, words?: string, why: string}} Exception
 * @type {Exception[]}
 */
const exceptions = [{ file: 'tests/tools/phrases.test.mjs', why: 'it shows what is found' }];

/** @typedef {{file: string, line: number, found: string, write: string}} Hit */

/** What is found in a file, in the order of its lines. @param {string} file @param {string} text @returns {Hit[]} */
export function hitsIn(file, text) {
  const prose = proseOf(file, text);
  if (prose === undefined) return [];
  const hits = phrases.flatMap(({ pattern, write }) =>
    [...prose.matchAll(pattern)].map(({ 0: whole, index }) => {
      const found = withoutMarks(whole);
      return { index, found, write: typeof write === 'string' ? write : write(found) };
    }),
  );
  return hits
    .sort((a, b) => a.index - b.index)
    .map(({ index, found, write }) => {
      const line = text.slice(0, index).split('\n').length;
      return { file, line, found, write };
    });
}

/**
 * What is wrong with some files, a sentence for each hit, and for each exception that nothing needs any longer.
 * @param {Map<string, string>} sources text by path @param {Exception[]} [except]
 */
export function complaintsAbout(sources, except = exceptions) {
  /** @type {Set<Exception>} */
  const needed = new Set();
  const complaints = [...sources].flatMap(([file, text]) => {
    const lines = text.split('\n');
    return hitsIn(file, text).flatMap(({ line, found, write }) => {
      const exception = except.find(
        (one) => one.file === file && (lines[line - 1] ?? '').includes(one.words ?? ''),
      );
      if (exception) needed.add(exception);
      return exception ? [] : [`${file}:${line}: "${found}": write ${write}`];
    });
  });
  const idle = except
    .filter((exception) => !needed.has(exception))
    .map(
      ({ file, words = 'it' }) => `tools/lib/phrases.mjs: ${file} needs no exception for ${words}`,
    );
  return [...complaints, ...idle];
}

/** Texts of others, and inputs that are broken on purpose. */
const foreign =
  /^(web\/lesson\/notices|tests\/fuzz\/corpus|tests\/reference)\/|^package-lock\.json$/;
const read =
  /\.(md|html|cpp|hpp|in|ts|mjs|js|css|py|ya?ml)$|CMakeLists\.txt$|^web\/lesson\/.*\.json$/;

/** All files that people read, and what is found in them. @param {string} root */
export async function checkPhrases(root) {
  const files = (await sourceFiles(['.'])).filter((file) => read.test(file) && !foreign.test(file));
  const sources = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]));
  return { files: files.length, complaints: complaintsAbout(sources) };
}
