import { css, html, nothing, type PropertyDeclarations, type PropertyValues } from 'lit';
import type { CoreApi, Extension } from '../../core/api.ts';
import { type DataTable, PosencFigure } from '../../figures/figure.ts';
import { encoding } from '../../figures/sinusoidal.ts';
import type { Tone } from '../../ui/figure-style.ts';
import type { ParameterTable, Values } from '../../ui/parameters.ts';
import { compute } from '../../worker/client.ts';
import type { Checkpoint } from '../../worker/training-protocol.ts';
import { withModel } from '../../worker/with-model.ts';
import { ModelOnDemand, onDemandStyles, progressBar } from '../on-demand/model-on-demand.ts';
import type { Wanted } from '../on-demand/models.ts';
import {
  type Answer,
  type LabRemedy,
  longestOf,
  type Measure,
  type Scored,
  type Tried,
} from './measure.ts';
import { type Highlighting, measurePlot, resultsTable, wavelengthPlot } from './results.ts';
import { badgeOf, findingOf, lineOf, subtitleOf, summaryOf, tableOf } from './words.ts';

const remediesStyle = css`
  .hint {
    font-size: 0.78rem;
    color: var(--posenc-soft);
  }
  .empty {
    height: 290px;
  }
  .results :is(th, td) {
    white-space: nowrap;
  }
  .results thead th {
    vertical-align: bottom;
  }
  .results :is(tbody th, th:first-child[rowspan]) {
    white-space: normal;
  }
  .results tbody tr {
    cursor: pointer;
  }
  .results .chosen {
    background: color-mix(in srgb, var(--posenc-rope) 12%, transparent);
  }
  .results .chosen th {
    font-weight: 600;
    box-shadow: inset 3px 0 var(--posenc-rope);
  }
  @media (max-width: 40rem) {
    .empty {
      height: 4rem;
    }
    .results {
      font-size: 0.72rem;
    }
    .results thead th {
      white-space: normal;
    }
    .results tbody th {
      padding-left: 0.45rem;
    }
  }
`;

/** The model that remedies are tried on, and how. */
export interface Trial {
  wanted: Wanted;
  title: string;
  lengths: number[];
  /** Such as "4× the training length". */
  reach: string;
}

/** Asks the core: figures record their calls. */
type Call = <M extends keyof CoreApi>(
  method: M,
  ...args: Parameters<CoreApi[M]>
) => Promise<ReturnType<CoreApi[M]>>;

/**
 * One trained RoPE model, and what each remedy for longer texts makes of it at inference: results by length, and the
 * wavelengths of its pairs. The model is one that is kept in this browser, or is trained on demand.
 */
export abstract class RemediesFigure<P extends ParameterTable> extends PosencFigure<P, Answer> {
  static override properties: PropertyDeclarations = {
    tested: { state: true },
    pointed: { state: true },
  };

  static override styles = [...PosencFigure.styles, ...onDemandStyles, remediesStyle];

  declare remedy: LabRemedy['id'];
  /** How many remedies have been tried of those that are being tried. */
  declare private tested: number | null;
  /** The remedy that is pointed at in the list. */
  declare private pointed: LabRemedy['id'] | null;

  protected readonly model = new ModelOnDemand(this, () => this.again());
  /** The last results with their settings: another highlight asks for nothing new. */
  private found: { setting: string; results: Scored[][] } | null = null;

  protected override readonly label = 'Remedies for longer texts, tried on one RoPE model';

  constructor(stem: string, parameters: P) {
    super(stem, parameters);
    this.tested = null;
    this.pointed = null;
  }

  override willUpdate(changed: PropertyValues): void {
    // (Another highlight asks for nothing new.)
    const asks = ['task', 'factor', 'base', 'seed'].some((name) => changed.has(name));
    if (asks) this.model.renew();
    super.willUpdate(changed);
  }

  protected abstract readonly measure: Measure;
  protected abstract remedies(values: Values<P>): LabRemedy[];
  protected abstract trial(values: Values<P>): Promise<Trial>;
  /** A remedy's frequencies for the model, at each length. */
  protected abstract extended(
    id: LabRemedy['id'],
    trial: Trial,
    values: Values<P>,
  ): Promise<Extension[]>;
  /** Of a model with a remedy's frequencies, which it uses already. */
  protected abstract scored(id: number, length: number, trial: Trial): Promise<Scored>;

