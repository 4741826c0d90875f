// The listings of the lesson: Python files that the tests run, shown as they are. In the text
// <posenc-listing file="rope.py" only="rotate_half"></posenc-listing> is one function of web/lesson/code/rope.py; without
// "only" it is the whole file. If web/lesson/code/torch has a file of the same name with that function, both are in the
// page, and the reader chooses one.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../paths.mjs';
import { escape } from './page.mjs';

const folder = join(root, 'web/lesson/code');

/** @param {string} file */
export const listingName = (file) => `code/${file}`;

/** Every listing by its path, such as rope.py or torch/rope.py. */
export const readListings = () =>
  new Map(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.py'))
      .sort()
      .map((file) => [file, readFileSync(join(folder, file), 'utf8')]),
  );

/**
 * A function or class of a program, from its first line to its last; "" if there is none of that name.
 * @param {string} program @param {string} name
 */
export function partOf(program, name) {
  const lines = program.split('\n');
  const start = lines.findIndex((line) => new RegExp(`^(def|class) ${name}\\b`).test(line));
  if (start < 0) return '';
  const rest = lines.slice(start + 1);
  const end = rest.findIndex((line) => /^\S/.test(line) && !/^[)\]}]/.test(line));
  return lines
    .slice(start, end < 0 ? undefined : start + 1 + end)
    .join('\n')
    .trimEnd();
}

/** As HTML, with comments and docstrings marked. @param {string} program */
const marked = (program) =>
  escape(program).replaceAll(
    /^ *(&quot;){3}[\s\S]*?(&quot;){3}$|(?<=^|\s{2,})# .*$/gm,
    '<i>$&</i>',
  );

/**
 * A link to a file, and what is shown of it. (On a line of its own and without an empty one, it is one block of HTML.)
 * @param {string} file @param {string} shown @param {{only: string | undefined, attributes?: string}} what
 */
function formHtml(file, shown, { only, attributes = '' }) {
  const name = only === undefined ? file : `${only} in ${file}`;
  const code = marked(shown).replaceAll('\n', '&#10;');
  return [
    `<a slot="file" href="./${listingName(file)}" download${attributes}>${file}</a>`,
    `<pre tabindex="0" role="group" aria-label="${name}"${attributes}><code>${code}</code></pre>`,
  ];
}

/**
 * The tags of listings in a text, filled with what they show.
 * @param {Map<string, string>} listings @param {string} text @param {string} page
 */
export function withListings(listings, text, page) {
  /** @param {string} file @param {string | undefined} only */
  const shownOf = (file, only) => {
    const program = listings.get(file);
    return only === undefined ? program?.trimEnd() : partOf(program ?? '', only);
  };
  return text.replaceAll(
    /^<posenc-listing file="([^"]*)"(?: only="([^"]*)")?([^>]*)><\/posenc-listing>$/gm,
    (tag, /** @type {string} */ file, /** @type {string | undefined} */ only) => {
      const shown = shownOf(file, only);
      if (shown === undefined) throw new Error(`${page}: there is no listing "${file}"`);
      if (shown === '') throw new Error(`${page}: ${file} has no function or class "${only}"`);
      const inTorch = shownOf(`torch/${file}`, only);
      const forms = inTorch
        ? [
            ...formHtml(file, shown, { only, attributes: ' data-library="numpy"' }),
            ...formHtml(`torch/${file}`, inTorch, { only, attributes: ' data-library="torch"' }),
          ]
        : formHtml(file, shown, { only });
      return [tag.replace('</posenc-listing>', ''), ...forms, '</posenc-listing>'].join('\n');
    },
  );
}
