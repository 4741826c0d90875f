import { html, nothing, type ReactiveControllerHost, type TemplateResult } from 'lit';
import type { Chart, ClaimPlan, TrainingTask } from '../../core/api.ts';
import { percent } from '../../plots/format.ts';
import { endOnLeave } from '../../ui/connected.ts';
import { csvOf, save } from '../../ui/download.ts';
import { defaultsOf, describeTask } from '../../worker/training-client.ts';
import { chartOf, tableOf } from '../claim/chart.ts';
import { type ModelSpread, modelsTable, spreadsOf } from '../claim/models-table.ts';
import { PlannedTraining, reasonOf, seedCounts, Stopped } from '../claim/planned-training.ts';
import type { TrainedShare } from './card.ts';
import { quoted } from './result.ts';

/** Trained models, and the formula that one of them was trained with. */
interface Trained extends CustomPlan {
  models: readonly ModelSpread[];
  formula: string;
}

/** The accuracy of each model at the greatest length. */
const accuraciesText = (models: readonly ModelSpread[]): string =>
  models
    .map(({ model, spread }) => {
      const last = spread.mean.length - 1;
      const length = model.tests[last]?.length ?? 0;
      return `${model.name} ${percent(spread.mean[last] ?? 0, 1)} at length ${length}`;
    })
    .join(', ');

/** The part of an element that trains models with a formula: task, seeds, progress and results. */
export class TrainingPanel {
  private task: CustomTask = 'reverse';
  private seeds = 3;
  private isTraining = false;
  /** Null while the core still plans it. */
  private training: PlannedTraining | null = null;
  private trained: Trained | null = null;
  private failure = '';
  /** Ends the training that is under way: nothing of it is shown after that. */
  private underWay = new AbortController();

  /** At the greatest length; null if the last training was with another formula, or none was. */
  shareOf(formula: string): TrainedShare | null {
    const { trained } = this;
    if (trained?.formula !== formula) return null;
    const { model, spread } = trained.models[trained.models.length - 1] ?? {};
    const last = (model?.tests.length ?? 0) - 1;
    const share = spread?.mean[last];
    if (share === undefined || Number.isNaN(share)) return null;
    const length = last > 0 ? (model?.tests[last]?.length ?? null) : null;
    return { task: trained.task.title, length, share };
  }

  /** @param announce called with what a screen reader should speak */
  constructor(
    private readonly host: ReactiveControllerHost,
    private readonly announce: (text: string) => void,
  ) {
    endOnLeave(host, this.end);
  }

  private readonly end = (): void => {
    this.underWay.abort();
    this.training?.end();
    this.training = null;
    this.isTraining = false;
    this.host.requestUpdate();
  };

  private onButton(event: MouseEvent, formula: string): void {
    // The second click of a double click would stop what the first one started.
    if (event.detail > 1) return;
    if (this.isTraining) {
      this.end();
      this.announce('Stopped.');
      return;
    }
    void this.train(formula);
  }

  private async train(formula: string): Promise<void> {
    const { signal } = (this.underWay = new AbortController());
    this.failure = '';
    this.isTraining = true;
    this.announce('Training has begun.');
    try {
      const planned = await planFor(this.task, formula);
      if (signal.aborted) return;
      this.training = new PlannedTraining(planned.plan, this.seeds, () =>
        this.host.requestUpdate(),
      );
      this.host.requestUpdate();
      const runs = await this.training.runs();
      if (signal.aborted) return;
      const models = await spreadsOf(planned.plan, runs);
      if (signal.aborted) return;
      this.end();
      this.trained = { ...planned, models, formula };
      this.announce(`Trained: ${accuraciesText(models)}.`);
    } catch (error) {
      if (signal.aborted || error instanceof Stopped) return;
      this.end();
      this.failure = reasonOf(error) ?? '';
      this.announce(`Training failed. ${this.failure}`);
    }
  }

  /**
   * @param formula to train with
   * @param canStart whether that is the formula in the box
   */
  render(formula: string, canStart: boolean): TemplateResult {
    const { isTraining, trained, failure } = this;
    return html`<h2 class="invites">Train with it</h2>
      <p class="language">
        Three tiny transformers that differ only in what is added to their embeddings: nothing, the
        paper’s sinusoids, or your formula. Here d is the width of the model.
      </p>
      <div class="train">
        ${this.renderTasks()} ${this.renderSeeds()}
        <button
          class="button main"
          id="train"
          type="button"
          ?disabled=${!isTraining && !canStart}
          @click=${(event: MouseEvent) => this.onButton(event, formula)}
        >
          ${isTraining ? 'Stop' : 'Train with it'}
        </button>
      </div>
      ${this.renderProgress()} ${failure ? html`<p class="error">${failure}</p>` : nothing}
      ${trained ? this.renderTrained(trained) : nothing}`;
  }

