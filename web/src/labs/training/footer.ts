// Below the figure: how a session was computed, its numbers, and downloads.
import { html, type TemplateResult } from 'lit';
import { pictureOf } from '../../plots/picture.ts';
import { csvOf, type DataTable } from '../../ui/data.ts';
import { dataTable } from '../../ui/data-table.ts';
import { save, savePng } from '../../ui/download.ts';
import { callText } from '../../ui/provenance.ts';
import type { Session } from './session.ts';
import { lengthTable, stepTable } from './tables.ts';
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
 */
export function footerContents(session: Session | null, root: ParentNode, runFile: () => string) {
  if (!session?.hasSteps) return { how: null, data: null, downloads: [] };
  const downloads: Download[] = [
    ['Every step (CSV)', () => saveTable(session, 'curves', stepTable(session))],
    [
      'Whole run (JSON)',
      () => save(`posenc-training-${fileStem(session)}.json`, 'application/json', [runFile()]),
    ],
    ['Picture (SVG)', () => void savePicture(session, 'svg', root)],
    ['Picture (PNG)', () => void savePicture(session, 'png', root)],
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
