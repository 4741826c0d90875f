// The remedies' results in words.
import type { DataTable } from '../../figures/figure.ts';
import { plain, quantity, significant } from '../../plots/format.ts';
import { pairsOf } from '../../figures/extension/wavelengths.ts';
import { type Answer, isNew, type LabRemedy, longestOf, mainOf, triedAs } from './measure.ts';

const listed = new Intl.ListFormat('en-US');

/** The remedies with their results at the longest length, the best first. */
function ranked({ results, lengths, tried, measure: { isBetter } }: Answer) {
  const last = lengths.length - 1;
  return tried
    .map(({ remedy }, n) => ({ remedy, result: results?.[n]?.[last] }))
    .flatMap(({ remedy, result }) =>
      result ? [{ remedy, old: result.old ?? 0, main: mainOf(result) }] : [],
    )
    .sort((a, b) => (isBetter(a.main, b.main) ? -1 : isBetter(b.main, a.main) ? 1 : 0));
}

export function badgeOf(answer: Answer): string {
  const length = longestOf(answer);
  const all = ranked(answer);
  const [best] = all;
  if (!best) return 'One model, every remedy';
  const leaders = all.filter(({ main }) => main === best.main);
  if (leaders.some(({ remedy }) => remedy.id === 'none')) return 'No remedy beats doing nothing';
  return leaders.length === 1
    ? `Best at ${length}: ${best.remedy.short}`
    : `${leaders.length} remedies tie at length ${length}`;
}

/** Below the badge: the best result against that of the model as it is. */
export function lineOf(answer: Answer): string {
  const length = longestOf(answer);
  const { written } = answer.measure;
  const all = ranked(answer);
  const [best] = all;
  const none = all.find(({ remedy }) => remedy.id === 'none');
  if (!best || !none) return `Train one model, then test it with every remedy at ${length}.`;
  return best.main === none.main
    ? `At length ${length}, ${written(none.main)} without any remedy.`
    : `At length ${length}: ${written(best.main)} at best, ${written(none.main)} without a remedy.`;
}

/** The result in a sentence; null where there is nothing to compare. */
export function findingOf(answer: Answer): string | null {
  const { results, options, measure } = answer;
  const { written, leads } = measure;
  const length = longestOf(answer);
  if (!results) {
    return `Train one model at length ${options.trainLongest}, then test it with every remedy at length ${length}`;
  }
  const all = ranked(answer);
  const [best] = all;
  const none = all.find(({ remedy }) => remedy.id === 'none');
  if (!best || !none) return null;
  const setting = `At length ${length},`;
  if (best.main === none.main) return `${setting} ${measure.none}: ${written(none.main)}`;
  const names = all.filter(({ main }) => main === best.main).map(({ remedy }) => remedy.within);
  const [old, before] = [written(best.old), written(none.old)];
  const cost =
    old === before
      ? `and ${names.length > 1 ? 'keep' : 'keeps'} the old ones at ${old}`
      : `while the old ones go from ${before} to ${old}`;
  return `${setting} ${listed.format(names)} ${names.length > 1 ? leads.many : leads.one}, ${written(best.main)} versus ${written(none.main)} without a remedy, ${cost}`;
}

export function subtitleOf({ title, options, results, reach }: Answer): string {
  const { trainLongest, dModel, heads, layers, steps, seed } = options;
  const model = `RoPE with base ${plain(options.base)}, ${heads} heads of width ${dModel / heads}, ${quantity(layers, 'layer')}, ${steps} steps at length ${trainLongest}, seed ${seed}`;
  const switched = results ? ', one model, not retrained' : '';
  return `${title}${switched}: ${model}; remedies for ${reach}`;
}

export function lengthText({ results, lengths, options, tried, measure }: Answer, stop: number) {
  const length = lengths[stop] ?? 0;
  const parts = tried.map(({ remedy }, n) => {
    const result = results?.[n]?.[stop];
    return `${remedy.short} ${measure.exact(result ? mainOf(result) : 0)}`;
  });
  const where = isNew(length, options)
    ? `positions ${options.trainLongest} to ${length - 1}`
    : 'trained on';
  return `length ${length}, ${where}: ${parts.join('; ')}`;
}

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

export function tableOf({ tried, results, lengths, own, measure }: Answer): DataTable {
  const pairs = [...pairsOf(own.wavelengths)];
  return {
    head: [
      'remedy',
      'length',
      `${measure.name} on new positions`,
      `${measure.name} on old positions`,
      'attention factor',
      ...pairs.map((i) => `wavelength of pair ${i}`),
    ],
    count: tried.length * lengths.length,
    row: (n) => {
      const which = Math.floor(n / lengths.length);
      const stop = n % lengths.length;
      const extension = tried[which]?.at[stop];
      const { fresh = null, old = null } = results?.[which]?.[stop] ?? {};
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
