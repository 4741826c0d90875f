// How results are arranged: the best ones first, then the others by kind.
import { type Kind, kindNames } from './entries.ts';
import type { Found } from './finder.ts';

export interface Group {
  title: string;
  results: Found[];
}

const bestCount = 3;
/** Of one kind, after the best. */
const mostOfKind = 8;

/** The groups of a list of results; kinds are in the order of their first result. */
export function groupsOf(results: readonly Found[]): Group[] {
  const byKind = new Map<Kind, Found[]>();
  for (const result of results.slice(bestCount)) {
    byKind.set(result.kind, [...(byKind.get(result.kind) ?? []), result]);
  }
  const others = [...byKind].map(([kind, found]) => ({
    title: kindNames[kind][1],
    results: found.slice(0, mostOfKind),
  }));
  return [{ title: 'Best matches', results: results.slice(0, bestCount) }, ...others];
}

/** Where a result is, in a few words. */
export function whereOf({ kind, id, label, page, title }: Found): string {
  const what = kind === 'exercise' && label ? `${kindNames[kind][0]} ${label}` : label;
  if (kind !== 'part') return `${what || kindNames[kind][0]} · ${page}`;
  return id === '' || title === page ? kindNames[kind][0] : page;
}
