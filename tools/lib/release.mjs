// What a version is published as: one folder with every file that people download, and their checksums.
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { run } from './run.mjs';
import { archiveOf } from './site/archive.mjs';
import { changesOf, version } from './site/changes.mjs';
import { commandNotices } from './site/licences.mjs';

/**
 * What a release is made from. `lms` has the packages for learning management systems.
 * @typedef {{site: string, package: string, command: string, lms: readonly string[], oneFile: string}} Built
 */

export const checksums = 'SHA256SUMS';
export const notes = 'CHANGES.md';

/** The command for this platform. */
const commandName = `posenc-${version}-${process.platform}-${process.arch}`;

/**
 * The command and its licenses as a .tar.gz: the same command is the same archive, to the byte.
 * @param {string} command @param {string} to
 */
async function packCommand(command, to) {
  const folder = mkdtempSync(join(tmpdir(), 'posenc-release-'));
  try {
    const inner = join(folder, commandName);
    mkdirSync(inner);
    copyFileSync(command, join(inner, 'posenc'));
    writeFileSync(join(inner, 'licences.txt'), commandNotices());
    const tar = join(folder, 'command.tar');
    await run('tar', [
      ...['--create', `--file=${tar}`, `--directory=${folder}`, '--format=ustar', '--sort=name'],
      ...['--mtime=@0', '--owner=0', '--group=0', '--numeric-owner', '--mode=u=rwX,go=rX'],
      commandName,
    ]);
    writeFileSync(join(to, `${commandName}.tar.gz`), gzipSync(readFileSync(tar), { level: 9 }));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** @param {string} packageFolder @param {string} to */
const packPackage = (packageFolder, to) =>
  run('npm', ['pack', resolve(packageFolder), '--pack-destination', to, '--silent'], {
    failure: 'the npm package could not be packed',
  });

/** As sha256sum prints them, and checks them. @param {string} folder */
const checksumsOf = (folder) =>
  readdirSync(folder)
    .sort()
    .map((file) => {
      const digest = createHash('sha256').update(readFileSync(join(folder, file)));
      return `${digest.digest('hex')}  ${file}\n`;
    })
    .join('');

/**
 * Writes the files of a release into a folder, which is emptied first.
 * @param {Built} built @param {string} to
 * @returns {Promise<string[]>} their names
 */
export async function makeRelease(built, to) {
  rmSync(to, { recursive: true, force: true });
  mkdirSync(to, { recursive: true });
  writeFileSync(join(to, notes), `${changesOf()}\n`);
  writeFileSync(join(to, `posenc-site-${version}.zip`), archiveOf(built.site));
  await packPackage(built.package, to);
  await packCommand(built.command, to);
  copyFileSync(built.oneFile, join(to, `posenc-${version}.html`));
  for (const file of built.lms) {
    copyFileSync(file, join(to, `${basename(file, '.zip')}-${version}.zip`));
  }
  writeFileSync(join(to, checksums), checksumsOf(to));
  return readdirSync(to).sort();
}
