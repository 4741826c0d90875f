// What a version is published as: one folder with every file that people download, and their checksums.
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  cpSync,
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
import { root } from './paths.mjs';
import { run } from './run.mjs';
import { withPackages } from './runtimes/packages.mjs';
import { archiveOf } from './site/archive.mjs';
import { changesOf, version } from './site/changes.mjs';
import { commandNotices } from './site/licences.mjs';

/**
 * What a release is made from. `lms` has the packages for learning management systems; `eigen` is the prefix of Eigen's
 * headers and its CMake package.
 * @typedef {{site: string, package: string, command: string, lms: readonly string[], oneFile: string, eigen: string}} Built
 */

export const checksums = 'SHA256SUMS';
export const notes = 'CHANGES.md';

/** The command for this platform. */
const commandName = `posenc-${version}-${process.platform}-${process.arch}`;

/**
 * A folder as a .tar.gz: the same contents are the same archive, to the byte.
 * @param {string} name @param {(inner: string) => void | Promise<void>} fill @param {string} to
 */
async function packFolder(name, fill, to) {
  const folder = mkdtempSync(join(tmpdir(), 'posenc-release-'));
  try {
    const inner = join(folder, name);
    mkdirSync(inner);
    await fill(inner);
    const tar = join(folder, 'packed.tar');
    await run('tar', [
      ...['--create', `--file=${tar}`, `--directory=${folder}`, '--format=ustar', '--sort=name'],
      ...['--mtime=@0', '--owner=0', '--group=0', '--numeric-owner', '--mode=u=rwX,go=rX'],
      name,
    ]);
    writeFileSync(join(to, `${name}.tar.gz`), gzipSync(readFileSync(tar), { level: 9 }));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The command and its licenses. @param {string} command @param {string} to */
const packCommand = (command, to) =>
  packFolder(
    commandName,
    (inner) => {
      copyFileSync(command, join(inner, 'posenc'));
      writeFileSync(join(inner, 'licences.txt'), commandNotices());
    },
    to,
  );

/** The parts of Eigen that another project needs. */
const eigenParts = ['include/eigen3', 'share/eigen3/cmake'];

/** The sources, and Eigen beside them, where the main CMakeLists.txt looks for it. @param {string} eigen @param {string} to */
const packSources = (eigen, to) =>
  packFolder(
    `posenc-${version}-source`,
    async (inner) => {
      const listed = await run('git', ['ls-files', '-z'], { cwd: root });
      for (const file of listed.split('\0').filter(Boolean)) {
        cpSync(join(root, file), join(inner, file));
      }
      for (const part of eigenParts) {
        cpSync(join(eigen, part), join(inner, 'eigen', part), { recursive: true });
      }
      cpSync(
        join(root, 'web/lesson/notices/eigen.txt'),
        join(inner, 'eigen/share/eigen3/licence.txt'),
      );
    },
    to,
  );

/** @param {string} packageFolder @param {string} to */
const packPackage = (packageFolder, to) =>
  run('npm', ['pack', resolve(packageFolder), '--pack-destination', to, '--silent'], {
    failure: 'the npm package could not be packed',
  });

/** What checks an npm package before it is published; too large to be installed for every other command. */
const linters = ['publint@0.3.25', '@arethetypeswrong/cli@0.18.5'];

/** @param {string} folder of a release */
export const lintPackage = (folder) =>
  withPackages(linters, async (tools) => {
    const archive = join(folder, `posenc-${version}.tgz`);
    // The package has ES modules alone.
    const commands = [
      ['publint', archive],
      ['attw', archive, '--ignore-rules', 'cjs-resolves-to-esm'],
    ];
    for (const [name = '', ...args] of commands) {
      const failure = `${name} has found a fault in the npm package`;
      await run(join(tools, 'node_modules/.bin', name), args, { failure });
    }
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
  copyFileSync(built.oneFile, join(to, `posenc-${version}.html`));
  for (const file of built.lms) {
    copyFileSync(file, join(to, `${basename(file, '.zip')}-${version}.zip`));
  }
  writeFileSync(join(to, `posenc-site-${version}.zip`), archiveOf(built.site));
  await packPackage(built.package, to);
  await packCommand(built.command, to);
  await packSources(built.eigen, to);
  writeFileSync(join(to, checksums), checksumsOf(to));
  return readdirSync(to).sort();
}
