// All exercises in the lesson's order, for lists, sets for a class, and records of work.
import type { LabSet } from '../core/api.ts';
import { texts as inCodeTexts } from './code/texts.ts';
import { texts } from './texts.ts';

export type Kind = 'hand' | 'lab' | 'code' | 'quiz';

export interface Entry {
  /** Its name in the core and in the storage. */
  id: string;
  title: string;
  /** Its number in the course, such as 'E13.1'; '' if it has none. */
  label: string;
  /** Its place in the lesson. */
  href: string;
  kind: Kind;
  section: string;
}

const page = './exercises.html';

const byHand = (id: string, part: string, section: string): Entry => ({
  id,
  title: texts[id]?.title ?? id,
  label: texts[id]?.label ?? '',
  href: `${page}#${part}`,
  kind: 'hand',
  section,
});
/** Questions about a run that the learner trained, in the labs. */
const inLab = (id: LabSet, title: string, label: string, part: string): Entry => ({
  id,
  title,
  label,
  href: `./train.html#${part}`,
  kind: 'lab',
  section: 'Labs',
});
const inCode = (id: string, part: string): Entry => ({
  id,
  title: inCodeTexts[id]?.title ?? id,
  label: inCodeTexts[id]?.label ?? '',
  href: `${page}#${part}`,
  kind: 'code',
  section: 'In code',
});

export const catalogue: readonly Entry[] = [
  byHand('e13.1', 'by-hand-e13-1', 'By hand'),
  byHand('e13.1-why', 'why-equal', 'By hand'),
  byHand('rope-chain', 'from-frequencies-to-attention', 'By hand'),
  byHand('dft-peak', 'dft-peak', 'Practice'),
  byHand('similarities', 'similarities', 'Practice'),
  byHand('shift-matrix', 'shift-matrix', 'Practice'),
  byHand('alibi-slopes', 'alibi-slopes', 'Practice'),
  byHand('table-parameters', 'table-parameters', 'Practice'),
  inLab('prediction', 'Guesses before a run', '', 'lab-1-in-order-or-not'),
  inLab('e13.2', 'Compare five encodings', 'E13.2', 'lab-1-in-order-or-not'),
  inLab('practice-3', 'What does removing the encoding cost?', 'Practice 3', 'lab-2-take-it-away'),
  inLab('practice-4', 'Is a hybrid better than its parts?', 'Practice 4', 'lab-2-take-it-away'),
  inLab('practice-5', 'RoPE against sinusoidal', 'Practice 5', 'lab-2-take-it-away'),
  inLab('longer', 'Longer than in training', '', 'lab-3-longer-than-it-ever-saw'),
  inCode('code-alibi', 'e13-3-write-alibi'),
  inCode('code-sinusoidal', 'code-the-waves'),
  inCode('code-learned', 'code-learned'),
  inCode('code-rope', 'code-the-turn'),
  inCode('code-scores', 'code-scores'),
  inCode('debug-layout', 'a-rotation-that-is-none'),
  inCode('debug-added', 'a-rotation-that-adds'),
  { id: 'quiz', title: 'Quiz', label: '', href: `${page}#quiz`, kind: 'quiz', section: 'Quiz' },
];

export const entryOf = (id: string): Entry | undefined =>
  catalogue.find((entry) => entry.id === id);

export const titleOf = (id: string): string => entryOf(id)?.title ?? id;

/** Whether it has a variant for each seed. In labs, each learner has a run of their own instead. */
export const hasVariants = (id: string): boolean => entryOf(id)?.kind !== 'lab';
