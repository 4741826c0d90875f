// Programs run in the page's own Python and judged by the core: every one that the page suggests, and some with a slip.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { collectResult } from '@lit-labs/ssr/lib/render-result.js';
import { render } from '@lit-labs/ssr/lib/render.js';
import { loadMicroPython } from '@micropython/micropython-webassembly-pyscript/micropython.mjs';
import { runnerImport } from 'vite';
import { loadCore, loadExercises } from '../../build/package/node.js';
import { addresses } from './addresses.mjs';

/** @template T @param {string} file below web/src @returns {Promise<T>} */
const of = async (file) =>
  (await runnerImport(`./web/src/${file}.ts`, { logLevel: 'error', plugins: [addresses] })).module;

/** @type {typeof import('../../web/src/sandbox/python.ts')} */
const { evaluate, run, setUp } = await of('sandbox/python');
/** @type {typeof import('../../web/src/sandbox/messages.ts')} */
const { maxAnswer } = await of('sandbox/messages');
/** @type {typeof import('../../web/src/exercises/code/texts.ts')} */
const { texts } = await of('exercises/code/texts');
/** @type {typeof import('../../web/src/exercises/code/solutions.ts')} */
const { solutions } = await of('exercises/code/solutions');
/** @type {typeof import('../../web/src/exercises/code/test-results.ts')} */
const { testDetails, testList } = await of('exercises/code/test-results');
/** @type {typeof import('../../web/src/exercises/sheet.ts')} */
const { emptySheet } = await of('exercises/sheet');

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

const layouts = texts['debug-layout']?.start ?? '';
const added = texts['debug-added']?.start ?? '';
const rows = 'def look_up(table, positions):\n    return [table[p] for p in positions]\n';
const waves = solutions['code-sinusoidal']?.[0]?.program ?? '';
const scores = solutions['code-scores']?.[0]?.program ?? '';
const inTwo = solutions['code-rope-2d']?.[0]?.program ?? '';
const halves = 'rope(q[:half], x, 100.0) + rope(q[half:], y, 100.0)';

/** Programs with a slip: which, what is said of it first, and how many of the tests count all the same. */
const slips = /** @type {const} */ ([
  ['code-sinusoidal', replaced(waves, '-2 * i / d', '-i / d'), 'The exponent is 2i/d, not i/d.'],
  ['code-sinusoidal', replaced(waves, '-2 * i / d', '2 * i / d'), 'The exponent is negative.'],
  [
    'code-sinusoidal',
    waves
      .replaceAll('math.sin', 'math.x')
      .replaceAll('math.cos', 'math.sin')
      .replaceAll('math.x', 'math.cos'),
    'Sine and cosine are swapped.',
  ],
  ['code-sinusoidal', replaced(waves, 'position *', '(position + 1) *'), 'Positions start at 0.'],
  [
    'code-sinusoidal',
    replaced(waves, 'position *', 'math.pi / 180 * position *'),
    'The angle is in radians, not in degrees.',
  ],
  [
    'code-sinusoidal',
    `import math
def sinusoidal_encoding(positions, d, base=10000.0):
    if d % 2:
        raise ValueError("d must be even")
    angles = [[p * base ** (-2 * i / d) for i in range(d // 2)] for p in range(positions)]
    return [[math.sin(a) for a in row] + [math.cos(a) for a in row] for row in angles]
`,
    'All sines come before all cosines.',
  ],
  ['debug-layout', layouts, 'Two layouts are mixed.'],
  ['debug-added', added, 'The vector itself is added.'],
  [
    'code-learned',
    replaced(
      solutions['code-learned']?.[0]?.program ?? '',
      '[table[position]',
      '[table[position - 1]',
    ),
    'Positions start at 0.',
  ],
  [
    'code-scores',
    replaced(scores, '/ math.sqrt(len(q)) - slope', '/ math.sqrt(len(q)) + slope'),
    'The sign of the bias is wrong.',
    4,
  ],
  [
    'code-scores',
    replaced(
      scores,
      '[dot(query, rotated(key, j, base)) / math.sqrt(len(q))',
      '[dot(query, rotated(key, j, base))',
    ),
    'The score is not divided by √d.',
    4,
  ],
  [
    'code-scores',
    replaced(scores, '[math.sin(f), math.cos(f)]', '[math.cos(f), math.sin(f)]'),
    'Sine and cosine are swapped.',
    4,
  ],
  [
    'code-rope-2d',
    replaced(inTwo, halves, 'rope(q[:half], y, 100.0) + rope(q[half:], x, 100.0)'),
    'x and y are swapped.',
    2,
  ],
  [
    'code-rope-2d',
    replaced(inTwo, halves, 'rope(q[:half], x, 100.0) + q[half:]'),
    'The half of y does not turn.',
    3,
  ],
  ['code-rope-2d', replaced(inTwo, halves, 'rope(q, x + y, 100.0)'), 'x and y are added.', 2],
]);

