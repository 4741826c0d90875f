// How pages learn from `npm run dev` that they have changed: a script in each, which the built site does not have.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { site } from '../paths.mjs';

const script = readFileSync(new URL('reload.js', import.meta.url));
/** Relative, as all addresses of the site: it is served at several. */
const folder = 'npm-run-dev/';

/** What the server answers itself, and what it says to open pages. */
export function livePages() {
  /** @type {Set<import('node:http').ServerResponse>} */
  const open = new Set();
  // (Another server has another number, so that pages which this one did not send are reloaded.)
  const state = { build: Date.now(), failure: '' };
  /** What waits for the site while it is built. @type {Promise<unknown>} */
  let building = Promise.resolve();

  const say = () => `data: ${JSON.stringify(state)}\n\n`;
  const sayToAll = () => open.forEach((response) => response.write(say()));

  /** @type {import('../serve.mjs').First} */
  const first = async (path, response) => {
    if (path === `/${folder}events`) {
      response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
      response.write(say());
      open.add(response.on('close', () => open.delete(response)));
      return true;
    }
    if (path === `/${folder}reload.js`) {
      response.writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'no-store' });
      response.end(script);
      return true;
    }
    const name = decodeURIComponent(path.endsWith('/') ? `${path}index.html` : path);
    const file = join(site, name);
    if (!existsSync(file)) await building;
    if (!name.endsWith('.html')) return false;
    const html = existsSync(file)
      ? readFileSync(file, 'utf8')
      : state.failure && '<!doctype html><title>Posenc</title>';
    // (The frame of learners' programs lets no other script in.)
    if (!html || html.includes("script-src 'sha256-")) return false;
    const tag = `<script src="./${folder}reload.js?build=${state.build}"></script>`;
    response.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
    });
    response.end(html.replace(/(?<=<\/title>)/, tag));
    return true;
  };

  return {
    first,
    /** @param {Promise<unknown>} work */
    wait: (work) => (building = work.catch(() => {})),
    changed() {
      Object.assign(state, { build: state.build + 1, failure: '' });
      sayToAll();
    },
    /** @param {string} failure "" if there is none any more */
    failed(failure) {
      state.failure = failure;
      sayToAll();
    },
  };
}
