// All exercises in the lesson's order, for lists, sets for a class, and records of work.
import type { LabSet } from '../core/api.ts';
import { texts as inCode } from './code/texts.ts';
import { texts as byHand, type Heading, type Room } from './texts.ts';

export type Kind = 'hand' | 'lab' | 'code' | 'quiz';

export interface Entry extends Omit<Heading, 'part'> {
  /** Its name in the core and in the storage. */
  id: string;
  /** '' if it has none. */
  label: string;
  /** Its place in the lesson. */
  href: string;
  kind: Kind;
  section: string;
  room?: Room | undefined;
}

const lab1 = { page: 'train', part: 'lab-1-in-order-or-not', goal: 'runs' };
const lab2 = { page: 'train', part: 'lab-2-take-it-away', goal: 'runs' };

/** Questions about a run that the learner trained, in the labs. */
const labs: Record<LabSet, Heading & { part: string; page: string }> = {
  prediction: {
    title: 'Guesses before a run',
    short: 'Guess',
    ...lab1,
    picture: 'M3 20c5 0 3-9 8-12M13.5 7.2l1.6-.6M17.5 6l1.7-.2M20.8 5.6h.4',
  },
  'e13.2': {
    title: 'Compare five encodings',
    short: 'Compare',
    label: 'E13.2',
    ...lab1,
    picture: 'M3 20C6 5 10 4 21 4M3 20c8-1 8-9 18-10M3 20c9 0 9-3 18-4M3 20h18',
  },
  'practice-3': {
    title: 'What does removing the encoding cost?',
    short: 'Without',
    label: 'Practice 3',
    ...lab2,
    picture: 'M3 12c2.3-8 4.5-8 6 0s4 8 6 0 3.7-8 6 0M5 20 19 4',
  },
  'practice-4': {
    title: 'Is a hybrid better than its parts?',
    short: 'Hybrid',
    label: 'Practice 4',
    ...lab2,
    picture: 'M3 8c2.3-6 4.5-6 6 0s4 6 6 0 3.7-6 6 0M3 15h18v5H3zM9 15v5M15 15v5',
  },
  'practice-5': {
    title: 'RoPE against sinusoidal',
    short: 'Two tasks',
    label: 'Practice 5',
    ...lab2,
    picture: 'M2 12c1.3-6 3.5-6 4.5 0s3 6 4.5 0M17.5 7.5a4.5 4.5 0 1 0 .01 0M17.5 12l2.5-3',
  },
  longer: {
    title: 'Longer than in training',
    short: 'Longer',
    page: 'train',
    part: 'lab-3-longer-than-it-ever-saw',
    goal: 'runs',
    picture: 'M3 12h9M12 6v12M14.5 12h1.5M18 12h1M21 12h.5M18.5 8.5 22 12l-3.5 3.5',
  },
  text: {
    title: 'Bits per character',
    short: 'Book',
    page: 'book',
    part: 'lab-4-a-real-book',
    goal: 'bits',
    picture: 'M12 6c-2-2-5-2-9-2v14c4 0 7 0 9 2 2-2 5-2 9-2V4c-4 0-7 0-9 2v14',
  },
  layers: {
    title: 'A scheme for each layer',
    short: 'Layers',
    page: 'book',
    part: 'lab-6-a-scheme-for-each-layer',
    goal: 'layers',
    picture: 'M12 4l9 4-9 4-9-4zM3 12l9 4 9-4M3 16l9 4 9-4',
  },
};

const quiz = {
  title: 'Quiz',
  short: 'Questions',
  goal: 'quiz',
  picture: 'M8 9a4 4 0 1 1 5.6 3.7c-1 .5-1.6 1.2-1.6 2.3M12 18.5v.1',
};

type Listed = Heading & { page?: string; section?: string; room?: Room };

const entriesOf = (kind: Kind, inSection: string, texts: Record<string, Listed>): Entry[] =>
  Object.entries(texts).map(([id, text]) => {
    const { title, short, label = '', section = inSection, goal, picture, room } = text;
    const href = `./${text.page ?? 'exercises'}.html#${text.part ?? id}`;
    return { id, title, short, label, href, kind, section, goal, picture, room };
  });

export const catalogue: readonly Entry[] = [
  ...entriesOf('hand', 'Practice', byHand),
  ...entriesOf('lab', 'Labs', labs),
  ...entriesOf('code', 'In code', inCode),
  ...entriesOf('quiz', 'Quiz', { quiz }),
];

export const entryOf = (id: string): Entry | undefined =>
  catalogue.find((entry) => entry.id === id);

export const titleOf = (id: string): string => entryOf(id)?.title ?? id;

/** About how long one takes, in minutes, unless it is long: E13.1 as in the plans for instructors, others by that. */
const usualMinutes: Record<Kind, number> = { hand: 5, lab: 15, code: 25, quiz: 15 };
const longMinutes: Record<string, number> = {
  'e13.1': 15,
  'rope-chain': 20,
  'shift-matrix': 10,
  'alibi-slopes': 10,
  'axial-rope': 20,
};

/** About how many minutes an exercise takes. */
export const minutesFor = (id: string): number =>
  longMinutes[id] ?? usualMinutes[entryOf(id)?.kind ?? 'hand'];

/** "2 exercises, about 45 minutes", for all of them together; from two hours on "about 3 hours". */
export function timeFor(ids: readonly string[]): string {
  const minutes = ids.reduce((sum, id) => sum + minutesFor(id), 0);
  const time = minutes < 120 ? `${minutes} minutes` : `${Math.round(minutes / 60)} hours`;
  return `${ids.length} exercise${ids.length === 1 ? '' : 's'}, about ${time}`;
}

/** "Find the peak of a spectrum, variant 7"; the lesson's own version, and what has no variants, by its title alone. */
export const variantName = ({ id, seed }: { id: string; seed: number }): string =>
  seed === 0 ? titleOf(id) : `${titleOf(id)}, variant ${seed}`;

/** Whether it has a variant for each seed. In labs, each learner has a run of their own instead. */
export const hasVariants = (id: string): boolean => entryOf(id)?.kind !== 'lab';
