// The files of a release, the address of a site, and the version that all of this has.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { unzipSync } from 'fflate';
import { siteAddress } from '../../tools/lib/address.mjs';
import { checkLicense } from '../../tools/lib/license.mjs';
import { makeRelease } from '../../tools/lib/release.mjs';
import { changesOf, changesPage, version } from '../../tools/lib/site/changes.mjs';

const folder = mkdtempSync(join(tmpdir(), 'posenc-test-'));
after(() => rmSync(folder, { recursive: true }));

/** Stand-ins for all that is built. */
function built() {
  const write = (/** @type {string} */ file, /** @type {string} */ text) => {
    mkdirSync(join(folder, file, '..'), { recursive: true });
    writeFileSync(join(folder, file), text);
  };
  write('site/index.html', '<title>The lesson</title>');
  write('site/assets/core.wasm', 'wasm');
  write('command/posenc', '#!/bin/sh\necho "This is posenc $1"\n');
  chmodSync(join(folder, 'command/posenc'), 0o755);
  write('posenc.html', '<title>One file</title>');
  write('lms/posenc-scorm12.zip', 'a package');
  // Of an earlier build, for a class.
  write('lms/posenc-scorm2004.zip', 'another package');
  write('eigen/include/eigen3/Eigen/Core', '// Eigen');
  write('eigen/share/eigen3/cmake/Eigen3Config.cmake', '# Eigen');
  return {
    site: join(folder, 'site'),
    package: 'build/package',
    command: join(folder, 'command/posenc'),
    lms: [join(folder, 'lms/posenc-scorm12.zip')],
    oneFile: join(folder, 'posenc.html'),
    eigen: join(folder, 'eigen'),
  };
}

const platform = `${process.platform}-${process.arch}`;
const expected = [
  'CHANGES.md',
  'SHA256SUMS',
  `posenc-${version}-${platform}.tar.gz`,
  `posenc-${version}-source.tar.gz`,
  `posenc-${version}.html`,
  `posenc-${version}.tgz`,
  `posenc-scorm12-${version}.zip`,
  `posenc-site-${version}.zip`,
];

test('a release has all that is built for it, and its checksums hold', async () => {
  const to = join(folder, 'release');
  assert.deepEqual(await makeRelease(built(), to), expected);
  execFileSync('sha256sum', ['--check', '--strict', '--quiet', 'SHA256SUMS'], { cwd: to });
  const sums = readFileSync(join(to, 'SHA256SUMS'), 'utf8');
  assert.equal(sums.trim().split('\n').length, expected.length - 1);

  const page = unzipSync(readFileSync(join(to, `posenc-site-${version}.zip`)))[
    'posenc-lesson/index.html'
  ];
  assert.equal(new TextDecoder().decode(page), '<title>The lesson</title>');
  const textOf = (/** @type {string} */ file) => readFileSync(join(to, file), 'utf8');
  assert.equal(textOf(`posenc-${version}.html`), '<title>One file</title>');
  assert.equal(textOf(`posenc-scorm12-${version}.zip`), 'a package');

  const unpacked = join(folder, 'unpacked');
  mkdirSync(unpacked);
  const unpack = (/** @type {string} */ file) =>
    execFileSync('tar', ['--extract', '--file', join(to, file), '--directory', unpacked]);
  unpack(`posenc-${version}-${platform}.tar.gz`);
  const command = join(unpacked, `posenc-${version}-${platform}`, 'posenc');
  assert.equal(execFileSync(command, ['here'], { encoding: 'utf8' }), 'This is posenc here\n');
  assert.match(
    readFileSync(join(command, '../licences.txt'), 'utf8'),
    /CLI11[\s\S]*Redistribution/,
  );

  unpack(`posenc-${version}.tgz`);
  const about = JSON.parse(readFileSync(join(unpacked, 'package/package.json'), 'utf8'));
  assert.equal(about.version, version);
  assert.ok(existsSync(join(unpacked, 'package/posenc-training.wasm')));

  unpack(`posenc-${version}-source.tar.gz`);
  const source = join(unpacked, `posenc-${version}-source`);
  for (const file of ['CMakeLists.txt', 'cpp/include/posenc/matrix.hpp', 'package.json']) {
    assert.equal(readFileSync(join(source, file), 'utf8'), readFileSync(file, 'utf8'));
  }
  assert.equal(readFileSync(join(source, 'eigen/include/eigen3/Eigen/Core'), 'utf8'), '// Eigen');
  assert.match(
    readFileSync(join(source, 'eigen/share/eigen3/licence.txt'), 'utf8'),
    /Mozilla Public License/,
  );
});

test('a release needs a license, which the owner puts into package.json', () => {
  checkLicense('MIT');
  assert.throws(
    () => checkLicense(''),
    /^Error: package\.json has no "license", .* such as "MIT"$/,
  );
});

test('the same build is the same release, to the byte', async () => {
  const sumsAt = async (/** @type {string} */ name) => {
    await makeRelease(built(), join(folder, name));
    return readFileSync(join(folder, name, 'SHA256SUMS'), 'utf8');
  };
  const once = await sumsAt('once');
  const zone = process.env.TZ;
  process.env.TZ = 'Pacific/Auckland';
  utimesSync('build/package/package.json', new Date(), new Date());
  assert.equal(await sumsAt('again'), once);
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
});

test('a release in which something is missing is not made', async () => {
  const parts = { ...built(), oneFile: join(folder, 'nowhere.html') };
  await assert.rejects(makeRelease(parts, join(folder, 'less')), /nowhere\.html/);
});

test('the version is the same everywhere, and the newest in the list of changes', () => {
  assert.match(version, /^\d+\.\d+\.\d+$/);
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  assert.equal(lock.version, version);
  assert.equal(lock.packages[''].version, version);
  const { about, text } = changesPage();
  assert.equal(about['title'], 'Changes');
  assert.equal(/^## (.*)$/m.exec(text)?.[1], version);
});

test('the changes of a version end where the next one begins', () => {
  const text = '# Changes\n\n## 0.2.0\n\n- New.\n\n### More\n\nYes.\n\n## 0.1.0\n\n- Old.\n';
  assert.equal(changesOf('0.2.0', text), '- New.\n\n### More\n\nYes.');
  assert.equal(changesOf('0.1.0', text), '- Old.');
  assert.throws(
    () => changesOf('0.1', text),
    /CHANGELOG\.md has no section "## 0\.1", the version/,
  );
});

test('the address of a site is an address, and ends with a slash', () => {
  for (const good of ['https://example.org/', 'http://127.0.0.1:8000/my/course/']) {
    assert.equal(siteAddress(good), good);
  }
  assert.equal(
    siteAddress('https://EXAMPLE.org/Kurs über/'),
    'https://example.org/Kurs%20%C3%BCber/',
  );
  for (const bad of ['', 'example.org/', 'https:///', 'ftp://example.org/', 'javascript:/']) {
    assert.throws(
      () => siteAddress(bad),
      (/** @type {Error} */ { message }) =>
        message === `--url must be an address such as https://example.org/lesson/ but got "${bad}"`,
    );
  }
  assert.throws(() => siteAddress('https://example.org/lesson'), /: it must end with a slash$/);
  for (const bad of ['https://a.org/?x/', 'https://a.org/#/', 'https://me:pw@a.org/']) {
    assert.throws(() => siteAddress(bad), /a name, a password, \? and # cannot be part of it$/);
  }
});
