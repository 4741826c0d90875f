// How each exercise is put to the learner. What is asked, and what is right, the core knows.
import { html, type TemplateResult } from 'lit';
import type { Asked, Item } from '../core/api.ts';

/** What the core says of a variant, by name. */
export type Facts = Asked['facts'];

export interface ExerciseText {
  title: string;
  task: (facts: Facts) => TemplateResult;
  /** What to take away when all is right. */
  closing: (facts: Facts) => TemplateResult;
  /** What the components of a group are called. */
  component: (group: string) => string;
  /** The number of the first component, where it is not 0. */
  from?: number;
  /** What is asked later goes on from the answers before. */
  chained?: boolean;
  /** How a group, or an item that stands alone, is written; as the core has it where it is not here. */
  names?: Record<string, string>;
  /** What the choices of an item are called, the item itself, and what to say about a wrong one. */
  choices?: Record<string, Choices>;
  /** What the core is going to ask and say of the lesson's form: it keeps the place until the core has answered. */
  expected: Asked;
}

interface Choices {
  label: (facts: Facts) => string;
  options: (facts: Facts) => Record<string, string>;
  wrong: string;
}

const expect = (id: string, group = '', choices: string[] = []): Item => ({
  id,
  group,
  choices,
  hint: '',
  decimals: 3,
});
const alone = (...ids: string[]) => ids.map((id) => expect(id));
const vectors = (components: number, ...names: string[]) =>
  names.flatMap((name) =>
    Array.from({ length: components }, (_, component) => expect(`${name}[${component}]`, name)),
  );

/** '0, 1, 5' as its parts. */
const parts = (list = '') => list.split(', ');

/** 'PE(0), PE(1) and PE(5)'. */
function encodings(positions = ''): string {
  const all = parts(positions).map((position) => `PE(${position})`);
  return `${all.slice(0, -1).join(', ')} and ${all[all.length - 1]}`;
}

const vector = (list = '') => `(${list.replaceAll('-', '−')})`;

