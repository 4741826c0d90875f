// The museum’s Python, as it is shown, computes what the core says that it does: broken and repaired, at every setting.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { loadMicroPython } from '@micropython/micropython-webassembly-pyscript/micropython.mjs';
import { loadClaims } from '../../build/package/node.js';

/**
 * @typedef {import('../../build/package/node.js').Exhibit} Exhibit
 * @typedef {import('../../build/package/node.js').Exhibition} Exhibition
 */

/** @type {import('../../build/package/node.js').ClaimsApi} */
let core;
/** @type {Awaited<ReturnType<typeof loadMicroPython>>} */
let python;

before(async () => {
  core = await loadClaims();
  python = await loadMicroPython({
    url: fileURLToPath(
      import.meta.resolve('@micropython/micropython-webassembly-pyscript/micropython.wasm'),
    ),
    heapsize: 4 * 1024 * 1024,
    linebuffer: false,
    stdout: () => {},
  });
});

/** The result of the code, as the page gets it from its sandbox. @param {string[]} lines */
function matrixBy(lines, /** @type {Record<string, number>} */ values) {
  const given = Object.entries(values).map(([name, value]) => `${name}=${value}`);
  python.globals.set('source', lines.join('\n'));
  python.globals.set('call', `result(${given.join(', ')})`);
  python.runPython('names = {}\nexec(source, names)\ntext = repr(eval(call, names))');
  const text = String(python.globals.get('text'));
  return /** @type {number[][]} */ (JSON.parse(text));
}

/** Every combination of the controls’ stops. @param {Exhibit} exhibit */
function settingsOf({ controls }) {
  return controls.reduce(
    (before, { id, stops }) =>
      before.flatMap((values) => [...stops].map((stop) => ({ ...values, [id]: stop }))),
    /** @type {Record<string, number>[]} */ ([{}]),
  );
}

/** Doubles agree up to rounding; where results are float32, a C library may round one the other way. */
const toleranceOf = (/** @type {string} */ id) => (id === 'float32-angles' ? 2 ** -24 : 1e-12);

/** @param {number[][]} got @param {Exhibition['broken']} expected */
function assertSame(got, expected, /** @type {number} */ tolerance, /** @type {string} */ where) {
  assert.equal(got.length, expected.rows, where);
  for (const [row, numbers] of got.entries()) {
    assert.equal(numbers.length, expected.cols, where);
    for (const [col, number] of numbers.entries()) {
      const other = expected.values[row * expected.cols + col] ?? NaN;
      assert.ok(
        Math.abs(number - other) <= tolerance,
        `${where}, row ${row}, column ${col}: Python has ${number}, the core ${other}`,
      );
    }
  }
}

test('every mistake has settings', () => {
  const { exhibits } = core.exhibits();
  assert.ok(exhibits.length > 0);
  for (const exhibit of exhibits) assert.ok(settingsOf(exhibit).length >= 9, exhibit.id);
});

test('every mistake has where it was made, or is one of the two that are made up', () => {
  const { exhibits } = core.exhibits();
  const madeUp = exhibits.filter(({ sightings }) => sightings.length === 0);
  assert.deepEqual(
    madeUp.map(({ id }) => id),
    ['degrees', 'input-added'],
  );
  for (const { sightings } of exhibits) {
    for (const { text, url } of sightings) assert.ok(text !== '' && new URL(url));
  }
});

test('the code with the mistake, and the repaired code, compute what is shown beside them', () => {
  let compared = 0;
  for (const exhibit of core.exhibits().exhibits) {
    const { id, code } = exhibit;
    const repairedLines = core.repairedCode(id).lines;
    for (const values of settingsOf(exhibit)) {
      const where = `${id} ${JSON.stringify(values)}`;
      const { broken, repaired, said } = core.exhibitInAction(id, values);
      if (broken.rows === 0) {
        // The code ends in the error that the sentence names.
        const [error = ''] = /\w+Error/.exec(said) ?? [];
        assert.throws(() => matrixBy(code, values), { name: 'PythonError', type: error }, where);
      } else {
        assertSame(matrixBy(code, values), broken, toleranceOf(id), `${where}, broken`);
      }
      assertSame(matrixBy(repairedLines, values), repaired, toleranceOf(id), `${where}, repaired`);
      compared += 1;
    }
  }
  assert.ok(compared >= 150, `${compared} settings`);
});

test('at its own settings the mistake shows in the numbers, not in their last digits', () => {
  for (const { id, code, controls } of core.exhibits().exhibits) {
    const own = Object.fromEntries(controls.map(({ id: name, value }) => [name, value]));
    const { broken, invariants } = core.exhibitInAction(id, {});
    const [first] = invariants;
    assert.ok(first && !first.holdsBroken && first.holdsRepaired, id);
    if (broken.rows === 0) continue;
    const right = matrixBy(core.repairedCode(id).lines, own).flat();
    const wrong = matrixBy(code, own).flat();
    assert.ok(
      wrong.some((number, n) => Math.abs(number - (right[n] ?? 0)) > 1e-4),
      id,
    );
  }
});

test('each pick has an explanation', () => {
  for (const { id, code } of core.exhibits().exhibits) {
    const picks = code.map((_, n) => core.pickLine(id, n + 1));
    const right = picks.filter(({ outcome }) => outcome === 'right');
    assert.ok(right.length === 1 || right.length === 2, id);
    for (const { repaired } of right) assert.deepEqual(repaired, core.repairedCode(id).lines, id);
    for (const { because } of picks) assert.match(because, /\.$/, id);
  }
});

test('a setting that does not exist is refused', () => {
  assert.throws(() => core.exhibitInAction('ntk-two', { d: 3 }), {
    message: '[museum] "d" of "ntk-two" must be one of 2, 4, 8, 16, 32 but got 3',
  });
  assert.throws(() => core.exhibitInAction('ntk-two', { heads: 3 }), /has no control "heads"/);
});
