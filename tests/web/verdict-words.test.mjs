// What an exercise by hand says of answers that the core has graded: words, explanations, links, and boxes with names.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { collectResult } from '@lit-labs/ssr/lib/render-result.js';
import { render } from '@lit-labs/ssr/lib/render.js';
import { runnerImport } from 'vite';
import { loadExercises } from '../../build/package/node.js';
import { reasons } from '../../build/wasm/posenc-verdicts.mjs';
import { loadCore } from '../../tools/lib/site/core.mjs';
import { rightAnswers } from '../worked.mjs';

/** @template T @param {string} file below web/src @returns {Promise<T>} */
const of = async (file) =>
  (await runnerImport(`./web/src/${file}.ts`, { logLevel: 'error' })).module;

/** @type {typeof import('../../web/src/exercises/answer-boxes.ts')} */
const { answerBoxes } = await of('exercises/answer-boxes');
/** @type {typeof import('../../web/src/exercises/answer-rows.ts')} */
const { componentsLabel, explanationsOf, isDone, optionsOf, rowsOf } =
  await of('exercises/answer-rows');
/** @type {typeof import('../../web/src/exercises/feedback.ts')} */
const { echo, mark } = await of('exercises/feedback');
/** @type {typeof import('../../web/src/exercises/score-line.ts')} */
const { pointsLine } = await of('exercises/score-line');
/** @type {typeof import('../../web/src/exercises/sheet.ts')} */
const { answered, emptySheet, graded, hinted } = await of('exercises/sheet');
/** @type {typeof import('../../web/src/exercises/slips.ts')} */
const { slipIn } = await of('exercises/slips');
/** @type {typeof import('../../web/src/exercises/texts.ts')} */
const { texts } = await of('exercises/texts');
/** @type {typeof import('../../web/src/exercises/worked-solution.ts')} */
const { solutionLines, solutionParts } = await of('exercises/worked-solution');

/** @param {string} file */
const siteModule = async (file) => (await runnerImport(`./tools/lib/site/${file}.mjs`)).module;
/** @type {typeof import('../../tools/lib/site/facts.mjs')} */
const { factOf } = /** @type {any} */ (await siteModule('facts'));
/** @type {typeof import('../../tools/lib/site/markdown.mjs')} */
const { slug } = /** @type {any} */ (await siteModule('markdown'));

/** @typedef {import('../../web/src/exercises/answer-rows.ts').Worksheet} Worksheet */
/** @typedef {Record<string, string>} Answers */

const core = await loadExercises();

/** A sheet with answers that the core has graded. @param {string} id @param {Answers} answers @param {number} [seed] */
function checked(id, answers, seed = 0) {
  const text = texts[id];
  assert.ok(text, id);
  const asked = core.exercise(id, seed);
  const given = Object.fromEntries(asked.items.map((item) => [item.id, answers[item.id] ?? '']));
  const grade = core.gradeExercise(id, seed, given);
  const typed = Object.entries(given).reduce(
    (sheet, [item, value]) => answered(item, value)(sheet),
    emptySheet,
  );
  return { exercise: id, text, asked, sheet: graded(given, grade)(typed), grade };
}

/** The explanations of all rows, as a card shows them. @param {Worksheet} worksheet */
const saidOf = (worksheet) =>
  rowsOf(worksheet.asked.items, worksheet.text).flatMap((row) =>
    explanationsOf(worksheet, row).map((one) => ({
      row: row.name,
      text: `${componentsLabel(row, one, worksheet.text)}${one.first} ${one.why}`,
      shown: one.shown,
    })),
  );

/** @param {import('lit').TemplateResult | import('lit').TemplateResult[]} template */
const htmlOf = async (template) =>
  (await collectResult(render(template))).replaceAll(/<!--.*?-->|<\?>/gs, '');

/** The Markdown of a page of the lesson. @param {string} page */
function written(page) {
  const file = readdirSync('web/lesson').find((name) => name.endsWith(`-${page}.md`));
  return readFileSync(`web/lesson/${file}`, 'utf8');
}

