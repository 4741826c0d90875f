// About how long a set of exercises takes.
import { itemCounts } from '../../../build/wasm/posenc-item-counts.mjs';
import { entryOf, type Kind } from '../exercises/catalogue.ts';

/**
 * For one question, in minutes. By hand, E13.1 has 22, for which the plans for instructors allow 16 minutes; in code,
 * RoPE has 6 tests, for which they allow 25.
 */
const perQuestion: Record<Exclude<Kind, 'lab'>, number> = { hand: 0.75, code: 4, quiz: 0.75 };
/** For a lab's run and its questions, in minutes. */
const perLab = 15;

function minutesFor(id: string): number {
  const kind = entryOf(id)?.kind ?? 'lab';
  return kind === 'lab' ? perLab : perQuestion[kind] * ((itemCounts as Counts)[id] ?? 0);
}

type Counts = Record<string, number>;

/** "about 45 minutes", for all of them together; from two hours on "about 3 hours". */
export function aboutMinutes(ids: readonly string[]): string {
  const minutes = ids.reduce((sum, id) => sum + minutesFor(id), 0);
  if (minutes >= 120) return `about ${Math.round(minutes / 60)} hours`;
  return `about ${5 * Math.max(1, Math.round(minutes / 5))} minutes`;
}
