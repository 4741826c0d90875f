// What a first visit to a page loads until its first figure has been used, from the files of a built site.
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { gzipSync } from 'node:zlib';
import { Stop } from './run.mjs';

/** @typedef {'html' | 'scripts' | 'wasm' | 'fonts' | 'styles' | 'other'} Kind */
/** @typedef {{file: string, kind: Kind, size: number}} Loaded `size`: bytes with gzip, as a host sends them */

/** @type {[RegExp, Kind][]} */
const kinds = [
  [/\.html$/, 'html'],
  [/\.js$/, 'scripts'],
  [/\.wasm$/, 'wasm'],
  [/\.woff2$/, 'fonts'],
  [/\.css$/, 'styles'],
];

/** The bytes of each kind, and of all. @param {readonly Loaded[]} files */
export function totals(files) {
  const sum = { total: 0, html: 0, scripts: 0, wasm: 0, fonts: 0, styles: 0, other: 0 };
  for (const { kind, size } of files) {
    sum[kind] += size;
    sum.total += size;
  }
  return sum;
}

/** What a first visit may load, in KB: of pages by their names, of those without an element, and of all others. */
const limits = {
  // Pages whose first figure trains.
  ...{ learned: 270, train: 275, book: 270 },
  ...{ claims: 200, museum: 200, own: 210, exercises: 200 },
  // Its figures are more than any other section's.
  longer: 190,
  // It knows what each class of models supplies, the configs that ship, what llama.cpp makes of a GGUF file, and where other
  // engines part.
  models: 280,
};
const textLimit = 70;
const figureLimit = 180;

/** What a reader tried before: on a first visit these have nothing to show. */
const overviews = ['posenc-tried', 'posenc-progress'];

/** Modules of the core that come with a reader's first answer or vote. */
const loadedByAnswers = ['exercises', 'claims'];

/** @param {string} text @param {RegExp} pattern with one group */
const groups = (text, pattern) => [...text.matchAll(pattern)].map(([, group = '']) => group);

/** Files beside a script that it imports when it starts. @param {string} script */
const importsIn = (script) => groups(script, /\b(?:from|import) ?["'`](\.\/[^"'`]+)["'`]/g);

/** A site whose files are read once. @param {string} folder */
export function firstVisitsTo(folder) {
  /** @type {Map<string, string>} */
  const texts = new Map();
  /** @type {Map<string, Loaded>} */
  const sizes = new Map();
  const assets = readdirSync(join(folder, 'assets'));

  /** @param {string} file */
  function textOf(file) {
    const text = texts.get(file) ?? readFileSync(join(folder, file), 'utf8');
    texts.set(file, text);
    return text;
  }

  /** @param {string} file @returns {Loaded} */
  function loaded(file) {
    const bytes = readFileSync(join(folder, file));
    const kind = kinds.find(([pattern]) => pattern.test(file))?.[1] ?? 'other';
    // Fonts are packed already.
    const one = sizes.get(file) ?? {
      ...{ file, kind },
      size: kind === 'fonts' ? bytes.length : gzipSync(bytes).length,
    };
    sizes.set(file, one);
    return one;
  }

  /** Adds a file, and what a script imports. @param {Set<string>} files @param {string} file */
  function add(files, file) {
    if (files.has(file)) return;
    files.add(file);
    if (!file.endsWith('.js')) return;
    for (const path of importsIn(textOf(file))) add(files, posix.join(posix.dirname(file), path));
  }

  /** The one file that is called so, but for its hash. @param {string} name @param {string} ending */
  function asset(name, ending) {
    const [file, ...others] = assets.filter(
      (one) => one.startsWith(`${name}-`) && one.length === `${name}-12345678${ending}`.length,
    );
    if (!file || others.length > 0) throw new Stop(`there must be one file ${name}-*${ending}`);
    return `assets/${file}`;
  }

  /** By tags: the scripts that a page brings for its elements once they are in sight. @param {Iterable<string>} files */
  const scriptsOfElements = (files) =>
    new Map(
      [...files]
        .filter((file) => file.endsWith('.js'))
        .flatMap((file) =>
          [
            ...textOf(file).matchAll(
              /["'`](posenc-[\w-]+)["'`]:[^"'`]*import\(["'`]\.\/([^"'`]+)/g,
            ),
          ].map(([, tag = '', script = '']) => /** @type {const} */ ([tag, `assets/${script}`])),
        ),
    );

  /** @param {string} page its name @returns {{page: string, limit: number, files: Loaded[]}} `limit` in KB */
  function firstVisit(page) {
    const html = textOf(`${page}.html`);
    /** @type {Set<string>} */
    const files = new Set([`${page}.html`]);
    for (const tag of groups(html, /(<(?:script|link)\b[^>]*>)/g)) {
      const [, rel = 'script'] = /\brel="(\w+)"/.exec(tag) ?? [];
      const [, file] = /\b(?:src|href)="\.\/([^"]+)"/.exec(tag) ?? [];
      if (file && ['script', 'stylesheet', 'preload', 'modulepreload'].includes(rel)) {
        add(files, file);
      }
    }
    const scripts = scriptsOfElements(files);
    const tags = groups(html, /<(posenc-[\w-]+)/g).filter((tag) => scripts.has(tag));
    const first = tags.find((tag) => !overviews.includes(tag));
    for (const tag of [...tags.filter((tag) => overviews.includes(tag)), first ?? '']) {
      const script = scripts.get(tag);
      if (script) add(files, script);
    }
    // The page's part of the core, the script that starts it, and the worker that it runs in.
    const [, module] = /<body [^>]*data-module="([a-z-]+)"/.exec(html) ?? [];
    if (module && !loadedByAnswers.includes(module)) {
      for (const ending of ['.wasm', '.js']) add(files, asset(`posenc-${module}`, ending));
      add(files, asset('compute.worker', '.js'));
    }
    const limit =
      /** @type {Record<string, number>} */ (limits)[page] ?? (first ? figureLimit : textLimit);
    return { page, limit, files: [...files].map(loaded) };
  }

  // No visit begins with the others.
  const pages = readdirSync(folder)
    .filter((file) => file.endsWith('.html'))
    .map((file) => file.replace('.html', ''))
    .filter((page) => !['404', 'embed', 'lms', 'sandbox'].includes(page));
  return pages.map(firstVisit);
}