/** @param {string} program @param {string} line @param {string} other */
function replaced(program, line, other) {
  assert.ok(program.includes(line), `${line} in\n${program}`);
  return program.replace(line, other);
}

/** What the page says of a test of a program. @param {string} id @param {string} source @param {string} [call] else the first to look at */
async function saidOf(id, source, call) {
  const text = texts[id];
  assert.ok(text);
  const { items } = core.exercise(id, 0);
  const checked = resultsOf(
    source,
    items.map((item) => item.id),
  );
  const grade = core.gradeExercise(id, 0, checked);
  const verdict = grade.items.find(({ item, outcome }) =>
    call ? item === call : outcome !== 'right',
  );
  const item = items.find((one) => one.id === verdict?.item);
  assert.ok(item);
  const comparison = core.compareCase(id, 0, item.id, checked[item.id] ?? '');
  const sheet = { ...emptySheet, checked };
  const html = async (/** @type {any} */ template) =>
    (await collectResult(render(template))).replaceAll(/<!--.*?-->|<\?>/gs, '');
  return {
    score: grade.score,
    list: await html(testList(items, grade, item.id, () => {})),
    details: await html(
      testDetails(
        { exercise: id, item, grade, sheet, text, raised: undefined, comparison },
        { openHint: () => {}, goToLine: () => {} },
      ),
    ),
  };
}

test('a slip is named, with what was expected, what came, and a picture of both', async () => {
  for (const [id, source, said, passed] of slips) {
    const { score, list, details } = await saidOf(id, source);
    assert.ok(details.includes(said), `${id}: ${details.slice(0, 600)} / ${said}`);
    if (passed !== undefined) assert.equal(score, passed, said);
    const [expected, got] = [...details.matchAll(/<dd>(.*?)<\/dd>/gs)].map(([, text]) => text);
    assert.match(expected ?? '', /^\[|^an error$/, said);
    assert.notEqual(expected, got);
    assert.match(details, />\s*(expected|yours)/, `${said} is drawn`);
    assert.match(list, /✕<\/span> not right/);
  }
});

test('E13.2: solutions give the built-in numbers of their schemes, and a slip is found where it begins', async () => {
  const training = await loadCore();
  /** @param {string} scheme @param {(program: string) => string} [change] */
  const read = (scheme, change = (program) => program) => {
    const one = training.ownSchemes().find((known) => known.scheme === scheme);
    const program = change(solutions[one?.exercise ?? '']?.[0]?.program ?? '');
    const results = resultsOf(program, one?.calls ?? []);
    // As much as the sandbox sends.
    for (const text of Object.values(results)) assert.ok(text.length <= maxAnswer, scheme);
    return training.readOwnScheme(scheme, results);
  };
  for (const scheme of ['sinusoidal', 'rope', 'alibi']) {
    const { standing, difference, runs } = read(scheme);
    assert.deepEqual([standing, difference], ['same', null], scheme);
    assert.ok((runs?.own.given.length ?? 0) > 0);
    assert.equal(runs?.builtIn.given.length, 0);
  }
  const steep = read('alibi', (program) => replaced(program, '-8 * h / power', '-4 * h / power'));
  const flat = { length: 4, head: 0, position: 1, index: 0, yours: -0.5, expected: -0.25 };
  assert.deepEqual([steep.standing, steep.difference], ['differs', flat]);
  const added = read('rope', (program) => replaced(program, '[a * cos -', '[1 + a * cos -'));
  assert.deepEqual([added.standing, added.runs], ['not-linear', null]);
});

test('a row that is not there must be an error, and Python looks up others from the end', async () => {
  const { score, details } = await saidOf('code-learned', rows);
  assert.equal(score, 5, 'past the last row Python raises it itself');
  assert.match(
    details,
    /A position that has no row must raise an IndexError but returned 1 x 3 numbers\./,
  );
  assert.match(details, /<dd>an error<\/dd>/);
});

test('masked cells are drawn as masked, and a result that is no list is not read', async () => {
  const program = solutions['code-alibi']?.[0]?.program ?? '';
  const { items } = core.exercise('code-alibi', 0);
  const call = items.find(({ id }) => id.includes('True'))?.id ?? '';
  const { details } = await saidOf('code-alibi', program, call);
  assert.match(details, /<b>Right\.<\/b>/);
  assert.match(details, /class="hatch"/);
  assert.match(details, /−∞ or not a number/);
  const none = await saidOf(
    'code-rope',
    'def apply_rope(x, position, base=10000.0):\n    print(position)\n',
  );
  assert.match(none.details, /This is not a list of numbers/);
});