  private renderTasks(): TemplateResult {
    return html`<label
      >task
      <select
        ?disabled=${this.isTraining}
        @change=${(event: Event) => {
          this.task = (event.target as HTMLSelectElement).value as CustomTask;
        }}
      >
        ${tasks.map(
          ([name, title]) =>
            html`<option value=${name} ?selected=${name === this.task}>${title}</option>`,
        )}
      </select></label
    >`;
  }

  private renderSeeds(): TemplateResult {
    return html`<label
      >seeds
      <select
        ?disabled=${this.isTraining}
        @change=${(event: Event) => {
          this.seeds = Number((event.target as HTMLSelectElement).value);
        }}
      >
        ${seedCounts.map(
          (one) => html`<option value=${one} ?selected=${one === this.seeds}>${one}</option>`,
        )}
      </select></label
    >`;
  }

  private renderProgress(): TemplateResult | typeof nothing {
    if (!this.training) return nothing;
    const { done, steps, finished, models, left } = this.training;
    return html`<p class="progress">
      <progress aria-label="Training steps" max=${steps} .value=${done}></progress>
      <span>${finished} of ${models} models trained${left ? `, ${left}` : ''}</span>
    </p>`;
  }

  private renderTrained(trained: Trained): TemplateResult {
    const { task, plan, models, formula } = trained;
    const chart = chartOfModels(trained);
    return html`<p class="of">
        ${task.title}, with <code>${quoted(formula)}</code> and d =
        ${plan.models[0]?.options.dModel}; guessing gets ${percent(task.chance, 1)}.
      </p>
      ${chart ? chartOf(chart, 'Right answers by length') : nothing} ${modelsTable(models)}
      ${
        chart
          ? html`<p class="of">
              <button
                class="button plain"
                type="button"
                @click=${() => save('posenc-own-training.csv', 'text/csv', csvOf(tableOf(chart)))}
              >
                Data (CSV)
              </button>
            </p>`
          : nothing
      }`;
  }
}

// A plan like those of claims: models with no positions, with the paper's sinusoids and with a formula.

const tasks = [
  ['reverse', 'Reverse eight tokens'],
  ['previous', 'Previous token, trained at 16'],
  ['order-bidirectional', 'In order or not, both directions'],
] as const;
type CustomTask = (typeof tasks)[number][0];

interface CustomPlan {
  task: TrainingTask;
  plan: ClaimPlan;
}

/** Set up as in the labs, with the formula in the third model. */
async function planFor(name: CustomTask, formula: string): Promise<CustomPlan> {
  const schemes = [
    ['none', 'No positions'],
    ['sinusoidal', 'Sinusoidal'],
    ['own', 'Your formula'],
  ] as const;
  const task = await describeTask(name);
  const tests = Array.from(task.testLengths, (length) => ({
    under: '',
    length,
    inverseFrequencies: new Float64Array(),
    attentionFactor: 1,
  }));
  const models = await Promise.all(
    schemes.map(async ([scheme, title]) => {
      const options = await defaultsOf(name, scheme);
      return { name: title, options: scheme === 'own' ? { ...options, formula } : options, tests };
    }),
  );
  return { task, plan: { models, seeds: 3 } };
}

/** Accuracy by length, beside that of guessing; null if there is only one length. */
function chartOfModels({
  task,
  models,
}: CustomPlan & { models: readonly ModelSpread[] }): Chart | null {
  const [first] = models;
  if (!first || first.model.tests.length < 2) return null;
  const none = new Float64Array();
  const lengths = Float64Array.from(first.model.tests, ({ length }) => length);
  return {
    xAxis: 'length',
    yAxis: 'right answers',
    values: 'shares',
    includes: Float64Array.of(task.chance, 1),
    lines: [
      ...models.map(({ model, seeds, spread }) => ({
        name: model.name,
        scheme: null,
        x: lengths,
        y: spread.mean,
        least: seeds > 1 ? spread.least : none,
        most: seeds > 1 ? spread.most : none,
      })),
      {
        name: 'Guessing',
        scheme: null,
        x: lengths,
        y: lengths.map(() => task.chance),
        least: none,
        most: none,
      },
    ],
  };
}
