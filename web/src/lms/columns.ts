// The columns of a table about a class: what the exercises of a set can ask.
import { itemCounts } from '../../../build/wasm/posenc-item-counts.mjs';
import type { LabOutcome, LabSet } from '../core/api.ts';
import type { Assigned } from '../exercises/assignment.ts';
import { entryOf } from '../exercises/catalogue.ts';
import { schemes as registered } from '../registry.ts';
import { compute } from '../worker/client.ts';
import type { Column } from './adapter.ts';

const schemes = registered.map(({ name }) => name).filter((name) => name !== 'own');

/**
 * A run after which every question of a lab is asked, and no guess about a mix but one: of all schemes and a mix, in two
 * seeds, past twice the trained length.
 */
function fullestRun(measure: 'accuracy' | 'bits'): LabOutcome {
  const run = {
    ...{ task: 'order', schemes: [...schemes, 'rope/none'], lengths: Float64Array.of(8, 16, 32) },
    ...{ seeds: 2, trainLongest: 8, chance: 0.5, ceiling: 0.5, needs: 'distance' as const },
  };
  const values = new Float64Array(run.seeds * run.schemes.length * run.lengths.length).fill(1);
  return measure === 'bits'
    ? { ...run, accuracies: new Float64Array(), bits: { values, single: 4, pair: 3 } }
    : { ...run, accuracies: values };
}

/** A set needs a run of one measure, and its questions name which; the core refuses the other. */
const questionsOf = (set: LabSet) =>
  compute
    .call('labQuestions', set, fullestRun('accuracy'))
    .catch(() => compute.call('labQuestions', set, fullestRun('bits')));

/** A variant may have fewer than the longest one. Each seed orders the quiz anew. */
async function itemsOf({ id, seed }: Assigned): Promise<string[]> {
  const kind = entryOf(id)?.kind;
  const asked =
    kind === 'lab'
      ? await questionsOf(id as LabSet)
      : (await compute.call('exercise', id, kind === 'quiz' ? 0 : seed)).items;
  const missing = Math.max(0, (itemCounts[id] ?? 0) - asked.length);
  return [...asked.map((item) => item.id), ...Array<string>(missing).fill('')];
}

/** The items of a set in their columns: a column holds the same question of every learner. */
export async function columnsOf(set: readonly Assigned[]): Promise<Column[]> {
  const columns = set.map(async (assigned) => {
    const { id: exercise, seed } = assigned;
    return (await itemsOf(assigned)).map((item) => ({ exercise, seed, item }));
  });
  return (await Promise.all(columns)).flat();
}
