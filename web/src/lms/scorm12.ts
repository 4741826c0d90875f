// SCORM 1.2.
import type { Adapter, Interaction, Opened, Report } from './adapter.ts';
import {
  cut,
  duration12,
  interactionId,
  Interactions,
  type Objective,
  Objectives,
  objectivesOf,
  percent,
  ScormSession,
  time12,
} from './scorm.ts';

const names = {
  api: 'API',
  initialize: 'LMSInitialize',
  terminate: 'LMSFinish',
  get: 'LMSGetValue',
  set: 'LMSSetValue',
  commit: 'LMSCommit',
  lastError: 'LMSGetLastError',
  errorString: 'LMSGetErrorString',
  begun: '101',
  unknown: ['401'],
} as const;

const stateLimit = 4096;
const results = { correct: 'correct', incorrect: 'wrong', neutral: 'neutral' } as const;

/** The one status of SCORM 1.2 says both whether the lesson is completed and whether it is passed. */
function statusOf({ completed, passed }: Report): string {
  if (!completed) return 'incomplete';
  if (passed === null) return 'completed';
  return passed ? 'passed' : 'failed';
}

export class Scorm12 implements Adapter {
  private readonly session = new ScormSession(names);
  private objectives: Objectives | null = null;
  private interactions: Interactions | null = null;

  open(): Promise<Opened> {
    return new Promise((resolve) => resolve(this.begin()));
  }

  private begin(): Opened {
    const { session } = this;
    session.begin();
    const status = session.get('cmi.core.lesson_status');
    const mode = session.get('cmi.core.lesson_mode');
    const entry = session.get('cmi.core.entry');
    const state = session.get('cmi.suspend_data');
    const isReported = mode !== 'review' && mode !== 'browse';
    if (isReported) {
      session.offer('cmi.core.exit', 'suspend');
      if (status === 'not attempted') session.offer('cmi.core.lesson_status', 'incomplete');
      this.objectives = new Objectives(session);
      this.interactions = new Interactions(session);
    }
    return {
      learner: {
        id: session.get('cmi.core.student_id'),
        name: session.get('cmi.core.student_name'),
      },
      mode: isReported ? 'normal' : mode,
      entry: entry === 'ab-initio' || entry === 'resume' ? entry : '',
      state,
      limit: stateLimit,
      mastery: session.number('cmi.student_data.mastery_score'),
      score: session.number('cmi.core.score.raw'),
      // (An LMS may itself say “failed” at the end of a visit, however much was read.)
      completed: status === 'completed' || status === 'passed',
      passed: status === 'passed',
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
      session.offer('cmi.core.exit', 'suspend');
      session.offer('cmi.core.session_time', duration12(seconds));
      session.commit();
    }
    session.end();
  }

  private write(report: Report): void {
    const { session } = this;
    session.set('cmi.suspend_data', report.state);
    session.offer('cmi.core.lesson_location', cut(report.place, 255));
    session.set('cmi.core.lesson_status', statusOf(report));
    if (report.score !== null) {
      session.offer('cmi.core.score.min', '0');
      session.offer('cmi.core.score.max', '100');
      session.set('cmi.core.score.raw', percent(report.score));
    }
    this.objectives?.report(objectivesOf(report), (element, one) => this.objective(element, one));
    this.interactions?.report(report.interactions, (element, one) =>
      this.interaction(element, one),
    );
  }

  private objective(element: string, { share }: Objective): void {
    const { session } = this;
    const begun = share === null ? 'not attempted' : 'incomplete';
    session.offer(`${element}.status`, share === 1 ? 'completed' : begun);
    if (share === null) return;
    session.offer(`${element}.score.min`, '0');
    session.offer(`${element}.score.max`, '100');
    session.offer(`${element}.score.raw`, percent(100 * share));
  }

  private interaction(element: string, one: Interaction): boolean {
    const { session } = this;
    const isTaken = session.offer(`${element}.id`, interactionId(one.exercise, one.seed, one.item));
    if (!isTaken) return false;
    session.offer(`${element}.time`, time12(one.at));
    // (A choice would have to be a single letter.)
    session.offer(`${element}.type`, 'fill-in');
    session.offer(`${element}.student_response`, cut(one.answer, 255));
    session.offer(`${element}.result`, results[one.result]);
    if (one.latency !== null) session.offer(`${element}.latency`, duration12(one.latency));
    return true;
  }
}
