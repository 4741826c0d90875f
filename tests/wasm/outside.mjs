// A project outside of this repository that has posenc as a package: what the tests of the package share.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** Runs a command in a folder and gives what it prints. @param {string} folder @param {string[]} command */
export function runIn(folder, [command = '', ...args]) {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: folder, encoding: 'utf8' });
  assert.equal(status, 0, `${command} ${args.join(' ')}\n${stdout}${stderr}`);
  return stdout;
}

/** The files of tests/wasm/outside in a folder of their own, with the package installed from its archive. */
export function outsideProject() {
  const folder = mkdtempSync(join(tmpdir(), 'posenc-outside-'));
  cpSync('tests/wasm/outside', folder, { recursive: true });
  // As on a machine without a network, and without a past.
  const npm = (/** @type {string[]} */ ...args) =>
    runIn(folder, ['npm', ...args, '--offline', '--cache', join(folder, '.npm'), '--no-audit']);
  npm('pack', resolve('build/package'));
  const archive = readdirSync(folder).find((name) => name.endsWith('.tgz'));
  npm('install', `./${archive}`);
  return { folder, remove: () => rmSync(folder, { recursive: true }) };
}
