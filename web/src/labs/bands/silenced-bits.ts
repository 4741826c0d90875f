// What a model of characters needs once a band of its pairs is silenced.
import type { FrequencyBands } from '../../core/api.ts';
import { compute } from '../../worker/client.ts';
import type { Checkpoint, TrainingText } from '../../worker/training-protocol.ts';
import { withModel } from '../../worker/with-model.ts';

export type Band = FrequencyBands['bands'][number];
export const bands = ['fast', 'middle', 'slow'] as const satisfies readonly Band[];

interface Asked {
  waves: FrequencyBands;
  /** The first is the training length. */
  lengths: readonly number[];
  heads: readonly { layer: number; head: number; id: string }[];
  /** Of one of the heads; any other text stands for all. */
  head: string;
}

/** In bits per character. */
export interface Silenced {
  /** With all pairs, at each length. */
  whole: number[];
  /** Without a band in the head that is asked for, or in all, at each length. */
  byLength: Record<Band, number[]>;
  /** Without a band in one head after the other, within the training length. */
  byHead: Record<Band, number[]>;
}

/** What has been tested before: tests take a while. */
const known = new WeakMap<Checkpoint, Map<string, number>>();

function knownOf(model: Checkpoint): Map<string, number> {
  const found = known.get(model) ?? new Map<string, number>();
  known.set(model, found);
  return found;
}

/**
 * @param signal ends the tests early: then it rejects
 * @param progress gets how many of the tests are done
 */
export async function silencedBits(
  model: Checkpoint,
  text: TrainingText | null,
  { waves, lengths, heads, head }: Asked,
  signal: AbortSignal,
  progress: (done: number, of: number) => void,
): Promise<Silenced> {
  const tested = knownOf(model);
  const everywhere = { layer: -1, head: -1, id: 'all' };
  const asked = heads.find(({ id }) => id === head) ?? everywhere;
  const [within = 0] = lengths;
  const of = lengths.length * (1 + bands.length) + heads.length * bands.length;
  return withModel(
    model,
    async (id) => {
      let done = 0;
      const bits = async (where: typeof everywhere, pairs: number[], length: number) => {
        signal.throwIfAborted();
        progress(done++, of);
        const key = [pairs.length === 0 ? '' : where.id, pairs.join(' '), length].join('; ');
        const before = tested.get(key);
        if (before !== undefined) return before;
        await compute.call('silencePairs', id, where.layer, where.head, Float64Array.from(pairs));
        const result = (await compute.call('evaluateLength', id, length)).bits ?? NaN;
        tested.set(key, result);
        return result;
      };
      const each = async <T>(all: readonly T[], one: (each: T) => Promise<number>) => {
        const results: number[] = [];
        for (const each of all) results.push(await one(each));
        return results;
      };
      const silenced: Silenced = {
        whole: await each(lengths, (length) => bits(everywhere, [], length)),
        byLength: { fast: [], middle: [], slow: [] },
        byHead: { fast: [], middle: [], slow: [] },
      };
      for (const band of bands) {
        const pairs = waves.bands.flatMap((one, pair) => (one === band ? [pair] : []));
        silenced.byLength[band] = await each(lengths, (length) => bits(asked, pairs, length));
        silenced.byHead[band] = await each(heads, (where) => bits(where, pairs, within));
      }
      return silenced;
    },
    text,
  );
}
