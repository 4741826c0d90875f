import { html, nothing, type TemplateResult } from 'lit';
import type { ClaimPlan, PlannedModel, Spread, TrainedRun } from '../../core/api.ts';
import { percent, plain } from '../../plots/format.ts';
import { toggleAfterFrame } from '../../ui/after-press.ts';
import { compute } from '../../worker/client.ts';

/** The results of a model of a plan: each of its tests, over its seeds. */
export interface ModelSpread {
  model: PlannedModel;
  seeds: number;
  spread: Spread;
}

/** A table with more rows is closed at first. */
const maxOpenRows = 8;

/** @param runs the same number for each model of the plan, in its order */
export const spreadsOf = (
  { models }: ClaimPlan,
  runs: readonly TrainedRun[],
): Promise<ModelSpread[]> => {
  const seeds = runs.length / models.length;
  return Promise.all(
    models.map(async (model, n) => {
      const own = runs.slice(n * seeds, (n + 1) * seeds);
      const rows = own.flatMap(({ accuracies }) => Array.from(accuracies));
      const spread = await compute.call('spreadOver', Float64Array.from(rows), seeds);
      return { model, seeds, spread };
    }),
  );
};

const share = (value: number | undefined): string =>
  value === undefined || Number.isNaN(value) ? 'no answer' : percent(value, 1);

/** Every model with its tests: the mean of its seeds, and how far they are apart. */
export function modelsTable(all: readonly ModelSpread[]): TemplateResult {
  const lines = all.flatMap(({ model, spread }) =>
    model.tests.map(({ under, length }, n) => ({
      name: model.name,
      asked: `${under ? `${under}, ` : ''}length ${plain(length)}`,
      mean: spread.mean[n],
      least: spread.least[n],
      most: spread.most[n],
    })),
  );
  const seeds = all[0]?.seeds ?? 0;
  return html`<details class="models" ?open=${lines.length <= maxOpenRows}>
    <summary @click=${toggleAfterFrame}>
      ${all.length} ${all.length === 1 ? 'model' : 'models'}, ${seeds}
      ${seeds === 1 ? 'seed: too few to show a spread' : all.length === 1 ? 'seeds' : 'seeds each'}
    </summary>
    <table>
      <caption class="unseen">
        Right answers on new examples, by model and test
      </caption>
      <thead>
        <tr>
          <th scope="col">model and test</th>
          <th scope="col">${seeds > 1 ? 'right, mean' : 'right'}</th>
          ${seeds > 1 ? html`<th scope="col">lowest to highest</th>` : nothing}
        </tr>
      </thead>
      <tbody>
        ${lines.map(
          ({ name, asked, mean, least, most }) =>
            html`<tr>
              <th scope="row">${name} <span>${asked}</span></th>
              <td>${share(mean)}</td>
              ${seeds > 1 ? html`<td>${share(least)}${share(least) === share(most) ? nothing : ` to ${share(most)}`}</td>` : nothing}
            </tr>`,
        )}
      </tbody>
    </table>
  </details>`;
}
