// A PostgreSQL server of its own with an empty database, from Debian.
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../run.mjs';
import { freePort } from './ports.mjs';

/** Debian puts each version's programs into a folder of its own. */
const versions = '/usr/lib/postgresql';

/** It refuses to run as root; its package brings a user for it. @param {string} program @param {string[]} args */
function runAsUser(program, args) {
  const newest = readdirSync(versions).sort().at(-1) ?? '';
  const command = join(versions, newest, 'bin', program);
  return process.getuid?.() === 0
    ? run('runuser', ['-u', 'postgres', '--', command, ...args])
    : run(command, args);
}

/** A server with the database and the user `moodle`, until it is closed. */
export async function startPostgres() {
  const folder = mkdtempSync(join(tmpdir(), 'posenc-'));
  chmodSync(folder, 0o777);
  const data = join(folder, 'data');
  const port = await freePort();
  const options = `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1 -c fsync=off`;
  await runAsUser('initdb', ['-D', data, '-U', 'moodle', '--auth=trust', '--encoding=UTF8']);
  await runAsUser('pg_ctl', ['-D', data, '-w', '-l', join(folder, 'log'), '-o', options, 'start']);
  const database = ['-h', '127.0.0.1', '-p', String(port), '-U', 'moodle', 'moodle'];
  await runAsUser('createdb', database);
  const close = async () => {
    await runAsUser('pg_ctl', ['-D', data, '-m', 'immediate', 'stop']);
    rmSync(folder, { recursive: true, force: true });
  };
  return { port, close };
}
