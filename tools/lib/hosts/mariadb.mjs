// A MariaDB server of its own with an empty database, from Debian.
import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run, Stop, which } from '../run.mjs';
import { freeHost } from './ports.mjs';

/** What it needs of Debian. */
export const mariaDbNeed = {
  package: 'mariadb-server',
  present: () => which('mariadbd') !== null,
};

/** The port of MySQL, for programs that know no other. */
const port = 3306;

/** @param {string} host @returns {Promise<boolean>} */
const isListening = (host) =>
  new Promise((resolve) => {
    const socket = connect(port, host);
    socket.on('connect', () => socket.destroy());
    socket.on('error', () => undefined);
    socket.on('close', (hadError) => resolve(!hadError));
  });

/** A server with a database and a user who may do everything in it. @param {{name: string, user: string, password: string}} database */
export async function startMariaDb({ name, user, password }) {
  const folder = mkdtempSync(join(tmpdir(), 'posenc-'));
  chmodSync(folder, 0o777);
  const [data, first, log] = ['data', 'first.sql', 'log'].map((file) => join(folder, file));
  const host = await freeHost(port);
  writeFileSync(
    first ?? '',
    `CREATE DATABASE ${name} CHARACTER SET utf8mb4;
CREATE USER ${user}@'%' IDENTIFIED BY '${password}';
GRANT ALL ON ${name}.* TO ${user}@'%';
`,
  );
  // As root it changes to the user that its package brings.
  const common = [
    ...['--no-defaults', `--datadir=${data}`],
    ...(process.getuid?.() === 0 ? ['--user=mysql'] : []),
  ];
  await run('mariadb-install-db', [...common, '--skip-test-db']);
  const options = [
    ...[`--bind-address=${host}`, `--port=${port}`, `--socket=${join(folder, 'socket')}`],
    ...[`--init-file=${first}`, `--log-error=${log}`, `--pid-file=${join(folder, 'pid')}`],
  ];
  const server = spawn('mariadbd', [...common, ...options], { stdio: 'ignore' });
  const ended = new Promise((resolve) => server.on('close', resolve));
  const close = async () => {
    server.kill();
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  for (let n = 0; n < 150; n++) {
    if (await isListening(host)) return { host, close };
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  const said = readFileSync(log ?? '', 'utf8').slice(-2000);
  await close();
  throw new Stop('MariaDB did not start', said);
}
