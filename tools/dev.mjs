// npm run dev: builds the site, serves it, builds what changes and reloads open pages.
//   npm run dev -- --port 8000 --base /another/path/
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { livePages } from './lib/dev/pages.mjs';
import { changes } from './lib/dev/watch.mjs';
import { readArguments, serveHere } from './lib/local.mjs';
import { Stop } from './lib/run.mjs';
import { main, runSteps } from './lib/steps.mjs';
import { buildCoreDraft, setUp } from './lib/tasks.mjs';

/** What a process that has built the site before can build again; after other changes a new one does. */
const sameProcess = /^web\/(lesson|public)\/|^web\/src\/.*\.css$/;
/** What it can build again but for texts and stills, which have been made with the last core and scripts. */
const scripts = /^(cpp|web\/src)\//;
const readme = /(^|\/)README\.md$/;

const builderFile = fileURLToPath(new URL('lib/dev/builder.mjs', import.meta.url));
/** @type {import('node:child_process').ChildProcess | null} */
let builder = null;

/** @param {import('./lib/dev/builder.mjs').Task} task */
function buildSite(task) {
  const child = (builder ??= fork(builderFile));
  return /** @type {Promise<string>} */ (
    new Promise((resolve, reject) => {
      const ended = () => {
        builder = null;
        reject(new Stop('the process that builds the site has ended'));
      };
      child.once('exit', ended);
      child.once('message', (/** @type {{error?: string, made: string}} */ { error, made }) => {
        child.off('exit', ended);
        if (error === undefined) resolve(made);
        else reject(new Stop('the site could not be built', error));
      });
      child.send(task);
    })
  );
}

/**
 * Resolves to whether pages are others than when `early` was called, if it was.
 * @param {string[]} changed @param {() => void} early called when scripts are built, and texts and stills may be old
 */
async function buildAgain(changed, early) {
  const known = '';
  if (builder && changed.every((path) => sameProcess.test(path))) {
    await buildSite({ changed, known });
    return true;
  }
  for (const step of buildCoreDraft) await step.run(() => {});
  let made = '';
  if (builder && changed.every((path) => sameProcess.test(path) || scripts.test(path))) {
    // What fails with old texts is tried with new ones.
    made = await buildSite({ changed: [], known }).catch(() => '');
    if (made) early();
  }
  builder?.removeAllListeners().kill();
  builder = null;
  return (await buildSite({ changed, known: made })) !== made;
}

/** @param {Error} error */
const messageOf = (error) =>
  error instanceof Stop ? `${error.output.trim()}\n\n${error.message}`.trim() : String(error.stack);

/** @param {string[]} changed */
const named = (changed) => (changed.length > 3 ? `${changed.length} files` : changed.join(', '));

/**
 * Builds, prints the result, and tells open pages.
 * @param {ReturnType<typeof livePages>} pages @param {string} what
 * @param {(early: () => void) => Promise<boolean>} make resolves to whether there is anything new after `early`
 */
async function attempt(pages, what, make) {
  const start = Date.now();
  const say = (/** @type {string} */ how) =>
    console.log(`${what} · ${how} ${((Date.now() - start) / 1000).toFixed(1)} s`);
  const work = make(() => {
    pages.changed();
    say('scripts built in');
  });
  pages.wait(work);
  try {
    if (await work) pages.changed();
    say('built in');
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
  await runSteps(buildCoreDraft);
  const pages = livePages();
  // What changes during the first build is seen after it.
  const changing = changes();
  const next = changing.next();
  const isBuilt = await attempt(pages, 'Site', (early) => buildAgain([], early));
  await serveHere(options, pages.first);
  /** @type {string[]} */
  let pending = isBuilt ? [] : ['package.json'];
  for (let { value } = await next; value; { value } = await changing.next()) {
    const changed = value.filter((/** @type {string} */ path) => !readme.test(path));
    if (changed.length === 0) continue;
    pending.push(...changed);
    if (await attempt(pages, named(changed), (early) => buildAgain(pending, early))) pending = [];
  }
});
