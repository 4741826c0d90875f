// The words of figures: a badge and a line below it, short whatever is set. (What other tests draw is checked, too.)
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { captionProblem } from './caption-rule.mjs';
import { checkCaption, make, tags } from './figures.mjs';

test('a badge or a line that is too long is found', () => {
  const line = 'Trained on 16 words, tested on 56: 69\u202f% right.';
  assert.equal(captionProblem('One pure tone', line), '');
  assert.match(captionProblem('The query’s whole row and column light up', line), /^41 char/);
  assert.match(
    captionProblem('', 'Each row shows where its word looks: the larger the disk, the more.'),
    /^13 words/,
  );
  assert.match(captionProblem('', 'm'.repeat(81)), /^81 characters/);
});

/** Some values of a parameter: the ends of its slider, its limits, and each option. @param {any} parameter @returns {unknown[]} */
function valuesOf({ type, slider, least, most, options }) {
  if (type === 'flag') return [true];
  if (type === 'choice') return options.map((/** @type {unknown[]} */ option) => option[0]);
  if (type !== 'number') return [];
  const { stops, min, max, step } = slider;
  const ends = stops ? [stops[0], stops[1], stops.at(-1)] : [min, min + step, max];
  return [...new Set([...ends, least ?? ends[0], most ?? ends[0]])];
}

/** States that a reader brings about: what is set in the figure, and how the answer differs. @type {Record<string, (answer: any) => [set: object, more?: object][]>} */
const states = {
  'posenc-clock': ({ turns }) =>
    [null, 12].flatMap((earlier) => [
      [
        { stepMade: { from: 98, by: 9, earlier } },
        { arcs: { from: 98, by: 9, earlier: earlier === null ? null : turns } },
      ],
    ]),
  'posenc-order': (answer) =>
    [true, false].flatMap((equivariant) => [
      [{ together: true }, { ...answer, equivariant }],
      [{ together: false }, { ...answer, equivariant }],
    ]),
  'posenc-spectrum': () => ['wave', 'window', 'chord'].map((heard) => [{ heard }]),
  'posenc-rope-cache': () => {
    const timed = (/** @type {number} */ ms) => ({ each: [], median: ms, lowest: ms, highest: ms });
    return [
      [timed(1.234), timed(0.01234)],
      [timed(0.01234), timed(1.234)],
      [timed(1.234), timed(1.234)],
    ].map(([computed, cached]) => [{}, { measured: { computed, cached, repeats: 10 } }]);
  },
  'posenc-learned-trained': ({ before }) =>
    [-0.123, 0.9].map((mean) => [
      {
        snapshots: {
          at: () => ({ ...before, step: 300, similar: { ...before.similar, byOffset: [mean] } }),
        },
      },
    ]),
  'posenc-pictures': ({ networks }) =>
    networks.flatMap((/** @type {any} */ network) =>
      [false, true].map((isOver) => {
        const run = { network, latest: { step: 300, trained: 31.25, heldOut: 25.125 } };
        const raw = { network: networks[0], latest: { step: 300, trained: 18, heldOut: 17.25 } };
        return [{ training: { best: run, runs: [raw, run], isOver } }];
      }),
    ),
  'posenc-raise-base': () =>
    ['trained', 'base', 'longer', 'both'].map((best) => {
      const phase = (/** @type {string} */ name) => ({
        evaluated: [{ bits: name === best ? 2.125 : 12.25 }],
      });
      const names = ['trained', 'base', 'longer', 'both'];
      return [{}, { phases: Object.fromEntries(names.map((name) => [name, phase(name)])) }];
    }),
  'posenc-frequency-bands': ({ lengths }) =>
    ['fast', 'middle', 'slow'].map((worst) => {
      const of = (/** @type {string} */ band) =>
        lengths.map(() => (band === worst ? 12.345 : 2.345));
      const byLength = { fast: of('fast'), middle: of('middle'), slow: of('slow') };
      return [{}, { bits: { whole: of(''), byLength, byHead: byLength } }];
    }),
  'posenc-remedies': remediesOf,
  'posenc-text-remedies': remediesOf,
};

/** Each remedy ahead of all others, some of them, none of them. @param {any} answer @returns {[object, object][]} */
function remediesOf({ tried, lengths, measure }) {
  const [good, bad] = measure.isBetter(1, 0) ? [0.985, 0.125] : [2.345, 12.345];
  const cases = [
    [],
    ...tried.map((/** @type {unknown} */ _, /** @type {number} */ n) => [n]),
    [1, 2, 3],
  ];
  return cases.map((ahead) => [
    {},
    {
      results: tried.map((/** @type {unknown} */ _, /** @type {number} */ n) =>
        lengths.map(() => ({ fresh: ahead.includes(n) ? good : bad, old: good })),
      ),
    },
  ]);
}

for (const tag of tags) {
  test(`the words of ${tag} are short`, async () => {
    const figure = await make(tag.replace('posenc-', ''), {});
    const defaults = figure.current;
    const settings = [
      {},
      ...figure.presets.map((/** @type {any} */ preset) => preset.values),
      ...Object.entries(figure.parameters).flatMap(([name, parameter]) =>
        valuesOf(parameter).map((value) => ({ [name]: value })),
      ),
    ];
    let checked = 0;
    for (const values of settings) {
      Object.assign(figure, defaults, values);
      figure.failure = null;
      await figure.askOnce();
      // (Some values go only with others.)
      if (figure.failure) continue;
      checkCaption(figure, figure.shown.answer, JSON.stringify(values));
      checked++;
    }
    assert.ok(checked > settings.length / 2);

    Object.assign(figure, defaults);
    await figure.askOnce();
    const { answer } = figure.shown;
    for (const [set, more] of states[tag]?.(answer) ?? []) {
      for (const [name, value] of Object.entries(set)) {
        Object.defineProperty(figure, name, { value, configurable: true, writable: true });
      }
      checkCaption(figure, { ...answer, ...more }, JSON.stringify(more));
    }
  });
}
