// What SCORM 1.2 and SCORM 2004 (4th edition) call things, and how they write them.
import type { Interaction, Opened, Report } from './adapter.ts';
import type { SessionNames } from './scorm-session.ts';

/** Elements with their values, in the order in which they are set. */
type Values = Record<string, string>;

/** A section or an exercise. */
export interface Objective {
  id: string;
  title: string;
  /** The share that is read or right, from 0 to 1; null if it has not been begun. */
  share: number | null;
  isScore: boolean;
}

export interface ScormVersion {
  session: SessionNames;
  elements: {
    learnerId: string;
    learnerName: string;
    mode: string;
    entry: string;
    exit: string;
    location: string;
    sessionTime: string;
    score: string;
    /** The score with which the LMS itself decides on passing, and the progress with which it decides on completion. */
    passingScore: string;
    threshold: string;
  };
  stateLimit: number;
  locationLimit: number;
  /** The passing score in percent. */
  percentOf: (passingScore: number) => number;
  duration: (seconds: number) => string;
  /** How an earlier session reported the attempt. */
  standing: (get: (element: string) => string) => Pick<Opened, 'completed' | 'passed'>;
  status: (report: Report) => Values;
  progress: (share: number) => Values;
  /** Below `elements.score`. @param score in percent */
  score: (score: number) => Values;
  objective: (objective: Objective) => Values;
  interaction: (interaction: Interaction) => Values;
}

const two = (number: number) => String(number).padStart(2, '0');

function parts(seconds: number) {
  const hundredths = Math.max(0, Math.round(seconds * 100));
  const whole = Math.floor(hundredths / 100);
  return {
    hours: Math.floor(whole / 3600),
    minutes: Math.floor(whole / 60) % 60,
    seconds: whole % 60,
    hundredths: hundredths % 100,
  };
}

/** The longest duration that the format of SCORM 1.2 can hold. */
const most12 = 9999 * 3600 + 59 * 60 + 59.99;

/** 0001:02:03.45 */
export function duration12(duration: number): string {
  const { hours, minutes, seconds, hundredths } = parts(Math.min(duration, most12));
  return `${String(hours).padStart(4, '0')}:${two(minutes)}:${two(seconds)}.${two(hundredths)}`;
}

/** PT1H2M3.45S */
export function duration2004(duration: number): string {
  const { hours, minutes, seconds, hundredths } = parts(duration);
  return `PT${hours}H${minutes}M${seconds}.${two(hundredths)}S`;
}

