// The exercises that a class has been set, and which variant of each. They come with a link,
//   exercises.html?set=e13.1:7,rope-chain:7,quiz:3&class=Name
// and are kept, so that the learner has the same variants on other pages, and on a later visit without the link.
import { isObject, Stored } from '../storage/stored.ts';
import { catalogue, hasVariants } from './catalogue.ts';
import { isSeed } from './work.ts';

export interface Assigned {
  id: string;
  seed: number;
}

export interface Assignment {
  /** The name of the class; may be empty. */
  name: string;
  set: Assigned[];
}

/** The current set, and the one before it, for "Undo". */
export interface StoredClass {
  version: 1;
  current: Assignment | null;
  before: Assignment | null;
}

export const noClass: StoredClass = { version: 1, current: null, before: null };

export const maxNameLength = 80;

const quoted = (text: string) => `"${text.length > 40 ? `${text.slice(0, 40)} …` : text}"`;

const isExercise = (id: string) => catalogue.some((entry) => entry.id === id);

export function assignmentFrom(value: unknown): Assignment | null {
  if (!isObject(value)) return null;
  const { name, set } = value;
  const isSet =
    Array.isArray(set) &&
    set.length > 0 &&
    set.every(
      (one: unknown) => isObject(one) && typeof one['id'] === 'string' && isSeed(one['seed']),
    );
  if (typeof name !== 'string' || !isSet) return null;
  return { name, set: (set as Assigned[]).map(({ id, seed }) => ({ id, seed })) };
}

export function classFrom(value: unknown): StoredClass | null {
  if (!isObject(value)) return null;
  const { version, current, before } = value;
  if (version !== 1) return null;
  const read = {
    version,
    current: assignmentFrom(current),
    before: assignmentFrom(before),
  } as const;
  const whole = (current === null || read.current) && (before === null || read.before);
  return whole ? read : null;
}

export function mergedClasses(mine: StoredClass, other: StoredClass): StoredClass {
  return mine.current ? mine : { ...mine, current: other.current };
}

/** The set in the query of an address: the set, what is wrong with it, or null if there is none. */
export function assignmentIn(search: string): Assignment | { fault: string } | null {
  const asked = new URLSearchParams(search);
  const text = asked.get('set');
  const name = (asked.get('class') ?? '').trim();
  if (text === null && !asked.has('class')) return null;
  const expected = 'expected set=e13.1:7,quiz:3, each exercise with its variant';
  if (!text) return { fault: `it assigns no exercises; ${expected}` };
  if (name.length > maxNameLength) {
    return {
      fault: `the name of the class must have at most ${maxNameLength} characters but has ${name.length}`,
    };
  }
  const set: Assigned[] = [];
  for (const part of text.split(',')) {
    const [, id = '', seed = ''] = /^([^:]*):([^:]*)$/.exec(part.trim()) ?? [];
    if (!id) return { fault: `${quoted(part)} is not an exercise with a variant; ${expected}` };
    if (!isExercise(id)) {
      const known = catalogue.map((entry) => entry.id).join(', ');
      return { fault: `there is no exercise ${quoted(id)}; expected one of ${known}` };
    }
    if (!/^\d{1,16}$/.test(seed) || !isSeed(Number(seed))) {
      return {
        fault: `the variant of ${id} must be a whole number from 0 to ${Number.MAX_SAFE_INTEGER} but is ${quoted(seed)}`,
      };
    }
    if (Number(seed) !== 0 && !hasVariants(id)) {
      return { fault: `${id} has no variants: its number must be 0 but is ${seed}` };
    }
    if (set.some((one) => one.id === id)) {
      return { fault: `${id} is assigned twice; each exercise takes one variant` };
    }
    set.push({ id, seed: Number(seed) });
  }
  return { name, set };
}

/** The set as links write it: "e13.1:7,quiz:3". */
export const setOf = (set: readonly { id: string; seed: number | string }[]): string =>
  set.map(({ id, seed }) => `${id}:${encodeURIComponent(seed)}`).join(',');

/** The link that sets it. Seeds may be as typed: reading the link checks them. @param page any page of the lesson */
export function linkTo(
  page: string,
  { name, set }: { name: string; set: { id: string; seed: number | string }[] },
): string {
  const link = new URL('./exercises.html', page);
  // (In the single file, the page itself is a parameter.)
  const and = link.search ? '&' : '?';
  link.search += `${and}set=${setOf(set)}${name ? `&class=${encodeURIComponent(name)}` : ''}`;
  return link.href;
}

class Classroom {
  private readonly stored = new Stored<StoredClass>('class', classFrom, noClass);
  /** What is wrong with the link that was opened; '' if nothing. */
  readonly fault: string = '';

  constructor() {
    const asked = assignmentIn(location.search);
    if (!asked) return;
    if ('fault' in asked) {
      this.fault = asked.fault;
      return;
    }
    this.put(asked);
    // Once the set is kept, the link goes: otherwise a reload would bring back a set that the learner has left.
    if (this.stored.problem) return;
    const address = new URL(location.href);
    for (const key of ['set', 'class']) address.searchParams.delete(key);
    history.replaceState(history.state, '', address);
  }

  get current(): Assignment | null {
    return this.stored.value.current;
  }

  get before(): Assignment | null {
    return this.stored.value.before;
  }

  /** Replaces the current set; null for none. */
  put(assignment: Assignment | null): void {
    this.stored.change(({ version, current, before }) => {
      const same = JSON.stringify(current) === JSON.stringify(assignment);
      return { version, current: assignment, before: same ? before : current };
    });
  }

  watch(changed: () => void): () => void {
    return this.stored.watch(changed);
  }
}

let opened: Classroom | null = null;

/** The class of this page. The link is read at the first call. */
export const classroom = (): Classroom => (opened ??= new Classroom());

/** The variant of an exercise that the class has been set; null if it has not. */
export const assignedSeed = (id: string): number | null =>
  classroom().current?.set.find((one) => one.id === id)?.seed ?? null;

/** Calls back when the set changes. Returns a function that ends it. */
export const watchAssignment = (changed: () => void): (() => void) => classroom().watch(changed);
