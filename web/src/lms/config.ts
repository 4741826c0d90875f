// lms.json beside the wrapper page: how a package for a learning management system was made.
import { catalogue, hasVariants } from '../exercises/catalogue.ts';
import { isSeed } from '../exercises/work.ts';
import { isObject } from '../storage/stored.ts';

export const standards = ['scorm12', 'scorm2004', 'cmi5'] as const;
export type Standard = (typeof standards)[number];

/** The lesson counts as completed when all chosen sections are read, or when the score is reached. */
export const completionRules = ['read', 'score'] as const;
type CompletionRule = (typeof completionRules)[number];

interface SetExercise {
  id: string;
  /** 'learner': each learner gets a variant of their own. */
  seed: number | 'learner';
}

export interface LmsConfig {
  standard: Standard;
  /** The name of the class or course; may be empty. */
  name: string;
  /** The slugs of the sections that count. */
  sections: string[];
  exercises: SetExercise[];
  completion: { rule: CompletionRule };
  /** The score to pass, in percent; null if there is none. */
  mastery: number | null;
}

export const leastMastery = 1;
export const isMastery = (percent: number) => percent >= leastMastery && percent <= 100;

const shown = (value: unknown) => {
  const text = JSON.stringify(value) ?? 'missing';
  return text.length > 40 ? `${text.slice(0, 40)} …` : text;
};

const isOneOf = <T extends string>(list: readonly T[], value: unknown): value is T =>
  list.some((one) => one === value);

const areTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');

/** '' if nothing is wrong. */
function faultOfExercise(one: unknown): string {
  const { id, seed } = isObject(one) ? one : {};
  const entry = catalogue.find((known) => known.id === id);
  if (!entry) {
    const known = catalogue.map((each) => each.id).join(', ');
    return `there is no exercise ${shown(id)}; expected one of ${known}`;
  }
  if (seed !== 'learner' && !isSeed(seed))
    return `the variant of ${entry.id} must be a whole number from 0 or "learner" but is ${shown(seed)}`;
  if (seed !== 0 && !hasVariants(entry.id))
    return `${entry.id} has no variants: its number must be 0 but is ${shown(seed)}`;
  return '';
}

/** Part of a sentence; '' if nothing is wrong. @param known the slugs of all sections */
function faultOf(value: Record<string, unknown>, known: readonly string[]): string {
  const { standard, name, sections, exercises, completion, mastery } = value;
  if (!isOneOf(standards, standard))
    return `"standard" must be one of ${standards.join(', ')} but is ${shown(standard)}`;
  if (typeof name !== 'string') return `"name" must be a text but is ${shown(name)}`;
  if (!areTexts(sections) || sections.length === 0)
    return `"sections" must be a list of sections but is ${shown(sections)}`;
  const other = sections.find((slug) => !known.includes(slug));
  if (other !== undefined)
    return `there is no section ${shown(other)}; expected one of ${known.join(', ')}`;
  if (!Array.isArray(exercises))
    return `"exercises" must be a list of exercises but is ${shown(exercises)}`;
  const fault = exercises.map(faultOfExercise).find(Boolean);
  if (fault) return fault;
  const ids = exercises.map((one: SetExercise) => one.id);
  const twice = ids.find((id, at) => ids.indexOf(id) !== at);
  if (twice !== undefined) return `the exercise ${twice} is listed twice`;
  const rule = isObject(completion) ? completion['rule'] : null;
  if (!isOneOf(completionRules, rule))
    return `the "rule" of "completion" must be one of ${completionRules.join(', ')}, but "completion" is ${shown(completion)}`;
  const isPercent = typeof mastery === 'number' && isMastery(mastery);
  if (mastery !== null && !isPercent)
    return `"mastery" must be a percentage from ${leastMastery} to 100 or null but is ${shown(mastery)}`;
  if (rule === 'score' && (mastery === null || exercises.length === 0))
    return 'completion by score needs exercises and "mastery"';
  return '';
}

/**
 * Reads a configuration, or says in a sentence what is wrong with it.
 * @param text of lms.json @param known the slugs of all sections of the lesson
 */
export function lmsConfigFrom(
  text: string,
  known: readonly string[],
): LmsConfig | { fault: string } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { fault: 'lms.json cannot be used: it is not JSON.' };
  }
  if (!isObject(value))
    return { fault: `lms.json cannot be used: it must be an object but is ${shown(value)}.` };
  const fault = faultOf(value, known);
  if (fault) return { fault: `lms.json cannot be used: ${fault}.` };
  const { standard, name, sections, exercises, completion, mastery } =
    value as unknown as LmsConfig;
  return {
    standard,
    name,
    sections,
    exercises: exercises.map(({ id, seed }) => ({ id, seed })),
    completion: { rule: completion.rule },
    mastery,
  };
}