/** 14:05:09, by the learner's own clock. */
export function time12(at: string): string {
  const date = new Date(at);
  return `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
}

/** 2026-05-31T14:05:09.12Z: SCORM 2004 takes hundredths, and no more. */
export const time2004 = (at: string): string => new Date(at).toISOString().replace(/\dZ$/, 'Z');

/** At most `length` characters, on one line. */
export const cut = (text: string, length: number): string =>
  text.replace(/\s+/g, ' ').trim().slice(0, length);

/** A percentage with at most two decimals, as both versions store it. */
const percent = (value: number): string => String(Math.round(value * 100) / 100);

/** A share of 1 with at most four decimals. */
const fraction = (value: number): string => String(Math.round(value * 10_000) / 10_000);

const begunOr = (share: number | null) => (share === null ? 'not attempted' : 'incomplete');

/** The one status of SCORM 1.2 says both whether the lesson is completed and whether it is passed. */
function status12({ completed, passed }: Report): string {
  if (passed === false) return 'failed';
  if (!completed) return 'incomplete';
  return passed ? 'passed' : 'completed';
}

const results12 = { correct: 'correct', incorrect: 'wrong', neutral: 'neutral' } as const;

export const scorm12: ScormVersion = {
  session: {
    api: 'API',
    initialize: 'LMSInitialize',
    terminate: 'LMSFinish',
    get: 'LMSGetValue',
    set: 'LMSSetValue',
    commit: 'LMSCommit',
    lastError: 'LMSGetLastError',
    errorString: 'LMSGetErrorString',
    begun: '101',
    ended: ['0'],
    unknown: ['401'],
  },
  elements: {
    learnerId: 'cmi.core.student_id',
    learnerName: 'cmi.core.student_name',
    mode: 'cmi.core.lesson_mode',
    entry: 'cmi.core.entry',
    exit: 'cmi.core.exit',
    location: 'cmi.core.lesson_location',
    sessionTime: 'cmi.core.session_time',
    score: 'cmi.core.score',
    passingScore: 'cmi.student_data.mastery_score',
    threshold: '',
  },
  stateLimit: 4096,
  locationLimit: 255,
  percentOf: (passingScore) => passingScore,
  duration: duration12,
  // (An LMS may itself say “failed” at the end of a visit, however much was read.)
  standing(get) {
    const status = get('cmi.core.lesson_status');
    return {
      completed: status === 'completed' || status === 'passed',
      passed: status === 'passed',
    };
  },
  status: (report) => ({ 'cmi.core.lesson_status': status12(report) }),
  progress: () => ({}),
  score: (score) => ({ raw: percent(score) }),
  objective: ({ share }) => ({
    status: share === 1 ? 'completed' : begunOr(share),
    ...(share === null
      ? {}
      : { 'score.min': '0', 'score.max': '100', 'score.raw': percent(100 * share) }),
  }),
  interaction: ({ at, answer, result, latency }) => ({
    time: time12(at),
    // (A choice would have to be a single letter.)
    type: 'fill-in',
    student_response: cut(answer, 255),
    result: results12[result],
    ...(latency === null ? {} : { latency: duration12(latency) }),
  }),
};

export const scorm2004: ScormVersion = {
  session: {
    api: 'API_1484_11',
    initialize: 'Initialize',
    terminate: 'Terminate',
    get: 'GetValue',
    set: 'SetValue',
    commit: 'Commit',
    lastError: 'GetLastError',
    errorString: 'GetErrorString',
    begun: '103',
    ended: ['104'],
    unknown: ['401', '402'],
  },
  elements: {
    learnerId: 'cmi.learner_id',
    learnerName: 'cmi.learner_name',
    mode: 'cmi.mode',
    entry: 'cmi.entry',
    exit: 'cmi.exit',
    location: 'cmi.location',
    sessionTime: 'cmi.session_time',
    score: 'cmi.score',
    passingScore: 'cmi.scaled_passing_score',
    threshold: 'cmi.completion_threshold',
  },
  stateLimit: 64_000,
  locationLimit: 1000,
  percentOf: (passingScore) => 100 * passingScore,
  duration: duration2004,
  standing: (get) => ({
    completed: get('cmi.completion_status') === 'completed',
    passed: get('cmi.success_status') === 'passed',
  }),
  status: ({ completed, passed }) => ({
    'cmi.completion_status': completed ? 'completed' : 'incomplete',
    'cmi.success_status': passed === null ? 'unknown' : passed ? 'passed' : 'failed',
  }),
  progress: (share) => ({ 'cmi.progress_measure': fraction(share) }),
  score: (score) => ({ raw: percent(score), scaled: fraction(score / 100) }),
  objective: ({ title, share, isScore }) => ({
    description: cut(title, 250),
    completion_status: share === 1 ? 'completed' : begunOr(share),
    ...(share === null ? {} : { progress_measure: fraction(share) }),
    ...(share === null || !isScore ? {} : { 'score.scaled': fraction(share) }),
  }),
  interaction: ({ kind, at, title, item, answer, result, latency }) => ({
    type: kind,
    timestamp: time2004(at),
    description: cut(`${title}: ${item}`, 250),
    // (A choice is an identifier.)
    learner_response: cut(kind === 'choice' ? answer.replace(/[^\w.]/g, '_') : answer, 250),
    result,
    ...(latency === null ? {} : { latency: duration2004(latency) }),
  }),
};
