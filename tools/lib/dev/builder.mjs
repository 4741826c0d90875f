// A process of `npm run dev` that builds the site again and again. It knows one build of the core and of the scripts,
// and what it writes with them, texts and stills, is for these alone: after other changes a new process follows.
// Asked with a Task, it answers with an error, or with what the site has been made from.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { build as viteBuild, loadConfigFromFile } from 'vite';
import { build, root, site } from '../paths.mjs';
import { rewriter } from '../site/rewrite.mjs';
import { digests } from '../stamp.mjs';

/**
 * @typedef {{changed: string[], known: string}} Task `changed`: paths, or none for a whole build; `known`: what the site
 *   has just been made from by another process, with the scripts of now, or ""
 */

const web = join(root, 'web');
const mode = 'preview';
const lesson = join(build, 'lesson');
const searchSource = join(lesson, 'search.json');

/** A digest of what Vite gets, but for the scripts. @param {Awaited<ReturnType<import('../site/plugin.mjs').LessonApi['makeSite']>>} made */
function keyOf(made) {
  const files = readdirSync(lesson, { withFileTypes: true }).filter((entry) => entry.isFile());
  const parts = [
    ...Object.values(made).map((part) => (part instanceof Map ? [...part] : part)),
    [...digests(files.map(({ name }) => join(lesson, name)))],
  ];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

function searchFile() {
  const assets = join(site, 'assets');
  const found = readdirSync(assets).find((name) => /^search-.*\.json$/.test(name));
  return join(assets, found ?? '');
}

async function makeBuilder() {
  const found = await loadConfigFromFile(
    { command: 'build', mode },
    join(web, 'vite.config.ts'),
    web,
  );
  const config = found?.config ?? {};
  const [plugin] = [config.plugins].flat(9).filter((one) => one && 'api' in one);
  /** @type {import('../site/plugin.mjs').LessonApi} */
  const { makeSite } = /** @type {any} */ (plugin).api;
  /** @type {{rewrite: ReturnType<typeof rewriter>, pages: Map<string, string>, font: string} | null} */
  let last = null;

  async function whole(/** @type {string} */ known) {
    last = null;
    const made = await makeSite();
    const { pages, font } = made;
    const key = keyOf(made);
    // (Vite's plugin makes it once more, of what has been kept.)
    if (key !== known)
      await viteBuild({ ...config, root: web, mode, configFile: false, logLevel: 'error' });
    const built = (/** @type {string} */ file) => readFileSync(join(site, file), 'utf8');
    last = { rewrite: rewriter(pages, built), pages, font };
    return key;
  }

  /** Writes the pages that have another text, and what the search loads. Returns false if Vite is needed for that. */
  async function pagesOnly() {
    if (!last) return false;
    const { pages, pictures, font } = await makeSite();
    if (font !== last.font || [...pages.keys()].join() !== [...last.pages.keys()].join())
      return false;
    /** @type {[string, string][]} */
    const changed = [];
    for (const [file, source] of pages) {
      if (source === last.pages.get(file)) continue;
      const html = last.rewrite(file, source);
      if (html === null) return false;
      changed.push([file, html]);
    }
    for (const [name, svg] of pictures) writeFileSync(join(site, 'assets', name), svg);
    for (const [file, html] of changed) writeFileSync(join(site, file), html);
    writeFileSync(searchFile(), readFileSync(searchSource));
    last.pages = pages;
    return true;
  }

  return async (/** @type {Task} */ { changed, known }) => {
    const isText =
      changed.length > 0 && changed.every((path) => /^web\/lesson\/[^/]+\.md$/.test(path));
    return isText && (await pagesOnly()) ? '' : whole(known);
  };
}

/** @type {ReturnType<typeof makeBuilder> | undefined} */
let builder;

process.on('message', (/** @type {Task} */ task) => {
  const work = async () => (await (builder ??= makeBuilder()))(task);
  work().then(
    (made) => process.send?.({ made }),
    (error) => process.send?.({ error: stripVTControlCharacters(String(error?.message ?? error)) }),
  );
});
// Ctrl+C in a terminal reaches this process too; it ends with the one that started it.
process.on('SIGINT', () => {});
process.on('disconnect', () => process.exit());
