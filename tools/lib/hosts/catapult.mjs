// The cmi5 player of ADL's CATAPULT, from a copy of its source: the package as a course, and learners who visit it.
import { spawn } from 'node:child_process';
import { cpSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensurePackages } from '../debian.mjs';
import { run, Stop } from '../run.mjs';
import { visitOnce } from './attempt.mjs';
import { startListener } from './listener.mjs';
import { mariaDbNeed, startMariaDb } from './mariadb.mjs';
import { freePort } from './ports.mjs';
import { startRecordStore } from './record-store.mjs';

/** The name and the user of the database that the player takes by itself. */
const database = { name: 'catapult_player', user: 'catapult', password: 'quartz' };
const key = { API_KEY: 'key', API_SECRET: 'secret' };

/** Copies the player, and installs its packages. @param {import('./host.mjs').Where} where */
async function installPlayer({ folder, path, report }) {
  const source = join(path, 'player');
  if (!existsSync(join(source, 'service/index.js')))
    throw new Stop(`${path} is not a copy of CATAPULT's source`);
  const player = join(folder, 'player');
  if (!existsSync(join(player, 'node_modules'))) {
    report('copies the source');
    cpSync(join(source, 'service'), player, { recursive: true });
    // As in its Dockerfile.
    cpSync(join(source, 'migrations'), join(player, 'migrations'), { recursive: true });
    // Its lock file does not name all that its package.json asks for.
    const options = ['--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund'];
    await run('npm', ['install', ...options], {
      cwd: player,
      onLine: report,
      failure: "the packages of CATAPULT's player could not be installed",
    });
  }
  // The courses of an earlier run, which the database does not know.
  rmSync(join(player, 'var'), { recursive: true, force: true });
  return player;
}

/** Runs the player until it is closed. @param {string} player its folder @param {number} port @param {Record<string, string>} settings */
async function startPlayer(player, port, settings) {
  const env = { ...process.env, ...settings };
  await run('node', ['node_modules/knex/bin/cli.js', 'migrate:latest'], { cwd: player, env });
  const server = spawn('node', ['index.js', `${port}`, '127.0.0.1'], { cwd: player, env });
  let said = '';
  for (const stream of [server.stdout, server.stderr]) stream.on('data', (text) => (said += text));
  const ended = new Promise((resolve) => server.on('close', resolve));
  const close = async () => {
    server.kill();
    await ended;
  };
  for (let n = 0; n < 150; n++) {
    const answer = await fetch(`http://127.0.0.1:${port}/content`).catch(() => null);
    if (answer) return close;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  await close();
  throw new Stop("CATAPULT's player did not start", said.slice(-2000));
}

/** A tenant of the player, which makes its requests from now on. @param {string} address */
async function becomeTenant(address) {
  /** @param {string} path @param {string} authorization @param {{type: string, body: BodyInit} | null} sent */
  const ask = async (path, authorization, sent) => {
    const answer = await fetch(`${address}/api/v1/${path}`, {
      method: sent ? 'POST' : 'GET',
      headers: { authorization, ...(sent ? { 'content-type': sent.type } : {}) },
      body: sent?.body ?? null,
    });
    const text = await answer.text();
    if (!answer.ok) throw new Stop(`the player answered ${answer.status} to ${path}: ${text}`);
    return JSON.parse(text);
  };
  const json = (/** @type {unknown} */ value) => ({
    type: 'application/json',
    body: JSON.stringify(value),
  });
  const basic = `Basic ${Buffer.from(`${key.API_KEY}:${key.API_SECRET}`).toString('base64')}`;
  const tenant = await ask('tenant', basic, json({ code: 'posenc' }));
  const { token } = await ask('auth', basic, json({ tenantId: tenant.id, audience: 'posenc' }));
  const bearer = `Bearer ${token}`;
  return {
    get: (/** @type {string} */ path) => ask(path, bearer, null),
    post: (/** @type {string} */ path, /** @type {unknown} */ value) =>
      ask(path, bearer, json(value)),
    importZip: (/** @type {Uint8Array<ArrayBuffer>} */ body) =>
      ask('course', bearer, { type: 'application/zip', body }),
  };
}

/** @type {import('./host.mjs').Host} */
export const catapult = {
  name: 'catapult',
  path: "a copy of the source of adlnet's CATAPULT",
  async run(where) {
    const { folder, browser, report, picture } = where;
    await ensurePackages([mariaDbNeed], report);
    const player = await installPlayer(where);
    /** @type {(() => unknown)[]} */
    const open = [];
    try {
      report('starts the player');
      const { host, close } = await startMariaDb(database);
      open.push(close);
      const store = await startRecordStore();
      open.push(store.close);
      const port = await freePort();
      const listener = await startListener(port);
      open.push(listener.close);
      const address = `http://127.0.0.1:${listener.port}`;
      const closePlayer = await startPlayer(player, port, {
        ...{ ...key, TOKEN_SECRET: 'a secret of the player', DB_HOST: host },
        ...{ LRS_ENDPOINT: store.address, LRS_USERNAME: 'player', LRS_PASSWORD: 'password' },
        CONTENT_URL: `${address}/content`,
      });
      open.push(closePlayer);
      const tenant = await becomeTenant(address);
      // The right answers come from the core, which is there when the hosts are run.
      const { makePackages } = await import('./course.mjs');
      const { faultsOf, visits } = await import('./catapult-visits.mjs');
      const [file = ''] = await makePackages(folder, ['cmi5']);
      const course = await tenant.importZip(new Uint8Array(readFileSync(file)));
      /** @type {string[]} */
      const faults = [];
      for (const [name, { does, visit }] of Object.entries(visits)) {
        report(`${name} ${does}`);
        const at = { browser, tenant, address, course: course.id };
        const failure = await visitOnce(browser, picture(name), () => visit(at));
        const refusals = listener.refusals.splice(0);
        const found = await faultsOf(name, { tenant, statements: store.statements, refusals });
        faults.push(...[failure, ...found].filter(Boolean).map((one) => `who ${does}: ${one}`));
      }
      const { version } = JSON.parse(readFileSync(join(player, 'package.json'), 'utf8'));
      return { version, faults, checked: Object.values(visits).map(({ does }) => does) };
    } finally {
      for (const close of open.reverse()) await close();
    }
  },
};
