// The service worker that keeps the site, in a browser of its own making: what it stores, answers, and refuses. (A visit
// without a network: tests/browser/offline.test.mjs.)
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { createContext, runInContext } from 'node:vm';
import { site } from '../../tools/lib/paths.mjs';
import { filesIn, writeServiceWorker } from '../../tools/lib/site/offline.mjs';

const base = 'https://x.example/some/course/';
const digestOf = (/** @type {Buffer} */ bytes) =>
  createHash('sha256').update(bytes).digest('base64');

const temporary = mkdtempSync(join(tmpdir(), 'posenc-offline-'));
/** The site as it is built, and a host with a copy of it. */
const host = { folder: join(temporary, 'site'), isOff: false };
before(() => cpSync(site, host.folder, { recursive: true }));
after(() => rmSync(temporary, { recursive: true }));

/** What the host answers; a browser compares it with its digest. @param {Request} request */
async function fetchFrom(request) {
  if (host.isOff) throw new TypeError('Failed to fetch');
  const file = decodeURIComponent(new URL(request.url).pathname).replace('/some/course/', '');
  let bytes;
  try {
    bytes = readFileSync(join(host.folder, file || 'index.html'));
  } catch {
    return new Response('Not found', { status: 404 });
  }
  const { integrity } = request;
  if (integrity && integrity !== `sha256-${digestOf(bytes)}`)
    throw new TypeError('Failed to fetch');
  return new Response(bytes);
}

/** The caches of an origin, as far as workers use them. */
class Caches {
  /** @type {Map<string, Map<string, Response>>} */
  all = new Map();

  /** @param {string} name */
  async open(name) {
    const kept = this.all.get(name) ?? new Map();
    this.all.set(name, kept);
    const keyOf = (/** @type {Request | string} */ one) =>
      new URL(typeof one === 'string' ? one : one.url, base).href;
    return {
      match: async (/** @type {Request | string} */ one) => kept.get(keyOf(one))?.clone(),
      put: async (/** @type {Request | string} */ one, /** @type {Response} */ answer) => {
        kept.set(keyOf(one), answer);
      },
      keys: async () => [...kept.keys()].map((url) => new Request(url)),
      delete: async (/** @type {Request | string} */ one) => kept.delete(keyOf(one)),
    };
  }

  /** @param {Request | string} one @param {{cacheName?: string}} how */
  async match(one, { cacheName = '' }) {
    return (await this.open(cacheName)).match(one);
  }

  async keys() {
    return [...this.all.keys()];
  }

  /** @param {string} name */
  async delete(name) {
    return this.all.delete(name);
  }

  get size() {
    return [...this.all.values()].reduce((sum, { size }) => sum + size, 0);
  }
}

/** Something happens to a worker. */
class Happening extends Event {
  /** @type {Promise<unknown>[]} */
  awaited = [];
  /** @type {Promise<Response> | null} */
  answer = null;

  /** @param {Promise<unknown>} promise */
  waitUntil(promise) {
    promise.catch(() => undefined);
    this.awaited.push(promise);
  }

  /** Until nothing of it goes on. */
  async over() {
    for (let n = 0; n < this.awaited.length; n++) await Promise.allSettled(this.awaited);
    await Promise.all(this.awaited);
  }

  /** @param {Promise<Response>} answer */
  respondWith(answer) {
    this.answer = Promise.resolve(answer);
  }
}

