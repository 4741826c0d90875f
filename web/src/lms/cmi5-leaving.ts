// The last requests of a cmi5 session, while the page goes away.
import type { Cmi5Record } from './cmi5-record.ts';

/** A browser sends at most 64 KiB for a page that goes away. */
const leavingBytes = 60_000;

const needed = ['initialized', 'completed', 'passed', 'failed', 'terminated'];

interface Leaving<Statement> {
  record: Cmi5Record | null;
  statements: Statement[];
}

const bytesOf = (value: unknown): number => new TextEncoder().encode(JSON.stringify(value)).length;

/**
 * All of it, or what the LMS needs most. An answer without its statement is sent in the next session: from `pending`, or
 * from the work, which contains the latest ones.
 * @param waiting the statements, by what they say
 */
export function leavingParts<Statement>(
  record: Cmi5Record | null,
  waiting: ReadonlyMap<string, Statement>,
): Leaving<Statement> {
  const all = { record, statements: [...waiting.values()] };
  const few = [...waiting].filter(([key]) => needed.includes(key)).map(([, one]) => one);
  let room = leavingBytes - bytesOf(record);
  if (bytesOf(all.statements) <= room) return all;
  room -= bytesOf(few);
  if (!record || room >= 0) return { record, statements: few };
  const pending = [...record.pending];
  while (pending.length > 0 && room < 0) room += bytesOf(pending.pop()) + 1;
  return { record: { ...record, pending }, statements: few };
}
