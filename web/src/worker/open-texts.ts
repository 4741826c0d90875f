// The texts that the page's compute worker has read.
import type { TextInfo } from '../core/api.ts';
import { compute } from './client.ts';
import type { TrainingText } from './training-protocol.ts';

interface Opened {
  /** The workers lost before it was opened: with another one, the text is lost too. */
  lost: number;
  facts: Promise<TextInfo>;
}

const all = new Map<TrainingText['key'], Opened>();

/** Reads a file. Rejects if no model can train on it. */
export async function readText(bytes: TrainingText['bytes']): Promise<TextInfo> {
  const { lost } = compute;
  const facts = await compute.call('openText', bytes);
  const { checksum, id } = facts;
  const before = all.get(checksum);
  if (before?.lost === compute.lost) {
    // It is open already: one copy is enough.
    await compute.call('disposeText', id).catch(() => undefined);
    return before.facts;
  }
  all.set(checksum, { lost, facts: Promise.resolve(facts) });
  return facts;
}

/** The `id` of a text is the number that other functions know it by. */
export async function factsOf({ key, bytes }: TrainingText): Promise<TextInfo> {
  const found = all.get(key);
  if (found?.lost === compute.lost) return found.facts;
  const opened: Opened = { lost: compute.lost, facts: compute.call('openText', bytes) };
  all.set(key, opened);
  // (What has failed is asked again.)
  opened.facts.catch(() => all.delete(key));
  return opened.facts;
}

/** Frees the memory of all other texts. Whoever needs one again opens it again. */
export function forgetTextsBut(keys: readonly (TrainingText['key'] | null)[]): void {
  for (const [key, { lost, facts }] of all) {
    if (keys.includes(key)) continue;
    all.delete(key);
    if (lost !== compute.lost) continue;
    // (Lost with a worker, or never opened: it is free anyway.)
    facts.then(({ id }) => compute.call('disposeText', id)).catch(() => undefined);
  }
}