export const texts: Record<string, ExerciseText> = {
  'e13.1': {
    title: 'By hand: E13.1',
    task: ({ d, base, positions }) =>
      html`For d = ${d} and base ${base}, work out ${encodings(positions)}, then the dot products.
        Give three decimals, or write what you would compute: <code>cos(2/7)</code>.`,
    closing: () =>
      html`A dot product of two encodings depends on the difference of their positions alone: it is
      the sum of cos(k ω) over all frequencies ω, for positions that are k apart. Products with the
      same k are equal, wherever their positions lie.`,
    component: () => 'dimension',
    choices: {
      similar: {
        label: () => 'the first two products',
        options: ({ positions }) => {
          const at = parts(positions);
          const [first, second] =
            at.length > 3
              ? [`${at[0]})·PE(${at[1]}`, `${at[2]})·PE(${at[3]}`]
              : [`${at[0]})·PE(${at[1]}`, `${at[1]})·PE(${at[2]}`];
          return {
            first: `PE(${first}) is larger`,
            equal: 'they are equal',
            second: `PE(${second}) is larger`,
          };
        },
        wrong: 'Put your first two products side by side.',
      },
    },
    expected: {
      facts: { d: '4', base: '10000', positions: '0, 1, 5, 6' },
      items: [
        ...vectors(4, 'PE(0)', 'PE(1)', 'PE(5)', 'PE(6)'),
        ...alone('PE(0).PE(1)', 'PE(5).PE(6)', 'PE(0).PE(5)'),
        expect('similar', '', ['first', 'equal', 'second']),
      ],
    },
  },
  'rope-chain': {
    title: 'By hand: from frequencies to attention',
    task: ({ base, d, m, n1, n2, q, k1, k2 }) =>
      html`One head with d = ${d}, base ${base}. The query q = ${vector(q)} stands at m = ${m}, the
      keys k1 = ${vector(k1)} at n1 = ${n1} and k2 = ${vector(k2)} at n2 = ${n2}. Rotate all three
      by RoPE with neighbouring pairs, to q′, k1′ and k2′, then work out both scores, divided by √d,
      and their softmax weights. Each step goes on with your own numbers.`,
    closing: () =>
      html`These are all the steps of one row of attention with RoPE. Put all three positions one
      further on: q and both k turn, and neither score changes.`,
    component: (group) => (/omega|angle/.test(group) ? 'pair' : 'component'),
    chained: true,
    names: {
      omega: 'ω',
      'angle(m)': 'm ω',
      'angle(n1)': 'n1 ω',
      'angle(n2)': 'n2 ω',
      "q'": 'q′',
      "k1'": 'k1′',
      "k2'": 'k2′',
      'score(1)': 'score of k1',
      'score(2)': 'score of k2',
      'weight(1)': 'weight of k1',
      'weight(2)': 'weight of k2',
    },
    expected: {
      facts: {
        d: '4',
        base: '100',
        m: '3',
        q: '0.8, 0.3, -0.5, 0.2',
        n1: '1',
        k1: '0.6, -0.4, 0.9, 0.1',
        n2: '2',
        k2: '-0.7, 0.5, 0.4, 0.8',
      },
      items: [
        ...vectors(2, 'omega', 'angle(m)', 'angle(n1)', 'angle(n2)'),
        ...vectors(4, "q'", "k1'", "k2'"),
        ...alone('score(1)', 'score(2)', 'weight(1)', 'weight(2)'),
      ],
    },
  },
  'dft-peak': {
    title: 'Practice: find the peak of a spectrum',
    task: ({ d, base, dimension, count }) =>
      html`Waves with d = ${d} and base ${base}, over the first ${count} positions. To which pair
      does dimension ${dimension} belong, how long is its wave, and in which bin of the discrete
      Fourier transform is its peak?`,
    closing: ({ count }) =>
      html`Bin k is the wave that comes round k times in ${count} positions. Few wavelengths fit
      exactly, so some of the peak leaks into the bins beside it.`,
    component: () => 'number',
    chained: true,
    names: { pair: 'pair i', wavelength: 'wavelength', bin: 'bin of the peak' },
    expected: {
      facts: { d: '64', base: '10000', dimension: '12', count: '100' },
      items: alone('pair', 'wavelength', 'bin'),
    },
  },
  similarities: {
    title: 'Practice: how near is near?',
    task: ({ d, base, distances }) =>
      html`Cosine similarity of two encodings with d = ${d} and base ${base}: s(k) for positions
      that are k = ${distances} apart, and once more for two that lie far out.`,
    closing: () =>
      html`The last one equals one of the others: only the distance counts, wherever both lie.`,
    component: () => 'number',
    expected: {
      facts: { d: '64', base: '10000', distances: '1, 5, 10', far: '100' },
      items: alone('s(1)', 's(5)', 's(10)', 's(100, 105)'),
    },
  },
  'shift-matrix': {
    title: 'Practice: the shift matrix',
    task: ({ d, base, k }) =>
      html`For d = ${d} and base ${base}, write down the matrix M with PE(pos + ${k}) = M PE(pos)
      for every pos, PE as a column. Row by row, three decimals.`,
    closing: ({ k }) =>
      html`M does not know pos: a step of ${k} is the same turn everywhere. Pairs do not mix, so
      whatever lies outside the 2 × 2 blocks is 0.`,
    component: () => 'column',
    names: Object.fromEntries([0, 1, 2, 3].map((row) => [`M[${row}]`, `row ${row}`])),
    expected: {
      facts: { d: '4', base: '10000', k: '3' },
      items: vectors(4, 'M[0]', 'M[1]', 'M[2]', 'M[3]'),
    },
  },
  'alibi-slopes': {
    title: 'Practice: slopes of ALiBi',
    task: ({ power, other }) =>
      html`The slopes of all heads, from the steepest on: for ${power} heads, and for ${other} heads
        as the released code has them. Five decimals, or as a formula: <code>2^(-1/2)</code>.`,
    closing: ({ other }) =>
      html`Only for a power of two is it one geometric series. ${other} heads take that of the next
      smaller power, then every other slope of twice as many.`,
    component: () => 'head',
    from: 1,
    expected: {
      facts: { power: '8', other: '6' },
      items: [...vectors(8, 'm(8)'), ...vectors(6, 'm(6)')],
    },
  },
  'table-parameters': {
    title: 'Practice: what a learned table costs',
    task: ({ rows, d }) =>
      html`A learned table for ${rows} positions, in a model of width d = ${d}. How many parameters
      does it have, and which is the last position that it knows?`,
    closing: () =>
      html`All of them are trained, and a position past the last has no row at all. The waves have
      no parameter and no last row.`,
    component: () => 'number',
    names: { parameters: 'parameters', last: 'last position' },
    expected: { facts: { rows: '512', d: '768' }, items: alone('parameters', 'last') },
  },
};

/** How a group, or an item that stands alone, is written: PE(0).PE(1) as by hand. */
export const nameOf = (id: string, { names }: ExerciseText): string =>
  names?.[id] ?? id.replace(').', ')·').replaceAll('-', '−');
