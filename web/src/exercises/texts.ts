// All that the page says of each exercise by hand, in the lesson's order. The core has the questions and grades the answers.
import { html, type TemplateResult } from 'lit';
import type { Asked } from '../core/api.ts';

/** The numbers of a variant, by name. */
export type Facts = Asked['facts'];

/** An exercise in lists. */
export interface Heading {
  title: string;
  /** A word or two, for the map of all exercises. */
  short: string;
  /** Its number in the course, such as 'E13.1'. */
  label?: string;
  /** Its place on the page of exercises, if it is not its id. */
  part?: string;
  /** The goal in teaching.json that it checks. */
  goal: string;
  /** Lines on a square of 24 by 24, for the map: what it is about, not data. */
  picture: string;
}

/** The height kept for a part until it comes, in rem: as measured on a wide screen, on a phone, and there with touch. */
export type Room = readonly [wide: number, narrow: number, touch: number];

export interface ExerciseText extends Heading {
  room: Room;
  /** 'Practice' if there is none. */
  section?: string;
  /** In Markdown, for readers without JavaScript, with links such as (rope#worked-by-hand). Those that have one are in {{practice}}. */
  summary?: string;
  task: (facts: Facts) => TemplateResult;
  /** What is said when all is right. */
  closing: (facts: Facts) => TemplateResult;
  /** The name of the components of a group. */
  component: (group: string) => string;
  /** The number of the first component, if it is not 0. */
  from?: number;
  /** Each question continues from the answers before it. */
  chained?: boolean;
  /** The names of groups and single items, if they differ from the core's. */
  names?: Record<string, string>;
  /** The wording of the items with choices. */
  choices?: Record<string, Choices>;
}

interface Choices {
  /** Its options are long: they go below the label, over the whole width. */
  stacked?: boolean;
  label: (facts: Facts) => string;
  options: (facts: Facts) => Record<string, string>;
  /** The explanation of a wrong choice: the same for all, or by choice. */
  wrong: string | Record<string, string>;
}

/** '0, 1, 5' as its parts. */
const parts = (list = '') => list.split(', ');

/** 'PE(0)·PE(1)', of the n-th and another of the positions. */
const product = (positions = '', one: number, other: number) =>
  `PE(${parts(positions)[one]})·PE(${parts(positions)[other]})`;

/** 'PE(0), PE(1) and PE(5)'. */
function encodings(positions = ''): string {
  const all = parts(positions).map((position) => `PE(${position})`);
  return `${all.slice(0, -1).join(', ')} and ${all[all.length - 1]}`;
}

const vector = (list = '') => `(${list.replaceAll('-', '−')})`;

/** ' Only 0.25 of each head …' where part of it rotates. */
const rotatingPart = ({ partial }: Facts) =>
  partial === '1' ? '' : ` Only ${partial} of each head rotates.`;

/** ' Its scaling …' where a config has one. */
function scaling({ factor, original, claimed }: Facts): string {
  if (factor === '1') return '';
  const before = original === claimed ? '' : ` (its original length was ${original})`;
  return ` Its scaling slows the slowest pairs by a factor of ${factor}${before}.`;
}

