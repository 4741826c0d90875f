// The run of a lab that a sheet is about: its name, and a link to see it or train it again.
import { isSeed } from '../exercises/work.ts';
import type { StoredOutcome } from '../storage/lab-work.ts';

/** "none, rope on order, seeds 1 to 3" @param setting the key of the run's settings */
export function runName({ task, schemes, seeds }: StoredOutcome, setting = ''): string {
  const text = new URLSearchParams(setting).get('run.seed');
  const first = Number(text);
  const counted = `${seeds} ${seeds === 1 ? 'seed' : 'seeds'}`;
  const range = seeds === 1 ? `seed ${first}` : `seeds ${first} to ${first + seeds - 1}`;
  return `${schemes.join(', ')} on ${task}, ${text && isSeed(first) ? range : counted}`;
}

/** The labs by the sets of questions that they ask; all other sets are in the first lab of their page. */
const labs: Record<string, string> = {
  'practice-3': 'lab-2',
  'practice-4': 'lab-2',
  'practice-5': 'lab-2',
  longer: 'lab-3',
  layers: 'lab-6',
};

/** The lab, with the settings of a run. */
export function runLink(set: string, { bits }: StoredOutcome, setting = ''): string {
  const address = new URL(bits ? './book.html' : './train.html', location.href);
  const lab = labs[set] ?? (bits ? 'lab-4' : 'lab-1');
  for (const [key, value] of new URLSearchParams(setting)) {
    address.searchParams.append(key.replace(/^run\./, `${lab}.`), value);
  }
  address.hash = lab;
  return address.href;
}
