// What cpp/cli/README.md and cpp/README.md say, against the command and the project that uses the library.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { posenc as run } from '../posenc.mjs';
import { blocksIn, readmes, textOf } from '../readme.mjs';

const folder = resolve('build/native');
const text = textOf('cpp/cli/README.md');

const bare = (/** @type {string} */ code) => code.replaceAll(/\s+/g, '');

/**
 * What is wrong with a block that shows a command, after "$ ", and its output, in which … stands for anything.
 * @param {string} block
 */
function faultOf(block) {
  const lines = block.trim().split('\n');
  // A command goes on in lines that begin with spaces.
  const end = lines.findIndex((line, n) => n > 0 && !line.startsWith('  '));
  const command = lines.slice(0, end).join('\n').replace(/^\$ /, '');
  const shown = bare(lines.slice(end).join('\n'));
  const { stdout, stderr } = spawnSync('sh', ['-c', command], {
    encoding: 'utf8',
    env: { ...process.env, PATH: `${folder}:${process.env.PATH}` },
    maxBuffer: 2 ** 26,
  });
  const pattern = shown
    .split('…')
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('[^]*');
  return new RegExp(`^${pattern}$`).test(bare(stdout)) ? null : `${command}\n${stderr}${stdout}`;
}

const shown = blocksIn(text, 'console');

test('commands are shown, and each is one of the command', () => {
  assert.ok(shown.length >= 7);
  for (const block of shown) assert.match(block, /^\$ .*\bposenc\b/s);
});

for (const block of shown) {
  test(`it prints what is shown: ${block.split('\n')[0]}`, () => {
    assert.equal(faultOf(block), null);
  });
}

test('a line of output that is not what the command prints is found', () => {
  const [first = ''] = shown;
  assert.ok(first.includes('0.01'));
  assert.notEqual(faultOf(first.replace('0.01', '0.02')), null);
  assert.notEqual(faultOf(first.replace('"got"', '"gave"')), null);
  const trained = shown.find((block) => block.includes('posenc train')) ?? '';
  assert.notEqual(faultOf(trained.replace('"losses"', '"loss"')), null);
});