export const texts: Record<string, ExerciseText> = {
  'e13.1': {
    title: 'Work out encodings and their products',
    short: 'Rows',
    label: 'E13.1',
    part: 'by-hand-e13-1',
    section: 'By hand',
    goal: 'table',
    picture: 'M12 3a9 9 0 1 0 .01 0M12 12l5.5-4.5',
    room: [43.4, 97.2, 103.5],
    task: ({ d, base, positions }) =>
      html`For d = ${d} and base ${base}, work out ${encodings(positions)}, then the dot products.
        Give three decimals, or write an expression such as <code>cos(2/7)</code>.`,
    closing: () =>
      html`A dot product of two encodings depends only on the difference of their positions: for
      positions k apart it is the sum of cos(k ω) over all frequencies ω. Products with the same k
      are equal, wherever the positions are.`,
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
        wrong: 'Compare your first two products.',
      },
    },
  },
  'e13.1-why': {
    title: 'Which products are equal, and why?',
    short: 'Products',
    label: 'E13.1',
    part: 'why-equal',
    section: 'By hand',
    goal: 'distance',
    picture: 'M3 7h8M13 17h8M3 4.5v5M11 4.5v5M13 14.5v5M21 14.5v5',
    room: [26, 36.7, 38.5],
    task: ({ d, base, positions = '' }) =>
      html`For d = ${d} and base ${base}, look at three dot products of ${encodings(positions)}:
      ${product(positions, 0, 1)}, ${product(positions, 2, 3)} and ${product(positions, 0, 2)}. You
      need no exact values to answer, but you can work them out.`,
    closing: () =>
      html`PE(a)·PE(b) is the sum of cos(k ω) over all pairs, where k is the distance from a to b.
      Equal distances give equal products. A larger distance usually gives a smaller product, but
      not always: each cosine comes back to 1.`,
    component: () => 'number',
    choices: {
      equal: {
        stacked: true,
        label: ({ positions }) => `${product(positions, 0, 1)} and ${product(positions, 2, 3)}`,
        options: () => ({
          'same-distance': 'equal: the same distance apart',
          'same-length': 'equal: all have the same length',
          'other-distance': 'not equal: the distances differ',
          'farther-out': 'not equal: one pair is farther out',
        }),
        wrong: {
          'same-distance': 'Subtract the positions in each product: the distances differ.',
          'same-length':
            'All encodings do have the same length, but a product also depends on the angle between its two vectors.',
          'other-distance': 'Subtract the positions in each product: the distances are the same.',
          'farther-out':
            'How far out a pair is does not matter. In the product, only the difference of the two positions is left.',
        },
      },
      compare: {
        stacked: true,
        label: ({ positions }) =>
          `${product(positions, 0, 2)}, compared with ${product(positions, 0, 1)}`,
        options: () => ({
          'smaller-sum': 'smaller: the cosines sum to less',
          'larger-sum': 'larger: the cosines sum to more',
          'always-smaller': 'smaller, as at any larger distance',
          'same-length': 'equal: all have the same length',
        }),
        wrong: {
          'smaller-sum':
            'Add up cos(k ω) over the pairs for both distances: the first product has the larger sum.',
          'larger-sum':
            'Add up cos(k ω) over the pairs for both distances: the first product has the smaller sum.',
          'always-smaller':
            'No width makes the product fall at every step: a fast pair completes a turn, and its cosine is 1 again.',
          'same-length':
            'Vectors of equal length can have any product between plus and minus the square of that length.',
        },
      },
    },
  },
  'rope-chain': {
    title: 'From frequencies to attention',
    short: 'RoPE',
    part: 'from-frequencies-to-attention',
    section: 'By hand',
    goal: 'rotation',
    picture: 'M4 19h17M4 19 14 5M12.5 19a8.5 8.5 0 0 0-3.6-6.9',
    room: [65, 131, 138.3],
    task: ({ base, d, m, n1, n2, q, k1, k2 }) =>
      html`One head has d = ${d} and base ${base}. The query q = ${vector(q)} is at position m =
      ${m}, the keys k1 = ${vector(k1)} at n1 = ${n1} and k2 = ${vector(k2)} at n2 = ${n2}. Rotate
      all three with RoPE, pairing neighbors, to get q′, k1′ and k2′, then work out both scores,
      divided by √d, and their softmax weights. Each step continues from your own numbers.`,
    closing: () =>
      html`These are all the steps of one row of attention with RoPE. Add 1 to all three positions:
      q and both keys turn, and neither score changes.`,
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
  },
  'dft-peak': {
    title: 'Find the peak of a spectrum',
    summary:
      'Find the pair, the wavelength and the peak bin of dimension 12, with d = 64 and 100 positions. See its [spectrum](signal#its-spectrum).',
    short: 'Spectrum',
    label: 'Practice 1',
    goal: 'peak',
    picture: 'M3 20v-3M7.5 20v-5M12 20V3M16.5 20v-6M21 20v-3',
    room: [27.1, 45.3, 47.5],
    task: ({ d, base, dimension, count }) =>
      html`Take the waves with d = ${d} and base ${base} over the first ${count} positions. Which
      pair does dimension ${dimension} belong to, what is its wavelength, and in which bin of the
      discrete Fourier transform is its peak?`,
    closing: ({ count }) =>
      html`Bin k is the wave that repeats k times in ${count} positions. Few wavelengths fit
      exactly, so some of the peak leaks into the bins next to it.`,
    component: () => 'number',
    chained: true,
    names: { pair: 'pair i', wavelength: 'wavelength', bin: 'bin of the peak' },
  },
  similarities: {
    title: 'How near is near?',
    summary:
      'Work out the cosine similarity at distances 1, 5 and 10, and of positions 100 and 105, with d = 64. See [similarity against distance](hash#how-similarity-falls).',
    short: 'Similarity',
    label: 'Practice 2',
    goal: 'similarity',
    picture: 'M3 4c4 0 3 13 8 12s3-6 5.5-4 3 3 4.5 2',
    room: [25.7, 45.4, 48.1],
    task: ({ d, base, distances }) =>
      html`With d = ${d} and base ${base}, work out the cosine similarity s(k) of two encodings
      whose positions are k = ${distances} apart, and once more for two positions far out.`,
    closing: () =>
      html`The last one equals one of the others: only the distance counts, wherever the two
      positions are.`,
    component: () => 'number',
  },
  'shift-matrix': {
    title: 'Write down the shift matrix',
    summary:
      'Write down the matrix that takes PE(pos) to PE(pos + 3) for d = 4. See [A step is a turn](sinusoidal#a-step-is-a-turn).',
    short: 'Shift',
    goal: 'shift',
    picture: 'M4 4h7v7H4zM13 13h7v7h-7zM6 6.5h3M15 15.5h3',
    room: [32, 73.2, 77.7],
    task: ({ d, base, k }) =>
      html`For d = ${d} and base ${base}, write down the matrix M with PE(pos + ${k}) = M PE(pos)
      for every pos, where PE is a column. Go row by row, and give three decimals.`,
    closing: ({ k }) =>
      html`M does not depend on pos: a step of ${k} is the same turn everywhere. Pairs do not mix,
      so everything outside the 2 × 2 blocks is 0.`,
    component: () => 'column',
    names: Object.fromEntries([0, 1, 2, 3].map((row) => [`M[${row}]`, `row ${row}`])),
  },
  'alibi-slopes': {
    title: 'Work out ALiBi’s slopes',
    summary:
      'Give the slopes of ALiBi for 8 heads and for 6. See [A slope for each head](alibi#a-slope-for-each-head).',
    short: 'Slopes',
    goal: 'slopes',
    picture: 'M3 5 21 20M3 5l18 8M3 5l18 4M3 5h18',
    room: [35.8, 62.8, 66.8],
    task: ({ power, other }) =>
      html`Give the slope of every head, in the order of the heads: for ${power} heads, and for
        ${other} heads as in the released code. Use five decimals or a formula:
        <code>2^(-1/2)</code>.`,
    closing: ({ other }) =>
      html`The slopes are one geometric sequence only if the number of heads is a power of two. With
      ${other} heads, the first slopes are those of the next smaller power, and the rest are every
      other slope of twice that many heads.`,
    component: () => 'head',
    from: 1,
  },
  'table-parameters': {
    title: 'Count the cost of a learned table',
    summary:
      'Count the parameters of a learned table of 512 rows and width 768. See [A table of parameters](learned#a-table-of-parameters).',
    short: 'Table',
    goal: 'lookup',
    picture: 'M4 4h16v16H4zM4 9.3h16M4 14.6h16M9.3 4v16M14.6 4v16',
    room: [20, 33.9, 35.7],
    task: ({ rows, d }) =>
      html`A model of width d = ${d} has a learned table for ${rows} positions. How many parameters
      does the table have, and what is the last position it covers?`,
    closing: () =>
      html`All of them are trainable, and a position past the last has no row at all. The waves have
      no parameters and no last row.`,
    component: () => 'number',
    names: { parameters: 'parameters', last: 'last position' },
  },
  'unfinished-pairs': {
    title: 'Count a real model’s unfinished pairs',
    summary:
      'From the numbers in Llama 3.1’s config, count the pairs that never complete a turn within its claimed length. See [Angles never seen](longer#angles-never-seen).',
    short: 'Config',
    goal: 'unfinished',
    picture: 'M12 3a9 9 0 1 1-8.5 6M12 12V3M12 12 3.5 9',
    room: [29.9, 50.8, 53],
    task: (facts) =>
      html`According to its config.json, ${facts.model} has heads of width ${facts.head_dim} and
      base ${facts.base}; it claims ${facts.claimed}
      positions.${rotatingPart(facts)}${scaling(facts)} How many pairs rotate? For which i, not
      rounded, would a pair complete exactly one turn within the claimed length? And how many pairs
      never complete one?`,
    closing: ({ claimed }) =>
      html`Up to position ${claimed}, these pairs show the model only part of their circle. A longer
      text takes them to new angles.`,
    component: () => 'number',
    chained: true,
    names: { pairs: 'rotating pairs', turn: 'i for one turn', unfinished: 'unfinished pairs' },
  },
  'axial-rope': {
    title: 'Score two patches',
    summary:
      'Rotate a query and a key at two patches of a 2 × 2 grid with axial RoPE, d = 8 and base 100, and work out their score. It is [RoPE](rope#worked-by-hand) twice: [x turns one half of the pairs, y the other](beyond-words#turned-along-two-axes).',
    short: 'Patches',
    goal: 'axes',
    picture: 'M4 4h16v16H4zM12 4v16M4 12h16M8 8l8 8',
    room: [54.7, 114, 121],
    task: ({ d, base, q, k, patch_q, patch_k }) =>
      html`One head has d = ${d} and rotates with axial RoPE, base ${base}: in each half, pair i has
      the frequency ${base} to the power of −4i/d. Pairs are neighbors; x turns the first half of
      them, y the second. The query q = ${vector(q)} is at patch (x, y) = ${vector(patch_q)} of a 2
      × 2 grid, the key k = ${vector(k)} at ${vector(patch_k)}. Work out the angles φ of all pairs,
      the rotated vectors q′ and k′, and their score, divided by √d. Each step continues from your
      own numbers.`,
    closing: () =>
      html`The score is a sum of two parts: the first half of the pairs sees only how far apart the
      patches are in x, the second only how far apart they are in y. Move both patches by the same
      step, and neither part changes.`,
    component: (group) => (group.startsWith('angle') ? 'pair' : 'component'),
    chained: true,
    names: { 'angle(q)': 'φ(q)', 'angle(k)': 'φ(k)', "q'": 'q′', "k'": 'k′' },
  },
};

/** The name of a group or a single item, as written by hand. */
export const nameOf = (id: string, { names }: ExerciseText): string =>
  names?.[id] ?? id.replace(').', ')·').replaceAll('-', '−');
