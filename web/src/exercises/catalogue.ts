// All exercises in the lesson's order, for lists, sets for a class, and records of work.
import type { LabSet } from '../core/api.ts';
import { texts as inCodeTexts } from './code/texts.ts';
import { texts } from './texts.ts';

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

const byHand = (id: string, short: string, part: string, section: string): Entry => ({
  id,
  short,
  title: texts[id]?.title ?? id,
  label: texts[id]?.label ?? '',
  href: `${page}#${part}`,
  kind: 'hand',
  section,
});
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
const inCode = (id: string, short: string, part: string): Entry => ({
  id,
  short,
  title: inCodeTexts[id]?.title ?? id,
  label: inCodeTexts[id]?.label ?? '',
  href: `${page}#${part}`,
  kind: 'code',
  section: 'In code',
});

export const catalogue: readonly Entry[] = [
  byHand('e13.1', 'Rows', 'by-hand-e13-1', 'By hand'),
  byHand('e13.1-why', 'Products', 'why-equal', 'By hand'),
  byHand('rope-chain', 'RoPE', 'from-frequencies-to-attention', 'By hand'),
  byHand('dft-peak', 'Spectrum', 'dft-peak', 'Practice'),
  byHand('similarities', 'Similarity', 'similarities', 'Practice'),
  byHand('shift-matrix', 'Shift', 'shift-matrix', 'Practice'),
  byHand('alibi-slopes', 'Slopes', 'alibi-slopes', 'Practice'),
  byHand('table-parameters', 'Table', 'table-parameters', 'Practice'),
  byHand('unfinished-pairs', 'Config', 'unfinished-pairs', 'Practice'),
  byHand('axial-rope', 'Patches', 'axial-rope', 'Practice'),
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
  inCode('code-alibi', 'ALiBi', 'e13-3-write-alibi'),
  inCode('code-sinusoidal', 'Waves', 'code-the-waves'),
  inCode('code-learned', 'Lookup', 'code-learned'),
  inCode('code-rope', 'RoPE', 'code-the-turn'),
  inCode('code-rope-2d', 'RoPE 2-D', 'code-rope-2d'),
  inCode('code-scores', 'Scores', 'code-scores'),
  inCode('debug-layout', 'Bug 1', 'a-rotation-that-is-none'),
  inCode('debug-added', 'Bug 2', 'a-rotation-that-adds'),
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
