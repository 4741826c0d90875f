// The remedies' results in words.
import type { DataTable } from '../../figures/figure.ts';
import { percent, plain, significant } from '../../plots/format.ts';
import { pairsOf } from '../../figures/extension/wavelengths.ts';
import { type Answer, isNew, type LabRemedy, longestOf, sharesOf, triedAs } from './answer.ts';

const listed = new Intl.ListFormat('en-US');

/** The remedies with their results at the longest length, the best first. */
function ranked({ results, lengths, tried }: Answer) {
  const last = lengths.length - 1;
  return tried
    .map(({ remedy }, n) => ({ remedy, result: results?.[n]?.[last] }))
    .flatMap(({ remedy, result }) => (result ? [{ remedy, ...result }] : []))
    .sort((a, b) => b.accuracy - a.accuracy);
}

/** What has come of it, in a few words. */
export function badgeOf(answer: Answer): string {
  const length = longestOf(answer);
  const all = ranked(answer);
  const [best] = all;
  if (!best) return 'One model, every remedy';
  const leaders = all.filter(({ accuracy }) => accuracy === best.accuracy);
  if (leaders.some(({ remedy }) => remedy.id === 'none')) return 'No remedy beats doing nothing';
  return leaders.length === 1
    ? `${best.remedy.short} is best at length ${length}`
    : `${leaders.length} remedies tie at length ${length}`;
}

/** The result in a sentence; null where there is nothing to compare. */
export function findingOf(answer: Answer): string | null {
  const { results, options } = answer;
  const length = longestOf(answer);
  if (!results) {
    return `Train one model at length ${options.trainLongest}, then test it with every remedy at length ${length}`;
  }
  const all = ranked(answer);
  const [best] = all;
  const none = all.find(({ remedy }) => remedy.id === 'none');
  if (!best || !none) return null;
  const setting = `At length ${length},`;
  if (best.accuracy === none.accuracy) {
    return `${setting} no remedy gets more new positions right than the unchanged model: ${percent(none.accuracy)}`;
  }
  const names = all
    .filter(({ accuracy }) => accuracy === best.accuracy)
    .map(({ remedy }) => remedy.within);
  const [old, before] = [percent(best.oldAccuracy ?? 0), percent(none.oldAccuracy ?? 0)];
  const cost =
    old === before
      ? `and ${names.length > 1 ? 'keep' : 'keeps'} the old ones at ${old}`
      : `while the old ones go from ${before} to ${old}`;
  return `${setting} ${listed.format(names)} ${names.length > 1 ? 'get' : 'gets'} the most new positions right, ${percent(best.accuracy)} versus ${percent(none.accuracy)} without a remedy, ${cost}`;
}

export function subtitleOf(
  { title, options, results }: Answer,
  { factor, seed }: { factor: number; seed: number },
): string {
  const { trainLongest, dModel, heads, layers, steps } = options;
  const model = `RoPE with base ${plain(options.base)}, ${heads} heads of width ${dModel / heads}, ${layers} layer, ${steps} steps at length ${trainLongest}, seed ${seed}`;
  const switched = results ? ', one model, not retrained' : '';
  return `${title}${switched}: ${model}; remedies for ${plain(factor)}× the training length`;
}

export function lengthText({ results, lengths, options, tried }: Answer, stop: number): string {
  const length = lengths[stop] ?? 0;
  const parts = tried.map(
    ({ remedy }, n) => `${remedy.short} ${percent(results?.[n]?.[stop]?.accuracy ?? 0, 1)}`,
  );
  const where = isNew(length, options)
    ? `positions ${options.trainLongest} to ${length - 1}`
    : 'trained on';
  return `length ${length}, ${where}: ${parts.join('; ')}`;
}

/** What the plot of accuracies shows. */
export function summaryOf(answer: Answer): string {
  const { results, lengths } = answer;
  if (!results) return 'Nothing is drawn yet: the model has not been trained.';
  const byLength = lengths.map((_, stop) => lengthText(answer, stop));
  return `A line for each remedy over the lengths ${lengths.join(', ')}. ${byLength.join('. ')}.`;
}

export function pairText(answer: Answer, highlighted: LabRemedy['id'], i: number): string {
  const chosen = triedAs(answer, highlighted);
  const [before = 0, after = 0] = [
    answer.own.wavelengths[i],
    chosen.at[chosen.at.length - 1]?.wavelengths[i],
  ];
  const own = `pair ${i}: wavelength ${significant(before, 4)} positions as trained`;
  return chosen.remedy.id === 'none'
    ? own
    : `${own}, ${significant(after, 4)} with ${chosen.remedy.within}`;
}

export function tableOf({ tried, results, lengths, own }: Answer): DataTable {
  const pairs = [...pairsOf(own.wavelengths)];
  return {
    head: [
      'remedy',
      'length',
      'accuracy on new positions',
      'accuracy on old positions',
      'attention factor',
      ...pairs.map((i) => `wavelength of pair ${i}`),
    ],
    count: tried.length * lengths.length,
    row: (n) => {
      const which = Math.floor(n / lengths.length);
      const stop = n % lengths.length;
      const extension = tried[which]?.at[stop];
      const { fresh, old } = sharesOf(results?.[which]?.[stop]);
      return [
        tried[which]?.remedy.name ?? '',
        lengths[stop] ?? 0,
        fresh ?? '',
        old ?? '',
        extension?.attentionFactor ?? 1,
        ...(extension?.wavelengths ?? []),
      ];
    },
  };
}