/** The subcommands of --help, and their sections here. */
test('every subcommand has a section, and every section is of a subcommand', () => {
  const { stdout } = run(['--help']);
  const known = [...stdout.matchAll(/\bposenc ([a-z]+)/g)].map(([, name]) => name);
  const sections = [...text.matchAll(/^## posenc ([a-z]+)$/gm)].map(([, name]) => name);
  assert.deepEqual(sections.toSorted(), [...new Set(known)].sort());
});

/** @param {string} source */
const optionsIn = (source) =>
  [...source.matchAll(/(?<![\w-])--([a-z][\w-]*)/g)].map(([, name = '']) => name);

/** Those that the command's sources name, and one for each option of a run. */
const known = new Set([
  ...readdirSync('cpp/cli')
    .filter((name) => name.endsWith('.cpp'))
    .map((name) => readFileSync(`cpp/cli/${name}`, 'utf8').replaceAll(/^\s*\/\/.*$/gm, ''))
    .flatMap((source) => [...source.matchAll(/"--([a-z-]+)"/g)].map(([, name = '']) => name)),
  ...[
    ...textOf('cpp/include/posenc/model/training_options.hpp').matchAll(
      /\b(?:visitor\.|each\.|)(?:number|numbers|choice|choices|text)\((?:\d+, )?"(\w+)"/g,
    ),
  ]
    // (The tested lengths are --lengths.)
    .filter(([, name]) => name !== 'test_lengths')
    .map(([, name = '']) => name.replaceAll('_', '-')),
]);

const help = run(['train', '--help']).stdout;

test('every option that is named exists, and train --help lists every one of a run', () => {
  assert.ok(known.size > 40);
  for (const name of optionsIn(text)) assert.ok(known.has(name), name);
  const listed = new Set(optionsIn(help));
  const others = [
    'engines',
    'fail-on',
    'html',
    'list',
    'length',
    'output',
    'quick',
    'record',
    'seeds',
    'serve',
    'solution',
    'version',
  ];
  const ofRuns = [...known].filter((name) => !others.includes(name));
  assert.deepEqual(ofRuns.filter((name) => !listed.has(name)).sort(), []);
});

test('every option that train --help lists is accepted, with the values that it lists', () => {
  const copy = ['--task', 'copy'];
  const start = ['train', ...copy, '--scheme', 'own'];
  const rows = [
    ...help.matchAll(/^ +--([a-z][\w-]*) (NAME|N|FILE|FORMULA)\S*(.*(?:\n {20,}.*)*)/gm),
  ];
  assert.ok(rows.length > 35, `${rows.length}`);
  let choices = 0;
  for (const [, name = '', value, about = ''] of rows) {
    if (['task', 'scheme', 'repeat'].includes(name)) continue;
    // A value that no option has, so that nothing is trained: each complains about it, and knows its name.
    const { status, stderr } = run([...start, '--steps', 'x', `--${name}`, '?']);
    assert.equal(status, 2);
    assert.ok(!stderr.includes(`has no option "--${name}"`), stderr);
    if (value !== 'NAME') continue;
    const alone = run(['train', ...copy, '--scheme', 'rope', `--${name}`, 'no-such']).stderr;
    const [, values = ''] = / must be (".*) but got /.exec(alone) ?? [];
    for (const [, choice = ''] of values.matchAll(/"([^"]+)"/g)) {
      assert.ok(about.includes(choice), `--${name} ${choice}: ${about}`);
      choices++;
    }
  }
  assert.ok(choices >= 25, `${choices}`);
  assert.match(run([...start, '--no-such', '1']).stderr, /has no option/);
});

test('the kinds of eval: those without a reference are listed, with params that they take', () => {
  const sources = readdirSync('cpp/cli/kinds').map((name) => textOf(`cpp/cli/kinds/${name}`));
  const all = sources.flatMap((source) =>
    [...source.matchAll(/^ +KIND\("(\w+)"/gm)].map(([, kind = '']) => kind),
  );
  const referenced = new Set(
    readdirSync('tests/reference')
      .filter((name) => name.endsWith('.json'))
      .flatMap((name) => JSON.parse(textOf(`tests/reference/${name}`)).cases)
      .map(({ kind }) => kind),
  );
  const rows = [...textOf('cpp/cli/kinds/kind.hpp').matchAll(/^\/\/ {3}(\w.*)$/gm)].map(
    ([, row = '']) => row.split(':').map((part) => part.match(/\w+/g) ?? []),
  );
  const listed = rows.flatMap(([kinds = []]) => kinds);
  assert.deepEqual(listed.toSorted(), all.filter((kind) => !referenced.has(kind)).sort());

  // Each asks for what the list says, and for no more: given all of it, no param is missing.
  for (const [kinds = [], params = []] of rows) {
    for (const kind of kinds) {
      const given = Object.fromEntries([...params, 'base'].map((name) => [name, null]));
      const input = JSON.stringify({ cases: [{ name: 'a', kind, params: given }] });
      const { stdout } = run(['eval', '-'], input);
      const { error = '' } = JSON.parse(stdout).cases[0];
      assert.match(error, /must be .* but got null$/, `${kind}: ${error}`);
      const [, wanted = ''] = /"(\w+)"/.exec(error) ?? [];
      assert.ok(wanted in given, `${kind}: ${error}`);
    }
  }
});

test('exit codes: 0 for a kind that is not known, 2 for params that are bad', () => {
  const one = { name: 'a', params: {} };
  const evaluated = (/** @type {string} */ kind) =>
    run(['eval', '-'], JSON.stringify({ cases: [{ ...one, kind }] })).status;
  assert.equal(evaluated('nonsense'), 0);
  assert.equal(evaluated('wavelengths'), 2);
});

test('the shown JSON of repeated runs has the keys that are printed', () => {
  const [block = ''] = blocksIn(text, 'json');
  const { runs, ...others } = JSON.parse(block);
  const source = textOf('cpp/cli/repeat.cpp');
  for (const key of [...Object.keys(others), 'runs', ...Object.keys(runs[0])]) {
    assert.ok(source.includes(`"${key}"`), key);
  }
});

/** @param {string} code */
const trimmed = (code) =>
  code
    .trim()
    .split('\n')
    .map((line) => line.trim())
    .join('\n');

test('the shown C++ and CMake are those of the project that the tests build', () => {
  const built = {
    cpp: trimmed(textOf('tests/cli/outside/main.cpp')),
    cmake: trimmed(textOf('tests/cli/outside/CMakeLists.txt')),
  };
  for (const [language, project] of Object.entries(built)) {
    const blocks = readmes.flatMap((file) => blocksIn(textOf(file), language));
    assert.ok(blocks.length >= 3, language);
    for (const block of blocks) assert.ok(project.includes(trimmed(block)), block);
  }
  assert.ok(!built.cpp.includes('posenc::GeometricFrequencies::make(9'));
});
