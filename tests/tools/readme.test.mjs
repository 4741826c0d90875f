// The READMEs against the project. What needs the command or the package: tests/cli and tests/wasm.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { runnerImport } from 'vite';
import {
  anchorsIn,
  blocksIn,
  codeIn,
  commandsIn,
  linkFaults,
  linksIn,
  npmCommandFaults,
  partsOfTest,
  pathFaults,
  paths,
  readmes,
  textOf,
} from '../readme.mjs';

/** @template T @param {string} file @returns {Promise<T>} */
const fromPage = async (file) =>
  (await runnerImport(`./web/src/${file}.ts`, { logLevel: 'error' })).module;

/** @type {{elements: Record<string, unknown>}} */
const { elements } = await fromPage('elements');
/** @type {typeof import('../../web/src/exercises/assignment.ts')} */
const { assignmentIn } = await fromPage('exercises/assignment');

const all = readmes.map((file) => textOf(file)).join('\n');
const { scripts } = JSON.parse(textOf('package.json'));

/** The text of all files of the project that a pattern matches. @param {RegExp} pattern */
const sources = (pattern) =>
  [...paths]
    .filter((path) => pattern.test(path))
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n');

test('every README of the project is looked at', () => {
  assert.deepEqual([...paths].filter((path) => /(^|\/)README\.md$/.test(path)).sort(), [
    ...readmes.toSorted(),
  ]);
});

test('the main README has at most 120 lines, a picture, and links to all others', () => {
  const text = textOf('README.md');
  assert.ok(text.trimEnd().split('\n').length <= 120);
  const links = linksIn(text);
  for (const other of readmes.slice(1)) assert.ok(links.includes(other), other);
  const picture = links.find((to) => to.endsWith('.svg')) ?? '';
  const svg = textOf(picture);
  assert.match(svg, /<title id="title">[^<]{20,}<\/title>/);
  assert.ok(svg.length < 40_000, `${svg.length} characters`);
});

for (const file of readmes) {
  const text = textOf(file);

  test(`${file}: every path of the project exists`, () => {
    assert.deepEqual(pathFaults(text), []);
  });

  test(`${file}: every link leads somewhere`, () => {
    assert.deepEqual(linkFaults(file, text), []);
  });

  test(`${file}: every npm command exists`, () => {
    const commands = ['npm', 'npx'].flatMap((program) => commandsIn(text, program));
    assert.deepEqual(commands.flatMap(npmCommandFaults), []);
    for (const command of commandsIn(text, 'npx')) {
      const [, , what, , config] = command.split(' ');
      assert.match(String(what), /^(test|show-trace)$/, command);
      if (what === 'test') assert.ok(paths.has(String(config)), command);
    }
  });

  test(`${file}: every element is one of the page`, () => {
    for (const [, tag = ''] of text.matchAll(/<(posenc-[\w-]+)/g)) assert.ok(tag in elements, tag);
  });
}

test('what builds write is named in what builds it', () => {
  const builders = sources(
    /^(tools\/.*|tests\/.*(?<!readme\.test))\.(mjs|ts)$|(^|\/)CMake(Lists|Presets)\.|^web\/vite\.config\.ts$/,
  );
  const named = codeIn(all).filter((code) => /^build\/[\w.\-/]+$/.test(code));
  assert.ok(named.length > 5);
  for (const path of named) {
    const name = (path.split('/').pop() ?? '').replace(/\.(cjs|mjs|zip|txt)$/, '');
    assert.ok(builders.includes(name), path);
  }
});

test('every npm script and every part of npm test is named', () => {
  const commands = commandsIn(textOf('tools/README.md'), 'npm');
  for (const script of Object.keys(scripts)) {
    const command = ['start', 'test'].includes(script) ? `npm ${script}` : `npm run ${script}`;
    assert.ok(commands.includes(command), command);
  }
  const table = textOf('tests/README.md').match(/^\| `(\w+)` \|/gm) ?? [];
  assert.deepEqual(
    table.map((row) => row.replaceAll(/\W/g, '')),
    partsOfTest(),
  );
});

test('every environment variable that the tools look for is named', () => {
  const used = [...sources(/^(tools|tests)\/.*\.mjs$/).matchAll(/process\.env\.([A-Z_]+)/g)]
    .map(([, name = '']) => name)
    .filter((name) => !['PATH', 'TZ'].includes(name));
  const [, list = ''] =
    /## Environment variables([\s\S]*?)\n## /.exec(textOf('tools/README.md')) ?? [];
  const listed = [...list.matchAll(/^- `([A-Z_]+)`:/gm)].map(([, name = '']) => name);
  assert.deepEqual(listed.sort(), [...new Set(used)].sort());
});

test('the shown HTML is that of the pages to copy from, or of the lesson', () => {
  const lines = (/** @type {string} */ text) => text.split('\n').map((line) => line.trim());
  const shipped = [
    ...readdirSync('web/public/examples').map((name) => join('web/public/examples', name)),
    ...readdirSync('web/lesson')
      .filter((name) => name.endsWith('.md'))
      .map((name) => join('web/lesson', name)),
  ].map((file) => lines(textOf(file)).join('\n'));
  const shown = readmes.flatMap((file) => blocksIn(textOf(file), 'html'));
  assert.ok(shown.length >= 4);
  for (const block of shown) {
    const text = lines(block.trim()).join('\n');
    assert.ok(
      shipped.some((page) => page.includes(text)),
      block,
    );
  }
});

test('the shown facts and links of the lesson are in it', () => {
  const lesson = sources(/^web\/lesson\/.*\.md$/);
  const shown = codeIn(textOf('web/README.md')).filter((code) =>
    /^(\{\{|claims |invariants )/.test(code),
  );
  assert.ok(shown.length >= 3);
  for (const code of shown) {
    const [name = ''] = code.replace('{{', '').split(' ');
    assert.ok(lesson.includes(code) || lesson.includes(`\n${name} `), code);
  }
});

test('the shown link for a class sets what it says', () => {
  const shown = blocksIn(textOf('web/README.md')).filter((block) => block.includes('?set='));
  assert.equal(shown.length, 1);
  assert.deepEqual(assignmentIn(`?${shown[0]?.trim().split('?')[1]}`), {
    name: 'Tuesday',
    set: [
      { id: 'e13.1', seed: 7 },
      { id: 'rope-chain', seed: 7 },
      { id: 'quiz', seed: 3 },
    ],
  });
});

test('planted faults are found', () => {
  assert.deepEqual(
    pathFaults('See `tests/native/no_such_test.cpp`, `tests/browser/nothing*.mjs` and `web`.'),
    ['tests/native/no_such_test.cpp', 'tests/browser/nothing*.mjs'],
  );
  assert.deepEqual(
    linkFaults('cpp/README.md', '[a](cli/README.md) [b](README2.md) [c](#nowhere)'),
    ['README2.md', '#nowhere'],
  );
  assert.deepEqual(anchorsIn('# The posenc command\n### posenc grade --record\n'), [
    'the-posenc-command',
    'posenc-grade---record',
  ]);
  assert.equal(npmCommandFaults('npm run biuld').length, 1);
  assert.equal(npmCommandFaults('npm strat').length, 1);
  assert.equal(npmCommandFaults('npm test -- native natif').length, 1);
  assert.equal(npmCommandFaults('npm test -- --no-such-option').length, 1);
  assert.deepEqual(npmCommandFaults('npm run build:native'), []);
});
