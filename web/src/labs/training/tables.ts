// The numbers of a session as tables.
import type { DataTable } from '../../ui/data.ts';
import type { Session } from './session.ts';

const orNoAnswer = (value: number | undefined): number | string =>
  value === undefined || Number.isNaN(value) ? 'no answer' : value;

/** Results by length: every seed, then mean and standard deviation of each scheme. */
export function lengthTable(session: Session): DataTable {
  const { testedLengths, measure, seeds, spreads } = session;
  const columns = session.entries
    .filter(({ runs }) => runs.some(({ run }) => run.evaluated.length > 0))
    .map((entry) => ({ ...entry, spread: spreads.get(entry)?.lengths }));
  const head = columns.flatMap(({ scheme: { name }, runs, spread }) => [
    ...runs.map(({ seed }) => (seeds > 1 ? `${name} (seed ${seed})` : name)),
    ...(spread ? [`${name} (mean)`, `${name} (sd)`] : []),
  ]);
  return {
    head: [
      'length',
      'trained on',
      ...head,
      ...measure.levels.map(({ name }) => name),
      measure.counted,
    ],
    count: testedLengths.length,
    row: (n) => {
      const length = testedLengths[n] ?? 0;
      const place = session.lengths.indexOf(length);
      const results = columns.map(({ runs, spread }) => ({
        spread,
        seeds: runs.map(({ run }) => run.evaluated.find((one) => one.length === length)),
      }));
      const cells = results.flatMap(({ seeds, spread }) => [
        ...seeds.map((one) => (one ? (measure.at(one) ?? 'no answer') : '')),
        ...(spread ? [orNoAnswer(spread.mean[place]), orNoAnswer(spread.sd[place])] : []),
      ]);
      const scored = results
        .flatMap(({ seeds }) => seeds)
        .flatMap((one) => (one && 'scored' in one ? [one.scored] : []));
      const trained = session.isTrained(length) ? 'yes' : 'no';
      return [
        length,
        trained,
        ...cells,
        ...measure.levels.map(({ value }) => value),
        scored[0] ?? 0,
      ];
    },
  };
}

/** Loss and accuracy at every step, and the loss of a text in bits, too. */
export function stepTable({ entries, seeds, measure }: Session): DataTable {
  const inBits = measure.steps[0] === 'bits';
  const columns = entries.flatMap(({ scheme: { name }, runs }) =>
    runs
      .filter(({ run }) => run.losses.length > 0)
      .map(({ run, seed }) => ({ run, name, seedText: seeds > 1 ? `, seed ${seed}` : '' })),
  );
  return {
    head: [
      'step',
      ...columns.flatMap(({ name, seedText }) => [
        `${name} (loss${seedText})`,
        `${name} (accuracy${seedText})`,
        ...(inBits ? [`${name} (bits per character${seedText})`] : []),
      ]),
    ],
    count: columns.reduce((most, { run }) => Math.max(most, run.losses.length), 0),
    row: (n) => [
      n + 1,
      ...columns.flatMap(({ run }) => [
        run.losses[n] ?? '',
        run.accuracies[n] ?? '',
        ...(inBits ? [run.bits?.[n] ?? ''] : []),
      ]),
    ],
  };
}
