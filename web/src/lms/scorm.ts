// SCORM, in both of its versions.
import type { Adapter, Column, Interaction, Opened, Report } from './adapter.ts';
import { isReachable, ScormSession } from './scorm-session.ts';
import { cut, type Objective, type ScormVersion } from './scorm-versions.ts';

export class Scorm implements Adapter {
  private readonly session: ScormSession;
  private objectives: Objectives | null = null;
  private interactions: Interactions | null = null;
  /** The LMS gives its own verdict on any score, or any progress: it gets them at the end. */
  private judges = { score: false, progress: false };
  private hasEnded = false;

  constructor(private readonly version: ScormVersion) {
    this.session = new ScormSession(version.session);
  }

  get holdsScoreBack(): boolean {
    return this.judges.score;
  }

  open(): Promise<Opened> {
    return new Promise((resolve) => resolve(this.begin()));
  }

  async report(report: Report): Promise<boolean> {
    const { session } = this;
    if (!(await isReachable()) || this.hasEnded) return false;
    if (session.isInDoubt) {
      // Moodle 4.5 sends no value of SCORM 1.2 a second time, whether it was stored or not: others go first.
      this.write(unlike(report));
      if (!session.commit()) return false;
    }
    this.write(report);
    return session.commit();
  }

  close(report: Report | null, seconds: number): void {
    const { session, version } = this;
    this.hasEnded = true;
    // The end of a session is a report, too: Moodle 4.5 stores all that it has of the attempt then (SCORM 2004), and completes
    // one that was only looked at (SCORM 1.2).
    if (!report) return;
    this.write(report);
    session.offer(version.elements.exit, 'suspend');
    session.offer(version.elements.sessionTime, version.duration(seconds));
    session.commit();
    session.end();
  }

  private begin(): Opened {
    const { session, version } = this;
    const { elements } = version;
    session.begin();
    const mode = session.get(elements.mode);
    const entry = session.get(elements.entry);
    const passing = session.number(elements.passingScore);
    const isReported = mode !== 'review' && mode !== 'browse';
    const opened: Opened = {
      learner: { id: session.get(elements.learnerId), name: session.get(elements.learnerName) },
      mode: isReported ? 'normal' : mode,
      entry: entry === 'ab-initio' || entry === 'resume' ? entry : '',
      state: session.get('cmi.suspend_data'),
      // (There is room for the space of another state.)
      limit: version.stateLimit - 1,
      mastery: passing === null ? null : version.percentOf(passing),
      score: session.number(`${elements.score}.raw`),
      ...version.standing((element) => session.get(element)),
    };
    if (isReported) {
      const hasThreshold = elements.threshold !== '' && session.number(elements.threshold) !== null;
      this.judges = { score: passing !== null, progress: hasThreshold };
      session.offer(elements.exit, 'suspend');
      this.objectives = new Objectives(session);
      this.interactions = new Interactions(session);
    }
    return opened;
  }

  private write(report: Report): void {
    const { session, version, judges } = this;
    const { elements } = version;
    session.set('cmi.suspend_data', report.state);
    session.offer(elements.location, cut(report.place, version.locationLimit));
    for (const [element, value] of Object.entries(version.status(report)))
      session.set(element, value);
    if (report.isFinal || !judges.progress) session.offerAll('', version.progress(report.progress));
    if (report.score !== null && (report.isFinal || !judges.score)) {
      session.offerAll(`${elements.score}.`, { min: '0', max: '100' });
      for (const [name, value] of Object.entries(version.score(report.score)))
        session.set(`${elements.score}.${name}`, value);
    }
    this.objectives?.report(objectivesOf(report), (one) => version.objective(one));
    this.interactions?.report(report, (one) => version.interaction(one));
  }
}

/** An earlier state of the attempt, in which nothing has the same value. */
const unlike = (report: Report): Report => ({
  ...report,
  state: `${report.state} `,
  score: report.score === null ? null : Math.max(0, report.score - 1),
  ...{ isFinal: false, completed: false, passed: null },
});

// The lists of an LMS that have an entry for each objective and each interaction. An entry keeps its number.

const shareOf = (part: number | null, whole: number | null) =>
  part === null || !whole ? null : part / whole;

/** The sections, then the exercises of the set. */
const objectivesOf = ({ sections, exercises }: Report): Objective[] => [
  ...sections.map(({ id, title, read, parts }) => {
    return { id: `section-${id}`, title, share: shareOf(read || null, parts), isScore: false };
  }),
  ...exercises.map(({ id, title, score, max }) => {
    return { id: `exercise-${id}`, title, share: shareOf(score, max), isScore: true };
  }),
];

class Objectives {
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
    valuesOf: (objective: Objective) => Record<string, string>,
  ): void {
    if (!this.has) return;
    for (const objective of objectives) {
      const place = this.places.get(objective.id) ?? this.places.size;
      this.places.set(objective.id, place);
      this.session.offerAll(`cmi.objectives.${place}.`, {
        id: objective.id,
        ...valuesOf(objective),
      });
    }
  }
}

/** A name without the characters that some LMS refuse: `e13.1:7/PE_5__2_` */
export const interactionId = ({ exercise, seed, item }: Column): string =>
  `${exercise}:${seed}/${item.replace(/[^\w.-]/g, '_')}`.slice(0, 250);

/**
 * The latest answer to each item. An item's number is its column: in a report about a class, a column is one question,
 * whoever checked what first.
 */
class Interactions {
  /** How many the LMS has; null if it has no such list. */
  private count: number | null;

  constructor(private readonly session: ScormSession) {
    this.count = session.count('cmi.interactions');
  }

  report(
    { interactions, columns }: Report,
    valuesOf: (interaction: Interaction) => Record<string, string>,
  ): void {
    for (const interaction of interactions) {
      const { column } = interaction;
      if (this.count === null || column === null) continue;
      // An LMS takes no number before those below it.
      for (const before of columns.slice(this.count, column)) if (!this.add(before)) return;
      const element = `cmi.interactions.${column}.`;
      const isTaken = this.session.offer(`${element}id`, interactionId(interaction));
      if (!isTaken) return;
      this.count = Math.max(this.count, column + 1);
      this.session.offerAll(element, valuesOf(interaction));
    }
  }

  private add(column: Column): boolean {
    const isTaken = this.session.offer(`cmi.interactions.${this.count}.id`, interactionId(column));
    if (isTaken) this.count = (this.count ?? 0) + 1;
    return isTaken;
  }
}
