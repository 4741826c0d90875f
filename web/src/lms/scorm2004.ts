// SCORM 2004, 4th edition.
import type { Adapter, Interaction, Opened, Report } from './adapter.ts';
import {
  cut,
  duration2004,
  interactionId,
  Interactions,
  type Objective,
  Objectives,
  objectivesOf,
  percent,
  ScormSession,
  share,
  time2004,
} from './scorm.ts';

const names = {
  api: 'API_1484_11',
  initialize: 'Initialize',
  terminate: 'Terminate',
  get: 'GetValue',
  set: 'SetValue',
  commit: 'Commit',
  lastError: 'GetLastError',
  errorString: 'GetErrorString',
  begun: '103',
  unknown: ['401', '402'],
} as const;

const stateLimit = 64_000;

export class Scorm2004 implements Adapter {
  private readonly session = new ScormSession(names);
  private objectives: Objectives | null = null;
  private interactions: Interactions | null = null;

  open(): Promise<Opened> {
    return new Promise((resolve) => resolve(this.begin()));
  }

  private begin(): Opened {
    const { session } = this;
    session.begin();
    const mode = session.get('cmi.mode');
    const entry = session.get('cmi.entry');
    const isReported = mode !== 'review' && mode !== 'browse';
    const mastery = session.number('cmi.scaled_passing_score');
    if (isReported) {
      session.offer('cmi.exit', 'suspend');
      this.objectives = new Objectives(session);
      this.interactions = new Interactions(session);
    }
    return {
      learner: { id: session.get('cmi.learner_id'), name: session.get('cmi.learner_name') },
      mode: isReported ? 'normal' : mode,
      entry: entry === 'ab-initio' || entry === 'resume' ? entry : '',
      state: session.get('cmi.suspend_data'),
      limit: stateLimit,
      mastery: mastery === null ? null : 100 * mastery,
      score: session.number('cmi.score.raw'),
      completed: session.get('cmi.completion_status') === 'completed',
      passed: session.get('cmi.success_status') === 'passed',
    };
  }

  report(report: Report): Promise<boolean> {
    return new Promise((resolve) => {
      this.write(report);
      resolve(this.session.commit());
    });
  }

  close(report: Report | null, seconds: number): void {
    const { session } = this;
    if (report) {
      this.write(report);
      session.offer('cmi.exit', 'suspend');
      session.offer('cmi.session_time', duration2004(seconds));
      session.commit();
    }
    session.end();
  }

  private write(report: Report): void {
    const { session } = this;
    const { passed } = report;
    session.set('cmi.suspend_data', report.state);
    session.offer('cmi.location', cut(report.place, 1000));
    session.set('cmi.completion_status', report.completed ? 'completed' : 'incomplete');
    session.set('cmi.success_status', passed === null ? 'unknown' : passed ? 'passed' : 'failed');
    session.offer('cmi.progress_measure', share(report.progress));
    if (report.score !== null) {
      session.offer('cmi.score.min', '0');
      session.offer('cmi.score.max', '100');
      session.set('cmi.score.raw', percent(report.score));
      session.set('cmi.score.scaled', share(report.score / 100));
    }
    this.objectives?.report(objectivesOf(report), (element, one) => this.objective(element, one));
    this.interactions?.report(report.interactions, (element, one) =>
      this.interaction(element, one),
    );
  }

  private objective(element: string, { title, share: part, isScore }: Objective): void {
    const { session } = this;
    session.offer(`${element}.description`, cut(title, 250));
    const begun = part === null ? 'not attempted' : 'incomplete';
    session.offer(`${element}.completion_status`, part === 1 ? 'completed' : begun);
    if (part === null) return;
    session.offer(`${element}.progress_measure`, share(part));
    if (isScore) session.offer(`${element}.score.scaled`, share(part));
  }

  private interaction(element: string, one: Interaction): boolean {
    const { session } = this;
    const isTaken = session.offer(`${element}.id`, interactionId(one.exercise, one.seed, one.item));
    if (!isTaken) return false;
    session.offer(`${element}.type`, one.kind);
    session.offer(`${element}.timestamp`, time2004(one.at));
    session.offer(`${element}.description`, cut(`${one.title}: ${one.item}`, 250));
    session.offer(`${element}.learner_response`, cut(one.answer, 250));
    session.offer(`${element}.result`, one.result);
    if (one.latency !== null) session.offer(`${element}.latency`, duration2004(one.latency));
    return true;
  }
}
