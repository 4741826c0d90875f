// The words for a slip, and where the lesson shows it. The words are the core's.
import { reasons, verdictsInExercises } from '../../../build/wasm/posenc-verdicts.mjs';
import type { Reason } from '../core/api.ts';

/** A full explanation of an answer: the problem, then the reason. */
export interface Statement {
  first: string;
  why: string;
  /** Where the lesson explains it. */
  shown?: Shown;
}

/** A figure or a part of the lesson. */
export interface Shown {
  href: string;
  title: string;
}

interface Slip extends Statement {
  shown: Shown;
}

const at = {
  chord: {
    href: './sinusoidal.html#a-chord-for-every-position',
    title: 'A chord for every position',
  },
  clock: { href: './sinusoidal.html#two-numbers-one-clock-hand', title: 'The clock hands' },
  byHand: { href: './sinusoidal.html#by-hand-with-d-4', title: 'The table for d = 4' },
  wavelengths: { href: './sinusoidal.html#from-fast-to-slow', title: 'Wavelengths of all pairs' },
  shift: { href: './sinusoidal.html#a-step-is-a-turn', title: 'The shift matrix' },
  products: {
    href: './sinusoidal.html#only-the-distance-counts',
    title: 'Dot products around a position',
  },
  spectrum: { href: './signal.html#its-spectrum', title: 'The spectrum of a dimension' },
  slow: { href: './signal.html#too-slow-to-be-seen', title: 'A wave too slow to be seen' },
  kernel: { href: './hash.html#how-similarity-falls', title: 'Similarity against distance' },
  table: { href: './learned.html#a-table-of-parameters', title: 'A table of parameters' },
  lastRow: { href: './learned.html#past-the-last-row', title: 'Past the last row' },
  rotation: { href: './rope.html#worked-by-hand', title: 'A rotation worked by hand' },
  dials: { href: './rope.html#only-the-difference-is-left', title: 'The dials of query and key' },
  layouts: { href: './rope.html#two-layouts-one-silent-bug', title: 'Two layouts' },
  attention: { href: './order.html#what-attention-computes', title: 'What attention computes' },
  bias: { href: './alibi.html#a-price-for-distance', title: 'A price for distance' },
  slopes: { href: './alibi.html#a-slope-for-each-head', title: 'A slope for each head' },
  partRotated: { href: './rope.html#why-not-the-values', title: 'Heads that rotate in part' },
  unfinished: { href: './longer.html#angles-never-seen', title: 'Angles never seen' },
  axes: { href: './beyond-words.html#turned-along-two-axes', title: 'Turned along two axes' },
  scaling: { href: './longer.html#llama-3-s-rule-or-train-longer', title: 'Llama 3’s rule' },
} satisfies Record<string, Shown>;

/** Where the lesson explains each slip. */
const shownAt: Record<Reason, Shown> = {
  rounded: at.byHand,
  degrees: at.clock,
  exponent: at.chord,
  'sin-cos-swapped': at.clock,
  'one-based': at.byHand,
  'inverted-exponent': at.wavelengths,
  'decimal-shift': at.byHand,
  'wrong-sign': at.clock,
  'rounded-early': at.rotation,
  truncated: at.byHand,
  'last-digit': at.byHand,

  'other-layout': at.layouts,
  'rotation-sign': at.dials,
  'pair-order': at.layouts,
  'mixed-conventions': at.layouts,
  'not-scaled': at.attention,
  'not-normalised': at.attention,

  'dimension-for-pair': at.clock,
  'no-two-pi': at.wavelengths,
  'upside-down': at.spectrum,
  'bin-from-one': at.spectrum,

  'not-divided': at.kernel,
  exponential: at.kernel,

  transposed: at.shift,

  'slope-from-zero': at.slopes,
  'power-of-head': at.slopes,
  'geometric-slopes': at.slopes,
  'first-of-twice': at.slopes,

  added: at.table,
  'one-row-less': at.lastRow,
  square: at.table,

  'whole-head': at.partRotated,
  'factor-ignored': at.scaling,
  'original-length': at.scaling,
  'finished-pairs': at.unfinished,

  'mixed-layout': at.layouts,
  'input-added': at.rotation,
  'base-ignored': at.wavelengths,
  'positive-bias': at.bias,
  'not-masked': at.bias,
  'mask-reversed': at.bias,
  'positions-ignored': at.lastRow,
  'bias-scaled': at.bias,

  'axes-swapped': at.axes,
  'one-frequency-list': at.axes,
  'axes-added': at.axes,
  'one-axis': at.axes,
  'layout-in-halves': at.axes,
};

const inGeneral = new Map<string, Statement>(
  reasons.map(({ name, first, why }) => [name, { first, why }]),
);

/** An exercise's own words for an outcome or a reason, if it has any. */
export function ownWords(exercise: string, code: string): Statement | undefined {
  const own = verdictsInExercises.find(
    ({ code: its, exercises }) => its === code && exercises.includes(exercise),
  );
  return own && { first: own.first, why: own.why };
}

/** The words for a slip in an exercise; undefined for a slip in kept work that this version does not know. */
export function slipIn(exercise: string, reason: Reason): Slip;
export function slipIn(exercise: string, reason: string): Slip | undefined;
export function slipIn(exercise: string, reason: string): Slip | undefined {
  const usual = inGeneral.get(reason);
  return usual && { ...usual, ...ownWords(exercise, reason), shown: shownAt[reason as Reason] };
}
