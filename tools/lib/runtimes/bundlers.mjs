// The npm package in bundlers and runtimes, with no more settings than its README says.
import { cpSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { browser } from '../debian.mjs';
import { packageFolder } from '../paths.mjs';
import { run } from '../run.mjs';
import { serve } from '../serve.mjs';
import { importFrom } from './packages.mjs';

const versions = {
  esbuild: '0.28.2',
  rollup: '4.68.8',
  '@rollup/plugin-node-resolve': '16.0.3',
  vite: '8.3.8',
  vite5: 'npm:vite@5.4.21',
  webpack: '5.113.0',
  'webpack-cli': '7.3.1',
  parcel: '2.16.4',
  miniflare: '4.20260730.0',
  bun: '1.4.5',
  deno: '2.9.6',
};

export const bundlerPackages = Object.entries(versions).map(([name, at]) => `${name}@${at}`);

const compute = `core.frequencies({ dModel: 4, base: 100, variant: 'paper' }).limit`;
const right = String(2 * Math.PI * 100);
const page = (/** @type {string} */ script) =>
  `<!doctype html><title>-</title><script type="module" src="${script}"></script>`;

const sources = {
  'index.html': page('./page.mjs'),
  // Here and in a worker, with the files beside the scripts.
  'page.mjs': `
import { loadCore } from 'posenc';
const worker = new Worker(new URL('./worker.mjs', import.meta.url), { type: 'module' });
const core = await loadCore();
worker.addEventListener('message', ({ data }) => { document.title = data === ${compute} ? data : 'two results'; });
worker.addEventListener('error', ({ message }) => { document.title = 'worker: ' + message; });
worker.postMessage('start');
`,
  'worker.mjs': `
import { loadCore } from 'posenc';
const core = loadCore();
self.addEventListener('message', () => core.then((core) => self.postMessage(${compute})));
`,
  // With the option wasm, of whatever the bundler makes of a .wasm file.
  'given.mjs': `
import { loadCore } from 'posenc';
import absolute from 'posenc/posenc-absolute.wasm';
import relative from 'posenc/posenc-relative.wasm';
import training from 'posenc/posenc-training.wasm';
export const given = async () => {
  const core = await loadCore({ wasm: { absolute, relative, training } });
  return String(${compute});
};
`,
  'given-page.mjs': `
import { given } from './given.mjs';
given().then((result) => { document.title = result; }, (error) => { document.title = error.message; });
`,
  'cloudflare.mjs': `
import { given } from './given.mjs';
export default { fetch: async () => new Response(await given()) };
`,
  'program.mjs': `
import { loadCore } from 'posenc';
const core = await loadCore();
console.log(${compute});
`,
  'vite5.mjs': `export default { worker: { format: 'es' }, build: { target: 'es2022' } };`,
  'rollup.mjs': `
import { nodeResolve } from '@rollup/plugin-node-resolve';
export default { plugins: [nodeResolve({ browser: true })] };
`,
};

/** What a built page has as its title once it has computed. @param {string} folder */
async function titleOf(folder) {
  const { chromium } = await import('playwright-core');
  const host = await serve(folder);
  const running = await chromium.launch({ executablePath: browser() ?? '' });
  try {
    const shown = await running.newPage();
    const errors = /** @type {string[]} */ ([]);
    shown.on('pageerror', ({ message }) => errors.push(message));
    await shown.goto(`http://127.0.0.1:${host.port}/`);
    await shown
      .waitForFunction("document.title !== '-'", null, { timeout: 10_000 })
      .catch(() => {});
    return [await shown.title(), ...errors].join(' ');
  } finally {
    await running.close();
    await host.close();
  }
}

/** @param {string} folder @param {string} script @param {string[]} args */
const node = (folder, script, ...args) =>
  run(process.execPath, [join(folder, 'node_modules', script), ...args], { cwd: folder });

/** Copies the package's .wasm files beside the scripts, and adds a page. @param {string} folder @param {string} to @param {string} [script] */
function beside(folder, to, script = './page.mjs') {
  for (const file of readdirSync(packageFolder).filter((name) => name.endsWith('.wasm'))) {
    cpSync(join(packageFolder, file), join(folder, to, file));
  }
  writeFileSync(join(folder, to, 'index.html'), page(script));
}

const esbuild = ['esbuild/bin/esbuild', '--bundle', '--format=esm'];

/** How each builds and runs it, resolving to the result. @type {Record<string, (folder: string) => Promise<string>>} */
const hosts = {
  async [`Vite ${versions.vite}`](folder) {
    await node(folder, 'vite/bin/vite.js', 'build', '--outDir=vite');
    return titleOf(join(folder, 'vite'));
  },
  async "Vite 5.4.21 (worker.format 'es', build.target 'es2022')"(folder) {
    await node(folder, 'vite5/bin/vite.js', 'build', '--outDir=vite-5', '--config=vite5.mjs');
    return titleOf(join(folder, 'vite-5'));
  },
  async [`webpack ${versions.webpack}`](folder) {
    const entry = ['--entry=./page.mjs', '--mode=production', '--output-path=webpack'];
    await node(folder, 'webpack-cli/bin/cli.js', ...entry);
    writeFileSync(join(folder, 'webpack/index.html'), page('./main.js'));
    return titleOf(join(folder, 'webpack'));
  },
  async [`Parcel ${versions.parcel}`](folder) {
    const to = ['--dist-dir=parcel', '--no-cache'];
    await node(folder, 'parcel/lib/bin.js', 'build', 'index.html', ...to);
    return titleOf(join(folder, 'parcel'));
  },
  async [`esbuild ${versions.esbuild} (.wasm files copied)`](folder) {
    const [bin = '', ...how] = esbuild;
    const to = ['--splitting', '--outdir=esbuild', '--out-extension:.js=.mjs'];
    await node(folder, bin, 'page.mjs', 'worker.mjs', ...how, ...to);
    beside(folder, 'esbuild');
    return titleOf(join(folder, 'esbuild'));
  },
  async [`esbuild ${versions.esbuild} (option wasm)`](folder) {
    const [bin = '', ...how] = esbuild;
    await node(folder, bin, 'given-page.mjs', ...how, '--loader:.wasm=file', '--outdir=given');
    writeFileSync(join(folder, 'given/index.html'), page('./given-page.js'));
    return titleOf(join(folder, 'given'));
  },
  async [`Rollup ${versions.rollup} (.wasm files copied)`](folder) {
    const to = ['--dir=rollup', '--entryFileNames=[name].mjs', '--config=rollup.mjs'];
    await node(folder, 'rollup/dist/bin/rollup', 'page.mjs', 'worker.mjs', ...to);
    beside(folder, 'rollup');
    return titleOf(join(folder, 'rollup'));
  },
  async [`workerd in miniflare ${versions.miniflare} (option wasm)`](folder) {
    const [bin = '', ...how] = esbuild;
    const to = ['--external:*.wasm', '--conditions=workerd', '--outfile=cloudflare/worker.mjs'];
    await node(folder, bin, 'cloudflare.mjs', ...how, ...to);
    const { Miniflare } = await importFrom(folder, 'miniflare');
    const worker = new Miniflare({
      compatibilityDate: '2026-01-01',
      modulesRoot: join(folder, 'cloudflare'),
      modules: [
        { type: 'ESModule', path: join(folder, 'cloudflare/worker.mjs') },
        ...['absolute', 'relative', 'training'].map((name) => ({
          type: 'CompiledWasm',
          path: join(folder, `cloudflare/posenc/posenc-${name}.wasm`),
        })),
      ],
    });
    try {
      return await (await worker.dispatchFetch('http://worker/')).text();
    } finally {
      await worker.dispose();
    }
  },
  [`Node ${process.versions.node}`]: (folder) =>
    run(process.execPath, ['program.mjs'], { cwd: folder }),
  async [`Bun ${versions.bun}`](folder) {
    const [platform = ''] = readdirSync(join(folder, 'node_modules/@oven'));
    const bun = join(folder, 'node_modules/@oven', platform, 'bin/bun');
    return run(bun, ['program.mjs'], { cwd: folder });
  },
  async [`Deno ${versions.deno}`](folder) {
    const [platform = ''] = readdirSync(join(folder, 'node_modules/@deno'));
    const deno = join(folder, 'node_modules/@deno', platform, 'deno');
    return run(deno, ['run', '--allow-read', 'program.mjs'], { cwd: folder });
  },
};

/** Prints a line for each, and returns how many do not compute. @param {string} folder with the packages */
export async function tryBundlers(folder) {
  for (const [file, text] of Object.entries(sources)) writeFileSync(join(folder, file), text);
  cpSync(packageFolder, join(folder, 'node_modules/posenc'), { recursive: true });
  // Where the paths of workerd's modules lead.
  mkdirSync(join(folder, 'cloudflare'));
  cpSync(packageFolder, join(folder, 'cloudflare/posenc'), { recursive: true });
  let wrong = 0;
  for (const [name, computed] of Object.entries(hosts)) {
    const result = await computed(folder).catch(
      (/** @type {any} */ { message, output = '' }) => `${output}\n${message}`,
    );
    const isRight = result.trim() === right;
    console.log(`  ${name}: ${isRight ? 'ok' : result}`);
    if (!isRight) wrong += 1;
  }
  return wrong;
}