  protected override async ask(values: Values<P>): Promise<Answer> {
    const { signal } = this.model;
    const trial = await this.trial(values);
    const { wanted, title, lengths, reach } = trial;
    const { options } = wanted;
    const own = await this.call('frequencies', trainedFrequencies(options));
    const tried = await Promise.all(
      this.remedies(values).map(async (remedy) => ({
        remedy,
        at: await this.extended(remedy.id, trial, values),
      })),
    );
    const { measure } = this;
    const answer = { options, title, reach, lengths, own, tried, measure, results: null };
    const model = await this.model.find(wanted);
    if (!model) return answer;
    const setting = JSON.stringify({ ...values, remedy: null, text: wanted.text?.key });
    if (this.found?.setting === setting) return { ...answer, results: this.found.results };
    const results = await this.evaluated(model.checkpoint, tried, trial, signal);
    if (!results) return answer;
    this.found = { setting, results };
    this.model.said = findingOf({ ...answer, results }) ?? this.label;
    return { ...answer, results };
  }

  /** Of each remedy, for each length; null if something else is asked for before all are tried. */
  private async evaluated(
    model: Checkpoint,
    tried: readonly Tried[],
    trial: Trial,
    signal: AbortSignal,
  ): Promise<Scored[][] | null> {
    const call: Call = (method, ...args) => compute.call(method, ...args);
    try {
      return await withModel(
        model,
        async (id) => {
          const results: Scored[][] = [];
          for (const { at } of tried) {
            this.tested = results.length;
            const ofRemedy: Scored[] = [];
            for (const [n, { inverseFrequencies, attentionFactor }] of at.entries()) {
              signal.throwIfAborted();
              await call('useFrequencies', id, inverseFrequencies, attentionFactor);
              ofRemedy.push(await this.scored(id, trial.lengths[n] ?? 0, trial));
            }
            results.push(ofRemedy);
          }
          return results;
        },
        trial.wanted.text,
      );
    } catch (error) {
      if (signal.aborted) return null;
      throw error;
    } finally {
      this.tested = null;
    }
  }

  private get highlighted(): LabRemedy['id'] {
    return this.pointed ?? this.remedy;
  }

  protected override caption(answer: Answer): string {
    return badgeOf(answer);
  }

  protected override tone(answer: Answer | null): Tone {
    return answer?.results ? 'rope' : 'soft';
  }

  protected override subtitle(answer: Answer): string {
    return lineOf(answer);
  }

  protected override setting(answer: Answer): string {
    const finding = findingOf(answer);
    return `${finding ? `${finding}. ` : ''}${subtitleOf(answer)}`;
  }

  protected override summary(answer: Answer): string {
    return summaryOf(answer);
  }

  protected override table(answer: Answer): DataTable {
    return tableOf(answer);
  }

  protected override plot(answer: Answer | null, _: Values<P>, summary: string) {
    return html`<div class="both">
        <div>
          <p class="which">${this.measure.title}</p>
          ${answer?.results ? measurePlot(answer, this.highlighted, summary) : this.empty(answer)}
        </div>
        <div>
          <p class="which">Wavelength of each pair</p>
          ${wavelengthPlot(answer, this.highlighted)}
        </div>
      </div>
      ${this.train(answer)}
      ${answer?.results ? resultsTable(answer, answer.results, this.highlighting) : nothing}`;
  }

  private get highlighting(): Highlighting {
    return {
      highlighted: this.highlighted,
      point: (id) => (this.pointed = id),
      choose: (id) => this.changeByReader('remedy', id),
    };
  }

  private empty(answer: Answer | null) {
    const length = answer ? longestOf(answer) : '';
    const train = `Press Train to see what each remedy does at length ${length}.`;
    return html`<p class="empty">${this.tested === null ? train : 'Testing the model …'}</p>`;
  }

  private train(answer: Answer | null) {
    const { model, tested } = this;
    const { run } = model;
    const done = answer?.results;
    const count = answer?.tried.length ?? 0;
    return html`<div class="train">
      ${done && !run ? nothing : model.view()}
      ${
        tested === null
          ? nothing
          : html`${progressBar('Remedies tried', tested, count)}
              <span>${tested + 1} of ${count} remedies</span>`
      }
      ${
        tested === null && !run && done
          ? html`<span class="hint"
              >To highlight a remedy in both plots, point at it in the table or choose it
              below.</span
            >`
          : nothing
      }
      ${model.status()}
    </div>`;
  }
}

/** Those that a model is trained with. */
export const trainedFrequencies = (options: Wanted['options']) =>
  encoding({ dModel: options.dModel / options.heads, base: options.base });
