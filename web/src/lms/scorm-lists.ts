// The lists of an LMS that have an entry for each objective and each interaction. An entry keeps its number.
import type { Interaction, Report } from './adapter.ts';
import type { ScormSession } from './scorm-session.ts';

/** A section or an exercise. */
export interface Objective {
  id: string;
  title: string;
  /** How much of it is read or right, from 0 to 1; null if it has not been begun. */
  share: number | null;
  isScore: boolean;
}

const shareOf = (part: number | null, whole: number | null) =>
  part === null || !whole ? null : part / whole;

/** The sections, then the exercises of the set. */
export const objectivesOf = ({ sections, exercises }: Report): Objective[] => [
  ...sections.map(({ id, title, read, parts }) => {
    return { id: `section-${id}`, title, share: shareOf(read || null, parts), isScore: false };
  }),
  ...exercises.map(({ id, title, score, max }) => {
    return { id: `exercise-${id}`, title, share: shareOf(score, max), isScore: true };
  }),
];

export class Objectives {
  private readonly places = new Map<string, number>();
  private readonly has: boolean;

  constructor(private readonly session: ScormSession) {
    const count = session.count('cmi.objectives');
    this.has = count !== null;
    for (let n = 0; n < (count ?? 0); n++)
      this.places.set(session.get(`cmi.objectives.${n}.id`), n);
  }

  report(
    objectives: readonly Objective[],
    write: (element: string, objective: Objective) => void,
  ): void {
    if (!this.has) return;
    for (const objective of objectives) {
      const place = this.places.get(objective.id) ?? this.places.size;
      this.places.set(objective.id, place);
      const element = `cmi.objectives.${place}`;
      this.session.offer(`${element}.id`, objective.id);
      write(element, objective);
    }
  }
}

export class Interactions {
  private next: number | null;
  private readonly written = new Set<string>();

  constructor(session: ScormSession) {
    this.next = session.count('cmi.interactions');
  }

  /**
   * Writes each interaction once, even if the caller hands it over again after a failure.
   * @param write returns whether the LMS took it
   */
  report(
    interactions: readonly Interaction[],
    write: (element: string, interaction: Interaction) => boolean,
  ): void {
    for (const interaction of interactions) {
      const { exercise, seed, item, at } = interaction;
      const key = JSON.stringify([exercise, seed, item, at]);
      if (this.next === null || this.written.has(key)) continue;
      if (!write(`cmi.interactions.${this.next}`, interaction)) continue;
      this.written.add(key);
      this.next++;
    }
  }
}
