// npm run dev: builds the site, serves it, builds what changes and reloads open pages.
//   npm run dev -- --port 8000 --base /another/path/
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { livePages } from './lib/dev/pages.mjs';
import { changes } from './lib/dev/watch.mjs';
import { readArguments, serveHere } from './lib/local.mjs';
import { Stop } from './lib/run.mjs';
import { main, runSteps } from './lib/steps.mjs';
import { buildCore, setUp } from './lib/tasks.mjs';

/** What a process that has built the site before can build again; after other changes a new one does. */
const sameProcess = /^web\/(lesson|public)\/|^web\/src\/.*\.css$/;
const readme = /(^|\/)README\.md$/;

const builderFile = fileURLToPath(new URL('lib/dev/builder.mjs', import.meta.url));
/** @type {import('node:child_process').ChildProcess | null} */
let builder = null;

/** @param {string[]} changed none: everything is built */
function buildSite(changed) {
  const child = (builder ??= fork(builderFile));
  return /** @type {Promise<void>} */ (
    new Promise((resolve, reject) => {
      const ended = () => {
        builder = null;
        reject(new Stop('the process that builds the site has ended'));
      };
      child.once('exit', ended);
      child.once('message', (/** @type {{error?: string}} */ { error }) => {
        child.off('exit', ended);
        if (error === undefined) resolve();
        else reject(new Stop('the site could not be built', error));
      });
      child.send(changed);
    })
  );
}

/** @param {string[]} changed */
async function buildAgain(changed) {
  if (!changed.every((path) => sameProcess.test(path))) {
    builder?.removeAllListeners().kill();
    builder = null;
    for (const step of buildCore) await step.run(() => {});
  }
  await buildSite(changed);
}

/** @param {Error} error */
const messageOf = (error) =>
  error instanceof Stop ? `${error.output.trim()}\n\n${error.message}`.trim() : String(error.stack);

/** @param {string[]} changed */
const named = (changed) => (changed.length > 3 ? `${changed.length} files` : changed.join(', '));

/**
 * Builds, prints the result, and tells open pages.
 * @param {ReturnType<typeof livePages>} pages @param {string} what @param {() => Promise<void>} make
 */
async function attempt(pages, what, make) {
  const start = Date.now();
  const work = make();
  pages.wait(work);
  try {
    await work;
    pages.changed();
    console.log(`${what} · built in ${((Date.now() - start) / 1000).toFixed(1)} s`);
    return true;
  } catch (error) {
    const message = messageOf(/** @type {Error} */ (error));
    pages.failed(message);
    console.error(`${what} · failed\n${message}`);
    return false;
  }
}

await main(async () => {
  const options = readArguments([]);
  await runSteps(setUp({ wasm: true }));
  await runSteps(buildCore);
  const pages = livePages();
  // What changes during the first build is seen after it.
  const changing = changes();
  const next = changing.next();
  const isBuilt = await attempt(pages, 'Site', () => buildSite([]));
  await serveHere(options, pages.first);
  /** What has changed since all was well. @type {string[]} */
  let pending = isBuilt ? [] : ['package.json'];
  for (let { value } = await next; value; { value } = await changing.next()) {
    const changed = value.filter((/** @type {string} */ path) => !readme.test(path));
    if (changed.length === 0) continue;
    pending.push(...changed);
    if (await attempt(pages, named(changed), () => buildAgain(pending))) pending = [];
  }
});
