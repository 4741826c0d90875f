// Every program that the page suggests, run in the page's own Python and judged by the core: the reference solutions, and
// the fixes written in the text.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { loadMicroPython } from '@micropython/micropython-webassembly-pyscript/micropython.mjs';
import { runnerImport } from 'vite';
import { loadExercises } from '../../build/package/node.js';

/** @template T @param {string} file below web/src @returns {Promise<T>} */
const of = async (file) =>
  (await runnerImport(`./web/src/${file}.ts`, { logLevel: 'error' })).module;

/** @type {typeof import('../../web/src/sandbox/python.ts')} */
const { evaluate, run, setUp } = await of('sandbox/python');
/** @type {typeof import('../../web/src/exercises/code/texts.ts')} */
const { texts } = await of('exercises/code/texts');
/** @type {typeof import('../../web/src/exercises/code/solutions.ts')} */
const { solutions } = await of('exercises/code/solutions');

/** The lesson's own version, and drawn ones. */
const seeds = [0, 1, 2, 3, 7, 100, 2 ** 32];

/** @type {import('../../build/package/node.js').ExerciseApi} */
let core;
/** @type {Awaited<ReturnType<typeof loadMicroPython>>} */
let python;

before(async () => {
  core = await loadExercises();
  python = await loadMicroPython({
    url: fileURLToPath(
      import.meta.resolve('@micropython/micropython-webassembly-pyscript/micropython.wasm'),
    ),
    heapsize: 4 * 1024 * 1024,
    linebuffer: false,
    stdout: () => {},
  });
});

/** The results of a program, as the page sends them to the core. @param {string} source @param {string[]} calls */
function resultsOf(source, calls) {
  python.runPython(setUp);
  python.globals.set('source', source);
  python.runPython(run);
  return Object.fromEntries(
    calls.map((call) => {
      python.globals.set('call', call);
      try {
        python.runPython(evaluate);
        return [call, String(python.globals.get('result'))];
      } catch (error) {
        const { type } = /** @type {{ type: string }} */ (error);
        return [call, `raise ${type}: refused`];
      }
    }),
  );
}

/** The core's verdicts on a program that are not "right". @param {string} exercise @param {number} seed @param {string} source */
function missed(exercise, seed, source) {
  const calls = core.exercise(exercise, seed).items.map(({ id }) => id);
  const { items } = core.gradeExercise(exercise, seed, resultsOf(source, calls));
  return items.filter(({ outcome }) => outcome !== 'right');
}

const ids = Object.keys(texts);

test('every exercise in code has a solution, and each passes the tests of the exercise in every variant', () => {
  const inCode = core.exerciseIds().ids.filter((id) => /^(code|debug)-/.test(id));
  assert.deepEqual([...ids].sort(), inCode.sort());
  assert.deepEqual(Object.keys(solutions).sort(), inCode);
  for (const [id, programs] of Object.entries(solutions)) {
    assert.ok(programs.length >= 1, id);
    for (const { title, program } of programs) {
      for (const seed of seeds) assert.deepEqual(missed(id, seed, program), [], `${id} ${title}`);
    }
  }
});

test('the program that an exercise starts from passes not all of its tests', () => {
  for (const id of ids) {
    for (const seed of seeds) assert.ok(missed(id, seed, texts[id]?.start ?? '').length > 0, id);
  }
});

/** The fixes written below an exercise in the lesson: each a few lines of Python. @param {string} id */
function fixesOf(id) {
  const text = readFileSync('web/lesson/13-exercises.md', 'utf8');
  const [, rest = ''] = text.split(`<posenc-code name="${id}">`);
  const [after = ''] = (rest.split('</posenc-code>')[1] ?? '').split('\n## ');
  const [, wrong = ''] = after.split('<summary>What is wrong</summary>');
  return [...wrong.matchAll(/```python\n([\s\S]*?)```/g)].map(([, lines = '']) => lines);
}

/** What a line computes: the name that it sets, or "return". @param {string} line */
const target = (line) => /^\s*(return\b|[a-z_]+ =)/.exec(line)?.[1] ?? '';

/** A program in which the lines of a fix stand where the lines were that compute the same. @param {string} program @param {string} fix */
function withFix(program, fix) {
  const lines = program.split('\n');
  for (const line of fix.trimEnd().split('\n')) {
    const at = lines.findLastIndex((one) => target(one) === target(line));
    assert.ok(target(line) && at >= 0, `no line of the program to replace: ${line}`);
    lines[at] = `    ${line.trim()}`;
  }
  return lines.join('\n');
}

for (const id of ['debug-layout', 'debug-added']) {
  test(`${id}: each fix that the text suggests passes every test in the page's Python`, () => {
    const fixes = fixesOf(id);
    assert.equal(fixes.length, id === 'debug-layout' ? 2 : 1);
    for (const fix of fixes) {
      const program = withFix(texts[id]?.start ?? '', fix);
      for (const seed of seeds) assert.deepEqual(missed(id, seed, program), [], fix);
    }
    // Nothing in the text needs what is not there.
    assert.ok(!fixes.join('').includes('np.'), 'NumPy is not there');
  });
}
