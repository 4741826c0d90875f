// The scripts of the single file, each whole, and the files that they load: these are named where the scripts name them.
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { build as viteBuild } from 'vite';
import { build, root } from '../paths.mjs';
import { browsers } from './browsers.mjs';

const sources = join(root, 'web/src');
/** What stands for files of the page that are different in the single file, under the same names. */
const replacements = join(sources, 'single');

/** Files by name: where they are. @typedef {Map<string, string>} Files */

/** @param {Files} files @param {string} path @returns {string} its name, as a literal */
function named(files, path) {
  const name = basename(path);
  const known = files.get(name);
  if (known && known !== path) throw new Error(`two files are called ${name}: ${known}, ${path}`);
  files.set(name, path);
  return name;
}

/**
 * Turns addresses of files and pages into those of the single file.
 * @param {Files} files gets every file that is named
 * @returns {import('vite').Plugin}
 */
const inOneFile = (files) => ({
  name: 'posenc-single',
  enforce: 'pre',
  resolveId(source, importer) {
    if (!importer || importer.startsWith(replacements)) return undefined;
    if (source.endsWith('?url')) {
      const file = source.replace('?url', '');
      const path = file.startsWith('.')
        ? join(dirname(importer), file)
        : createRequire(importer).resolve(file);
      // (With its ending, a .json would be read as one.)
      return `\0file:${path}:`;
    }
    const replacement = join(replacements, relative(sources, join(dirname(importer), source)));
    return source.startsWith('.') && existsSync(replacement) ? replacement : undefined;
  },
  load(id) {
    if (!id.startsWith('\0file:')) return undefined;
    return `export default 'posenc:${named(files, id.slice('\0file:'.length, -1))}';`;
  },
  transform(code, id) {
    // (The core's own scripts name its modules.)
    if (![sources, join(build, 'wasm')].some((folder) => id.startsWith(folder))) return undefined;
    const path = (/** @type {string} */ name) => named(files, join(dirname(id), name));
    const serve = id.endsWith('.worker.ts')
      ? `import '${join(replacements, 'serve-files.ts')}';`
      : '';
    return `${serve}${code}`
      .replace(
        // Opened as a file, a page may not start a module from a blob: workers are plain scripts.
        /new Worker\(new URL\('([^']+)', import\.meta\.url\), \{ type: 'module' \}\)/g,
        (_, name) => `new Worker(globalThis.posencAddresses['${path(name)}'])`,
      )
      .replace(
        /new URL\(\s*['"]([^'"]+)['"],\s*import\.meta\.url,?\s*\)/g,
        (_, name) => `new URL('posenc:${path(name)}')`,
      )
      .replace(/(?<=['"`])\.\/([\w-]+|\$\{\w+\})\.html/g, '?page=$1');
  },
});

/**
 * A script with all that it imports. @param {string} input below web/src
 * @param {{files: Files, define?: Record<string, unknown>, format: 'es' | 'iife'}} how
 */
async function bundle(input, { files, define = {}, format }) {
  const result = await viteBuild({
    configFile: false,
    root: join(root, 'web'),
    publicDir: false,
    logLevel: 'error',
    mode: 'single',
    define,
    plugins: [inOneFile(files)],
    build: {
      write: false,
      target: browsers,
      modulePreload: false,
      rolldownOptions: { input: join(sources, input), output: { format, codeSplitting: false } },
    },
  });
  const [chunk, ...others] = 'output' in result ? result.output : [];
  if (chunk?.type !== 'chunk' || others.length > 0) {
    throw new Error(`${input} is not one script, but also ${others.map((one) => one.fileName)}`);
  }
  const [page] = /[\w-]+\.html(?=["'`#?])/.exec(chunk.code.replaceAll(knownPaths, '')) ?? [];
  if (page) throw new Error(`${input} names ${page}, which is not a file in the single file`);
  return chunk.code.trim();
}

/** Of the page's own code for either place: what pageOf() returns is a path, and the sandbox is a file. */
const knownPaths = /\/glossary\.html|sandbox\.html|\w+\.html(?=["'`]\))/g;

/** A plain script has no such address, and the core's own scripts do without. */
const workerDefine = { 'import.meta.url': '""' };

/**
 * All scripts of the single file, and what they load.
 * @param {Record<string, unknown>} define what the scripts of the site are built with
 */
export async function singleScripts(define) {
  /** @type {Files} */
  const files = new Map();
  const showPage = await bundle('single/show-page.ts', { files, format: 'iife' });
  const start = await bundle('single/start.ts', { files, define, format: 'es' });
  /** @type {{name: string, code: string, needs: string[]}[]} */
  const workers = [];
  for (const [name, path] of [...files].filter(([name]) => name.endsWith('.worker.ts'))) {
    /** @type {Files} */
    const needed = new Map();
    const how = { files: needed, define: workerDefine, format: /** @type {const} */ ('iife') };
    const code = await bundle(relative(sources, path), how);
    workers.push({ name, code, needs: [...needed.keys()].sort() });
    files.delete(name);
    for (const path of needed.values()) named(files, path);
  }
  // Bundling finds them in any order.
  const byName = [...files].sort(([one], [other]) => (one < other ? -1 : 1));
  workers.sort((one, other) => (one.name < other.name ? -1 : 1));
  return { showPage, start, workers, files: byName };
}
