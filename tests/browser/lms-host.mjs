// A learning management system as far as it concerns a package: a page with scorm-again's run-time, the package in a
// frame, and a gradebook that keeps what is committed between launches.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { root } from '../../tools/lib/paths.mjs';

const runTimeFolder = join(root, 'node_modules/scorm-again/dist');
const runTimes = {
  scorm12: { script: 'scorm12.min.js', type: 'Scorm12API', name: 'API' },
  scorm2004: { script: 'scorm2004.min.js', type: 'Scorm2004API', name: 'API_1484_11' },
};

/** @typedef {keyof typeof runTimes} Version */
/** An attempt of a learner: what was committed last, and how often anything was. @typedef {{cmi: any, commits: number}} Attempt */

/** What the run-time is started with, such as `learner=ada&attempt=2`. @param {Version} version @param {Attempt | undefined} attempt @param {URLSearchParams} asked */
export function initial(version, attempt, asked) {
  const id = asked.get('learner') ?? 'ada';
  const name = asked.get('name') ?? 'Lovelace, Ada';
  const mode = asked.get('mode') ?? 'normal';
  const entry = asked.get('entry') ?? (attempt ? 'resume' : 'ab-initio');
  const cmi = structuredClone(attempt?.cmi ?? {});
  if (version === 'scorm2004') {
    const threshold = asked.get('mastery');
    const passing = threshold ? { scaled_passing_score: threshold } : {};
    return { ...cmi, ...{ learner_id: id, learner_name: name, mode, entry }, ...passing };
  }
  const core = { ...cmi.core, student_id: id, student_name: name, lesson_mode: mode, entry };
  const mastery = asked.get('mastery');
  if (!mastery) return { ...cmi, core };
  // (Without credit, scorm-again compares no score.)
  const student_data = { ...cmi.student_data, mastery_score: mastery };
  return { ...cmi, core: { ...core, credit: 'credit' }, student_data };
}

/** @param {Version} version @param {unknown} cmi @param {string} commitTo */
function launchPage(version, cmi, commitTo) {
  const { script, type, name } = runTimes[version];
  const json = JSON.stringify(cmi).replaceAll('<', '\\u003c');
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>The course</title><link rel="icon" href="data:,">
<style>html, body, iframe { margin: 0; border: 0; width: 100%; height: 100%; box-sizing: border-box; } body { overflow: hidden; }</style>
<script src="/run-time/${script}"></script>
<script>
window.${name} = new ${type}({ lmsCommitUrl: ${JSON.stringify(commitTo)}, logLevel: 5 });
window.${name}.loadFromJSON(${json}, 'cmi');
</script>
<iframe title="The package" src="/package/lms.html"></iframe>`;
}

/** @param {import('node:http').IncomingMessage} request */
async function bodyOf(request) {
  let text = '';
  for await (const part of request) text += part;
  return text;
}

/**
 * @param {{folder: string, config: unknown}} how `folder`: the package's files; `config`: its lms.json
 */
export async function lmsHost({ folder, config }) {
  const { default: sirv } = await import('sirv');
  const files = sirv(folder, { dev: true });
  const state = {
    /** By learner and attempt. @type {Map<string, Attempt>} */
    gradebook: new Map(),
    isDown: false,
    config,
  };
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const send = (/** @type {string} */ type, /** @type {string | Buffer} */ body) =>
      response.writeHead(200, { 'content-type': type, 'cache-control': 'no-store' }).end(body);
    const key = `${searchParams.get('learner') ?? 'ada'} ${searchParams.get('attempt') ?? '1'}`;
    if (pathname === '/launch') {
      const version = /** @type {Version} */ (searchParams.get('version') ?? 'scorm12');
      const cmi = initial(version, state.gradebook.get(key), searchParams);
      send('text/html', launchPage(version, cmi, `/commit?${searchParams}`));
    } else if (pathname === '/commit') {
      const text = await bodyOf(request);
      if (state.isDown) {
        response.writeHead(503).end('{"result":false,"errorCode":101}');
        return;
      }
      const { cmi } = JSON.parse(text);
      state.gradebook.set(key, { cmi, commits: (state.gradebook.get(key)?.commits ?? 0) + 1 });
      send('application/json', '{"result":true,"errorCode":0}');
    } else if (pathname === '/package/lms.json') {
      send('application/json', JSON.stringify(state.config));
    } else if (pathname.startsWith('/run-time/')) {
      send('text/javascript', readFileSync(join(runTimeFolder, pathname.slice(10))));
    } else if (pathname.startsWith('/package/') && pathname !== '/package/') {
      request.url = pathname.slice('/package'.length);
      files(request, response, () => {
        response.writeHead(404).end();
      });
    } else {
      // As some systems do, it serves files and no folders.
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => resolve(undefined));
  });
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {
    state,
    address: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve(undefined));
      }),
  };
}
