// All exercises in the lesson's order, for lists, sets for a class, and records of work.
import type { LabSet } from '../core/api.ts';

export type Kind = 'hand' | 'lab' | 'code' | 'quiz';

export interface Entry {
  /** Its name in the core and in the storage. */
  id: string;
  title: string;
  /** A word or two, for the map of all exercises. */
  short: string;
  /** Its number in the course, such as 'E13.1'; '' if it has none. */
  label: string;
  /** Its place in the lesson. */
  href: string;
  kind: Kind;
  section: string;
}

const page = './exercises.html';

/** (The texts of exercises are other files: lists, which more pages have, need none of them.) */
interface Heading {
  title: string;
  label?: string;
}

const onPage =
  (kind: 'hand' | 'code', section: string) =>
  (id: string, short: string, part: string, { title, label = '' }: Heading): Entry => ({
    id,
    short,
    title,
    label,
    href: `${page}#${part}`,
    kind,
    section,
  });
const byHand = onPage('hand', 'By hand');
const practice = onPage('hand', 'Practice');
const inCode = onPage('code', 'In code');
/** Questions about a run that the learner trained, in the labs. */
const inLab = (
  id: LabSet,
  short: string,
  title: string,
  label: string,
  part: string,
  page = './train.html',
): Entry => ({
  id,
  short,
  title,
  label,
  href: `${page}#${part}`,
  kind: 'lab',
  section: 'Labs',
});

export const catalogue: readonly Entry[] = [
  byHand('e13.1', 'Rows', 'by-hand-e13-1', {
    title: 'Work out encodings and their products',
    label: 'E13.1',
  }),
  byHand('e13.1-why', 'Products', 'why-equal', {
    title: 'Which products are equal, and why?',
    label: 'E13.1',
  }),
  byHand('rope-chain', 'RoPE', 'from-frequencies-to-attention', {
    title: 'From frequencies to attention',
  }),
  practice('dft-peak', 'Spectrum', 'dft-peak', {
    title: 'Find the peak of a spectrum',
    label: 'Practice 1',
  }),
  practice('similarities', 'Similarity', 'similarities', {
    title: 'How near is near?',
    label: 'Practice 2',
  }),
  practice('shift-matrix', 'Shift', 'shift-matrix', {
    title: 'Write down the shift matrix',
  }),
  practice('alibi-slopes', 'Slopes', 'alibi-slopes', {
    title: 'Work out ALiBi’s slopes',
  }),
  practice('table-parameters', 'Table', 'table-parameters', {
    title: 'Count the cost of a learned table',
  }),
  practice('unfinished-pairs', 'Config', 'unfinished-pairs', {
    title: 'Count a real model’s unfinished pairs',
  }),
  practice('axial-rope', 'Patches', 'axial-rope', { title: 'Score two patches' }),
  inLab('prediction', 'Guess', 'Guesses before a run', '', 'lab-1-in-order-or-not'),
  inLab('e13.2', 'Compare', 'Compare five encodings', 'E13.2', 'lab-1-in-order-or-not'),
  inLab(
    'practice-3',
    'Without',
    'What does removing the encoding cost?',
    'Practice 3',
    'lab-2-take-it-away',
  ),
  inLab(
    'practice-4',
    'Hybrid',
    'Is a hybrid better than its parts?',
    'Practice 4',
    'lab-2-take-it-away',
  ),
  inLab('practice-5', 'Two tasks', 'RoPE against sinusoidal', 'Practice 5', 'lab-2-take-it-away'),
  inLab('longer', 'Longer', 'Longer than in training', '', 'lab-3-longer-than-it-ever-saw'),
  inLab('text', 'Book', 'Bits per character', '', 'lab-4-a-real-book', './book.html'),
  inLab(
    ...(['layers', 'Layers', 'A scheme for each layer', ''] as const),
    'lab-6-a-scheme-for-each-layer',
    './book.html',
  ),
  inCode('code-alibi', 'ALiBi', 'e13-3-write-alibi', {
    title: 'Write ALiBi’s bias',
    label: 'E13.3',
  }),
  inCode('code-sinusoidal', 'Waves', 'code-the-waves', { title: 'Write the sinusoidal table' }),
  inCode('code-learned', 'Lookup', 'code-learned', { title: 'Look up a learned table' }),
  inCode('code-rope', 'RoPE', 'code-the-turn', { title: 'Write RoPE’s rotation' }),
  inCode('code-rope-2d', 'RoPE 2-D', 'code-rope-2d', { title: 'Write RoPE for a grid' }),
  inCode('code-scores', 'Scores', 'code-scores', {
    title: 'Score keys under three encodings',
    label: 'E13.2',
  }),
  inCode('debug-layout', 'Bug 1', 'a-rotation-that-is-none', {
    title: 'Fix a rotation that is not one',
  }),
  inCode('debug-added', 'Bug 2', 'a-rotation-that-adds', { title: 'Fix a rotation that adds' }),
  {
    id: 'quiz',
    short: 'Questions',
    title: 'Quiz',
    label: '',
    href: `${page}#quiz`,
    kind: 'quiz',
    section: 'Quiz',
  },
];

export const entryOf = (id: string): Entry | undefined =>
  catalogue.find((entry) => entry.id === id);

export const titleOf = (id: string): string => entryOf(id)?.title ?? id;

/** Whether it has a variant for each seed. In labs, each learner has a run of their own instead. */
export const hasVariants = (id: string): boolean => entryOf(id)?.kind !== 'lab';
