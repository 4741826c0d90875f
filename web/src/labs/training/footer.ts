// Below the figure: how a session was computed, its numbers, and downloads.
import { html, type TemplateResult } from 'lit';
import { pictureOf } from '../../plots/picture.ts';
import { dataTable } from '../../ui/data-table.ts';
import { csvOf, type DataTable, save, savePng } from '../../ui/download.ts';
import { callText } from '../../ui/provenance.ts';
import type { Entry, Session } from './session.ts';
import { withWeights } from './weights.ts';
import { captionOf, fileStem, subtitleOf } from './words.ts';

function howComputed({ trained, measure, taskInfo: { text } }: Session): TemplateResult {
  return html`<div class="how" id="how">
    <dl>
      <dt>Formula</dt>
      <dd>${measure.formula}</dd>
      <dt>Computed by</dt>
      <dd>
        ${trained.map(
          ({ run }) =>
            html`<code
                >${text ? callText({ method: 'createTextTrainer', args: [text.facts.id, run.options] }) : callText({ method: 'createTrainer', args: [run.options] })}</code
              ><br />`,
        )}
        <code>trainSteps(id, count)</code>, <code>evaluateLength(id, length)</code>
        <span>posenc/model/trainer.hpp</span>
      </dd>
    </dl>
  </div>`;
}

const saveTable = (session: Session, name: string, table: DataTable) =>
  save(`posenc-training-${name}-${fileStem(session)}.csv`, 'text/csv', csvOf(table));

async function savePicture(session: Session, kind: 'svg' | 'png', root: ParentNode): Promise<void> {
  // (Those that are folded away are not in it.)
  const plots = [...root.querySelectorAll<HTMLElement>('[data-plot]')].filter((plot) =>
    plot.checkVisibility(),
  );
  const picture = pictureOf(plots, captionOf(session), subtitleOf(session));
  const name = `posenc-training-${fileStem(session)}.${kind}`;
  if (kind === 'png') await savePng(name, picture);
  else save(name, 'image/svg+xml', [picture]);
}

type Download = readonly [words: string, download: () => void];

/**
 * What the footer has of a session: nothing before its first step.
 * @param root the shadow root with its plots
 * @param runFile returns the session as a file
 * @param saveWeights downloads the first model of a scheme
 */
export function footerContents(
  session: Session | null,
  root: ParentNode,
  runFile: () => string,
  saveWeights: (entry: Entry) => void,
) {
  if (!session?.hasSteps) return { how: null, data: null, downloads: [] };
  const downloads: Download[] = [
    ['Every step (CSV)', () => saveTable(session, 'curves', stepTable(session))],
    [
      'Whole run (JSON)',
      () => save(`posenc-training-${fileStem(session)}.json`, 'application/json', [runFile()]),
    ],
    ['Picture (SVG)', () => void savePicture(session, 'svg', root)],
    ['Picture (PNG)', () => void savePicture(session, 'png', root)],
    ...withWeights(session).map((entry): Download => [
      `Weights of ${entry.scheme.name} (safetensors)`,
      () => saveWeights(entry),
    ]),
  ];
  const how = () => howComputed(session);
  if (!session.hasLengths) return { how, data: null, downloads };
  const about = `${session.measure.title} by length. ${subtitleOf(session)}`;
  const lengths: Download = [
    'Data (CSV)',
    () => saveTable(session, 'lengths', lengthTable(session)),
  ];
  return {
    how,
    data: () => dataTable(lengthTable(session), about),
    downloads: [lengths, ...downloads],
  };
}

// The numbers of a session as tables.

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