/** The ids of the headings and parts of a page, as links name them. @param {string} page */
function partsOf(page) {
  const headings = [...written(page).matchAll(/^##+ (.*?)(?: \{#([a-z0-9-]+)\})?$/gm)];
  const ids = [...written(page).matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id);
  return [...headings.map(([, title = '', own]) => own ?? slug(title)), ...ids];
}

test('a right answer with another last digit than the solution is explained, and needs no link', () => {
  const { steps } = core.workedSolution('e13.1', 0);
  const solved = Object.fromEntries(steps.map(({ item, value }) => [item, value]));
  // The solution has 1.282: its values have all digits.
  const answers = { ...solved, 'PE(0).PE(5)': '1.283' };
  const worksheet = checked('e13.1', answers);
  assert.equal(worksheet.grade.score, worksheet.grade.max);
  assert.deepEqual(saidOf(worksheet), [
    {
      row: 'PE(0).PE(5)',
      text: 'Right, within rounding. The solution rounds only at the end, so its last digit differs from yours.',
      shown: undefined,
    },
  ]);
});

test('a worked solution shows one row of each kind, and folds the like ones', () => {
  for (const [id, text] of Object.entries(texts)) {
    const asked = core.exercise(id, 0);
    const lines = solutionLines(core.workedSolution(id, 0).steps, { text, asked });
    const parts = solutionParts(lines);
    assert.deepEqual(
      parts.flatMap(({ rows, like }) => [...rows, ...like]),
      lines,
      id,
    );
    const folded = parts.map(({ like }) => like.length);
    assert.ok(!folded.includes(1), id);
    if (id === 'e13.1') assert.deepEqual(folded, [14, 2, 0]);
  }
});

test('the explanation of every slip leads to a part of the lesson that there is', () => {
  for (const { name } of reasons) {
    const { first, why, shown } = slipIn('e13.1', String(name)) ?? {};
    assert.ok(first && why && shown?.title, name);
    const [, page = '', part = ''] = /^\.\/([\w-]+)\.html#(.+)$/.exec(shown.href) ?? [];
    assert.ok(partsOf(page).includes(part), `${name}: ${shown.href}`);
  }
});

test('e13.1: what is said of each answer, below its box and below its row', () => {
  /** @type {[item: string, typed: string, outcome: string, word: string, said: string][]} */
  const typed = [
    ['PE(0)[0]', '0', 'right', '✓ right', ''],
    ['PE(0)[1]', '1', 'right', '✓ right', ''],
    ['PE(0)[2]', '0', 'right', '✓ right', ''],
    ['PE(0)[3]', '1', 'right', '✓ right', ''],
    ['PE(5)[0]', '\u22120,959', 'right', '✓ right, Read as −0.959', ''],
    ['PE(5)[1]', '0.28', 'form', '◐ one more digit, Read as 0.28', 'Dimension 1: Right so far.'],
    [
      'PE(5)[2]',
      'sin(0.5)',
      'wrong',
      '✕ not right, Read as 0.479',
      'Dimension 2: The exponent is 2i/d, not i/d.',
    ],
    ['PE(5)[3]', 'cos 0.05', 'right', '✓ right, Read as 0.999', ''],
    [
      'PE(6)[0]',
      'sin(6',
      'unreadable',
      '? unreadable',
      'The parenthesis opened at character 4 is never closed.',
    ],
    ['PE(6)[1]', '0.3', 'wrong', '✕ not right, Read as 0.3', 'Not right.'],
    [
      'PE(0).PE(5)',
      '1.279',
      'carried-forward',
      '→ carried forward, Read as 1.279',
      'Right for your own values.',
    ],
    ['PE(0).PE(1)', '0.7', 'wrong', '✕ not right, Read as 0.7', 'Not right.'],
    ['similar', 'first', 'wrong', '✕ not right', 'Compare your first two products'],
  ];
  const worksheet = checked('e13.1', Object.fromEntries(typed));
  const said = saidOf(worksheet);
  for (const [id, text, outcome, word, explanation] of typed) {
    const item = worksheet.asked.items.find((one) => one.id === id);
    const verdict = worksheet.grade.items.find((one) => one.item === id);
    assert.ok(item && verdict);
    assert.equal(verdict.outcome, outcome, id);
    const { symbol = '', word: spoken = '' } = mark(verdict, text, item) ?? {};
    assert.equal([`${symbol} ${spoken}`, echo(verdict, text)].filter(Boolean).join(', '), word, id);
    const ofRow = said.filter(({ row }) => row === id.replace(/\[.*/, ''));
    assert.ok(ofRow.some((one) => one.text.includes(explanation)) || !explanation, id);
  }
  assert.deepEqual(
    said.filter(({ row }) => row === 'PE(0)'),
    [],
    'nothing of what is right',
  );
  assert.equal(pointsLine(worksheet, ''), '7.5 of 20 points. 6 to review, 7 still blank.');
});

test('e13.1: each known slip is named once, for all dimensions of the vector that have it', () => {
  const right = rightAnswers('e13.1', core.exercise('e13.1', 0).facts);
  /** @type {[said: string, angle: (p: number, i: number) => number, isSwapped?: boolean][]} */
  const slips = [
    ['The angle is in radians, not in degrees.', (p, i) => (p / 100 ** i / 180) * Math.PI],
    ['The exponent is 2i/d, not i/d.', (p, i) => p / 10 ** i],
    ['Sine and cosine are swapped.', (p, i) => p / 100 ** i, true],
    ['Positions start at 0.', (p, i) => (p + 1) / 100 ** i],
    ['The exponent is negative.', (p, i) => p * 100 ** i],
  ];
  for (const [slip, angle, isSwapped = false] of slips) {
    const typed = [0, 1, 2, 3].map((c) => {
      const a = angle(5, c >> 1);
      return ((c % 2 === 0) === isSwapped ? Math.cos(a) : Math.sin(a)).toFixed(4);
    });
    const wrong = typed.flatMap((text, c) =>
      Math.abs(Number(text) - Number(right[`PE(5)[${c}]`])) > 0.51e-3 ? [c] : [],
    );
    const which = `Dimension${wrong.length > 1 ? 's' : ''} ${wrong.join(', ').replace(/, (\d)$/, ' and $1')}`;
    const said = saidOf(
      checked('e13.1', Object.fromEntries(typed.map((text, c) => [`PE(5)[${c}]`, text]))),
    );
    assert.equal(said.length, 1, slip);
    assert.ok(said[0]?.text.startsWith(`${which}: ${slip}`), `${said[0]?.text}; ${which}`);
  }
});

/** Answers whose values are changed: those of the items that a pattern matches. */
const changed = (
  /** @type {Answers} */ answers,
  /** @type {RegExp} */ items,
  /** @type {(value: number, item: string) => number} */ change,
) =>
  Object.fromEntries(
    Object.entries(answers).map(([item, text]) => [
      item,
      items.test(item) ? String(Number(change(Number(text), item).toFixed(6))) : text,
    ]),
  );

/**
 * For each exercise somebody who makes one slip, or keeps to another convention: what is said, the part of the lesson
 * that is shown, and how many answers count all the same.
 * @type {Record<string, {made: (right: Record<string, string>, facts: any) => Record<string, string>, said: string,
 *   shown: string, lost: number}>}
 */
const slips = {
  'e13.1': {
    made: (right) => ({ ...right, 'PE(5)[2]': String(Math.sin(0.5)), 'PE(0).PE(5)': '' }),
    said: 'Dimension 2: The exponent is 2i/d, not i/d.',
    shown: 'sinusoidal.html#a-chord-for-every-position',
    lost: 2,
  },
  'rope-chain': {
    made: (right) => ({
      ...changed(right, /score/, (value) => value * 2),
      'weight(1)': '',
      'weight(2)': '',
    }),
    said: 'The score is not divided by √d.',
    shown: 'order.html#what-attention-computes',
    lost: 4,
  },
  'dft-peak': {
    made: (right, facts) => ({ ...right, pair: facts.dimension }),
    said: 'Dimension n belongs to pair n/2, rounded down.',
    shown: 'sinusoidal.html#two-numbers-one-clock-hand',
    lost: 1,
  },
  similarities: {
    made: (right, { d }) => changed(right, /./, (value) => (value * d) / 2),
    said: 'This is the dot product.',
    shown: 'hash.html#how-similarity-falls',
    lost: 4,
  },
  'shift-matrix': {
    made: (right) =>
      Object.fromEntries(
        Object.keys(right).map((item) => [
          item,
          right[item.replace(/(\d)\]\[(\d)/, '$2][$1')] ?? '',
        ]),
      ),
    said: 'Right, for PE as a row in front of M.',
    shown: 'sinusoidal.html#a-step-is-a-turn',
    lost: 0,
  },
  'alibi-slopes': {
    made: (right) =>
      changed(right, /m\(6\)/, (_, item) => 2 ** -(Number(/\[(\d+)\]/.exec(item)?.[1]) + 1)),
    said: 'The factor from slope to slope depends on the number of heads.',
    shown: 'alibi.html#a-slope-for-each-head',
    // 1/4, 1/16 and 1/2 are at their places by chance, or at other places.
    lost: NaN,
  },
  'table-parameters': {
    made: (right, { rows }) => ({ ...right, last: rows }),
    said: 'Positions start at 0.',
    shown: 'sinusoidal.html#by-hand-with-d-4',
    lost: 1,
  },
  'unfinished-pairs': {
    made: (right) => ({
      ...right,
      unfinished: String(Number(right.pairs) - Number(right.unfinished)),
    }),
    said: 'These pairs complete a turn.',
    shown: 'longer.html#angles-never-seen',
    lost: 1,
  },
  'axial-rope': {
    // One list of frequencies through all pairs: only the angles are wrong, and all else is left blank.
    made: (right, { base, d }) =>
      Object.fromEntries(
        Object.entries(right).map(([item, text]) => {
          const pair = Number(/^angle.*\[(\d)\]/.exec(item)?.[1] ?? NaN);
          const turned = Number(text) * base ** ((4 * (pair % 2) - 2 * pair) / d);
          return [item, Number.isNaN(pair) ? '' : String(Number(turned.toFixed(6)))];
        }),
      ),
    said: 'The frequencies start again for y.',
    shown: 'beyond-words.html#turned-along-two-axes',
    // 17 blank, and 3 of the angles.
    lost: 20,
  },
};

for (const [id, { made, said, shown, lost }] of Object.entries(slips)) {
  test(`${id}: a slip is named with what shows it, the unreadable costs nothing, right is all points`, async () => {
    const { facts, items } = core.exercise(id, 0);
    const right = rightAnswers(id, facts);
    const worksheet = checked(id, made(right, facts));
    const [first] = saidOf(worksheet).filter(({ text }) => text.includes(said));
    assert.ok(first, JSON.stringify(saidOf(worksheet)));
    assert.equal(first.shown?.href, `./${shown}`);
    if (!Number.isNaN(lost)) assert.equal(worksheet.grade.score, items.length - lost);

    const unread = checked(id, { ...right, [items[0]?.id ?? '']: '2 +* 3' });
    const [panel] = saidOf(unread);
    assert.match(panel?.text ?? '', /could not be read, and counts as left blank/);

    const all = checked(id, right);
    assert.ok(isDone(all));
    assert.equal(
      pointsLine(all, ''),
      `${items.length} of ${items.length} points. All answers are right.`,
    );
    assert.deepEqual(saidOf(all), []);
    assert.match(await htmlOf(all.text.closing(facts)), /\.\s*$/);
  });
}

test('e13.1-why: each wrong reason has an explanation of its own, and the right ones count', () => {
  const id = 'e13.1-why';
  const { facts, items } = core.exercise(id, 0);
  const right = rightAnswers(id, facts);
  /** @type {Set<string>} */
  const said = new Set();
  for (const item of items) {
    for (const choice of item.choices) {
      const worksheet = checked(id, { ...right, [item.id]: choice });
      assert.ok(optionsOf(worksheet, item)[choice], choice);
      if (choice === right[item.id]) continue;
      assert.equal(pointsLine(worksheet, ''), '1 of 2 points. 1 to review.');
      const [one] = saidOf(worksheet);
      assert.match(one?.text ?? '', /^Not right\. .{30}/);
      said.add(one?.text ?? '');
    }
  }
  assert.equal(said.size, 6);
  assert.ok(isDone(checked(id, right)));
});

test('a solution has every answer, with a name, its working and its value', () => {
  for (const [id, text] of Object.entries(texts)) {
    for (const seed of [0, 7]) {
      const asked = core.exercise(id, seed);
      const { steps } = core.workedSolution(id, seed);
      const right = Object.fromEntries(steps.map(({ item, value }) => [item, value]));
      const lines = solutionLines(steps, { text, asked });
      assert.deepEqual(
        lines.map(({ item }) => item),
        asked.items.map((item) => item.id),
      );
      assert.equal(new Set(lines.map(({ name }) => name)).size, lines.length, id);
      for (const { item, working, answer, isChoice } of lines) {
        assert.ok(working.length > 0, `${id} ${item}`);
        assert.doesNotMatch(
          working + answer,
          /-|\)\.PE/,
          `${id} ${item}: signs as the page writes them`,
        );
        const expected = right[item] ?? '';
        assert.equal(isChoice, Number.isNaN(Number(expected)), item);
        if (isChoice) assert.ok(answer.length > 5, answer);
        else {
          const off = Math.abs(Number(answer.replaceAll('−', '-')) - Number(expected));
          assert.ok(off < 0.01, `${id} ${item}: ${answer}`);
        }
      }
    }
  }
});

test('every box of every exercise has a label, and all that is said of its answer describes it', async () => {
  for (const id of Object.keys(texts)) {
    for (const seed of [0, 7]) {
      const nines = Object.fromEntries(
        core.exercise(id, seed).items.map((item) => [item.id, item.choices[0] ?? '9.123']),
      );
      const tens = Object.fromEntries(
        Object.entries(nines).map(([item, text]) => [item, text === '9.123' ? '10' : text]),
      );
      const once = checked(id, nines, seed);
      const sheet = hinted(once.asked.items.map((item) => item.id))(
        graded(tens, core.gradeExercise(id, seed, tens))(once.sheet),
      );
      const boxes = {
        ...once,
        sheet: { ...sheet, answers: tens },
        disabled: false,
        answer: () => {},
        openHints: () => {},
      };
      const html = await htmlOf(answerBoxes(boxes));
      const ids = new Set([...html.matchAll(/\sid=\s*"?([\w-]+)"?/g)].map(([, one]) => one));
      const controls = [...html.matchAll(/<(?:input|select)\b[^>]*>/g)].map(([tag]) => tag);
      assert.equal(controls.length, once.asked.items.length, id);
      for (const tag of controls) {
        const [, own = ''] = /\sid="([^"]+)"/.exec(tag) ?? [];
        assert.match(html, new RegExp(`<label[^>]*\\sfor="${own}"`), `${id}: ${tag}`);
        const [, described = ''] = /aria-describedby="([^"]+)"/.exec(tag) ?? [];
        for (const one of described.split(' ')) assert.ok(ids.has(one), `${id}: ${one}`);
      }
      const isWrong = once.grade.items.some(({ outcome }) => outcome === 'wrong');
      assert.equal(html.includes('aria-invalid="true"'), isWrong, id);
    }
  }
});

test('no section works out the answer to the exercise below it', async () => {
  const { rows, d } = core.exercise('table-parameters', 0).facts;
  const answer = String(Number(rows) * Number(d));
  const library = await loadCore();
  const text = written('learned')
    .replaceAll(/\{\{states [^}]*\}\}/g, '')
    .replaceAll(/\{\{[^}]*\}\}/g, (fact) => factOf(library, fact, 'learned').written)
    .replaceAll(/[\s,.\u202f]/g, '');
  assert.ok(text.includes('1638400'), 'numbers are found without their spaces');
  assert.ok(!text.includes(answer), answer);
});