/** The worker of the site that the host has now. @param {Caches} caches */
function workerIn(caches) {
  /** @type {[name: string, hear: (event: Happening) => unknown][]} */
  const listeners = [];
  const scope = {};
  Object.assign(scope, {
    ...{ URL, Request, Response, Headers, Event, console, setTimeout, clearTimeout, caches },
    ...{ ExtendableEvent: Happening, FetchEvent: Happening, fetch: fetchFrom },
    ...{ location: new URL('sw.js', base), registration: { scope: base }, self: scope },
    clients: { claim: async () => undefined, matchAll: async () => [] },
    addEventListener: (/** @type {[string, (event: Happening) => unknown]} */ ...one) =>
      listeners.push(one),
  });
  runInContext(readFileSync(join(host.folder, 'sw.js'), 'utf8'), createContext(scope));
  /** @param {string} name @param {object} [about] */
  const happen = async (name, about = {}) => {
    const event = Object.assign(new Happening(name), about);
    for (const [heard, hear] of listeners) if (heard === name) void hear(event);
    await event.over();
    return event;
  };
  return {
    install: () => happen('install'),
    activate: () => happen('activate'),
    /** What a page gets from it; null if it leaves the request to the network. @param {string} address */
    async get(address) {
      const { answer } = await happen('fetch', { request: new Request(new URL(address, base)) });
      return answer && Buffer.from(await (await answer).arrayBuffer());
    },
  };
}

/** @param {ReturnType<typeof workerIn>} worker @param {Map<string, Buffer>} files */
async function hasAll(worker, files) {
  for (const [file, bytes] of files) assert.ok((await worker.get(file))?.equals(bytes), file);
}

/** The files of the site that are to be kept. */
const filesOfSite = () =>
  new Map(
    filesIn(host.folder)
      .filter((file) => file !== 'sw.js')
      .map((file) => [file, readFileSync(join(host.folder, file))]),
  );

/** What a build makes of a change in the heat map and in the words. */
async function changeSite() {
  const { folder } = host;
  const old = filesIn(folder).find((file) => /^assets\/heatmap-.*\.js$/.test(file)) ?? '';
  const heatmap = old.replace(/heatmap-.*$/, 'heatmap-second.js');
  renameSync(join(folder, old), join(folder, heatmap));
  const name = (/** @type {string} */ file) => file.replace('assets/', '');
  for (const file of filesIn(folder).filter((one) => /\.(js|html)$/.test(one))) {
    const text = readFileSync(join(folder, file), 'utf8')
      .replaceAll(name(old), name(heatmap))
      .replace('<p class="kicker">', '$&Second edition. ');
    writeFileSync(join(folder, file), text);
  }
  await writeServiceWorker(folder);
  return { old, heatmap };
}

test('every file of the site is kept and answered without a network, whatever its address asks for; nothing else is', async () => {
  const caches = new Caches();
  const worker = workerIn(caches);
  const files = filesOfSite();
  await worker.install();
  await worker.activate();
  host.isOff = true;
  await hasAll(worker, files);
  assert.equal(caches.size, files.size);
  const index = files.get('index.html');
  assert.ok(index && (await worker.get('./'))?.equals(index));
  const rope = files.get('rope.html');
  assert.ok(rope && (await worker.get('rope.html?rope-worked.position=3&page=x'))?.equals(rope));
  for (const other of ['no-such-page.html', 'sw.js', 'https://other.example/rope.html']) {
    assert.equal(await worker.get(other), null, other);
  }
  host.isOff = false;
});

test('a page keeps its version while a newer one waits, and the newer one comes whole; of half a site nothing is taken', async () => {
  const caches = new Caches();
  const first = workerIn(caches);
  const before = filesOfSite();
  await first.install();
  await first.activate();

  const { old, heatmap } = await changeSite();
  const whole = readFileSync(join(host.folder, heatmap));
  writeFileSync(join(host.folder, heatmap), Buffer.concat([whole, Buffer.from('// Another.')]));
  await assert.rejects(workerIn(caches).install());
  await hasAll(first, before);

  writeFileSync(join(host.folder, heatmap), whole);
  const second = workerIn(caches);
  await second.install();
  host.isOff = true;
  await hasAll(first, before);
  await second.activate();
  const afterwards = filesOfSite();
  assert.ok(before.has(old) && !afterwards.has(old) && afterwards.has(heatmap));
  await hasAll(second, afterwards);
  assert.equal(caches.size, afterwards.size, 'nothing of the older is left');
});
