// A process of `npm run dev` that builds the site again and again. It knows one build of the core and of the scripts: for
// another one there is another process. Asked with the paths that have changed, it answers with an error or none.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { build as viteBuild, loadConfigFromFile } from 'vite';
import { build, root, site } from '../paths.mjs';
import { rewriter } from '../site/rewrite.mjs';

const web = join(root, 'web');
const mode = 'preview';
const searchSource = join(build, 'lesson/search.json');

/** What the search loads, in the site. */
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

  async function whole() {
    last = null;
    await viteBuild({ ...config, root: web, mode, configFile: false, logLevel: 'error' });
    // (All of it was kept, so that this takes no time.)
    const { pages, font } = await makeSite();
    const built = (/** @type {string} */ file) => readFileSync(join(site, file), 'utf8');
    last = { rewrite: rewriter(pages, built), pages, font };
  }

  /** Writes the pages that have another text, and what the search loads. Returns false if Vite is needed for that. */
  async function pagesOnly() {
    if (!last) return false;
    const { pages, font } = await makeSite();
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
    for (const [file, html] of changed) writeFileSync(join(site, file), html);
    writeFileSync(searchFile(), readFileSync(searchSource));
    last.pages = pages;
    return true;
  }

  return async (/** @type {string[]} */ changed) => {
    const isText =
      changed.length > 0 && changed.every((path) => /^web\/lesson\/[^/]+\.md$/.test(path));
    if (!isText || !(await pagesOnly())) await whole();
  };
}

/** @type {ReturnType<typeof makeBuilder> | undefined} */
let builder;

process.on('message', (/** @type {string[]} */ changed) => {
  const work = async () => (await (builder ??= makeBuilder()))(changed);
  work().then(
    () => process.send?.({}),
    (error) => process.send?.({ error: stripVTControlCharacters(String(error?.message ?? error)) }),
  );
});
// Ctrl+C in a terminal reaches this process too; it ends with the one that started it.
process.on('SIGINT', () => {});
process.on('disconnect', () => process.exit());
