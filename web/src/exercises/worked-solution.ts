// The worked solution of an exercise by hand: every answer, and how it is worked out. The core computes it.
import { html, type ReactiveControllerHost, type TemplateResult } from 'lit';
import type { Item, WorkedSolution } from '../core/api.ts';
import { CurrentRequest } from '../ui/current-request.ts';
import { compute } from '../worker/client.ts';
import { optionsOf, type Worksheet } from './answer-rows.ts';
import { nameOf } from './texts.ts';

/** The solution of the variant that is shown, once it is wanted. */
export class Solution {
  steps: WorkedSolution['steps'] = [];
  /** Why the core could not be asked; '' if it could. */
  error = '';

  private variant = '';
  private readonly loading = new CurrentRequest();

  constructor(private readonly host: ReactiveControllerHost) {}

  /** Asks the core for the solution of a variant, unless it is there already. */
  async show(exercise: string, seed: number): Promise<void> {
    const variant = `${exercise}:${seed}`;
    if (variant === this.variant) return;
    const signal = this.loading.start();
    this.variant = variant;
    this.steps = [];
    try {
      const { steps } = await compute.call('workedSolution', exercise, seed);
      if (signal.aborted) return;
      this.steps = steps;
      this.error = '';
    } catch (error) {
      if (signal.aborted) return;
      this.variant = '';
      this.error = (error as Error).message;
    }
    this.host.requestUpdate();
  }
}

/** As the page writes formulas: a product of encodings with its own sign, a minus as such. */
const written = (working: string) => working.replaceAll(').PE', ')·PE').replaceAll('-', '−');

/** The wording and the questions of a variant. */
export type Variant = Pick<Worksheet, 'text' | 'asked'>;

/** One answer of a worked solution, as it is shown. */
export interface SolutionLine {
  item: string;
  name: string;
  working: string;
  answer: string;
  /** Whether the answer was one of several to choose from. */
  isChoice: boolean;
}

function answerName(item: Item, { text, asked }: Variant): string {
  const choices = text.choices?.[item.id];
  if (choices) return choices.label(asked.facts);
  if (!item.group) return nameOf(item.id, text);
  const among = asked.items.filter(({ group }) => group === item.group);
  const number = among.indexOf(item) + (text.from ?? 0);
  return `${nameOf(item.group, text)}, ${text.component(item.group)} ${number}`;
}

/** The answers of a variant, in the order of its questions. */
export const solutionLines = (steps: WorkedSolution['steps'], variant: Variant): SolutionLine[] =>
  steps.flatMap(({ item: id, working, value }) => {
    const item = variant.asked.items.find((one) => one.id === id);
    if (!item) return [];
    const option = optionsOf(variant, item)[value];
    return {
      item: id,
      name: answerName(item, variant),
      working: written(working),
      answer: option ?? written(value),
      isChoice: option !== undefined,
    };
  });

/** Every answer of a variant. */
export const workedSolution = ({ steps }: Solution, variant: Variant): TemplateResult =>
  html`<div class="solution" role="group" aria-labelledby="solution">
    <h4 id="solution" tabindex="-1">Worked solution</h4>
    <dl>
      ${solutionLines(steps, variant).map(
        ({ item, name, working, answer, isChoice }) =>
          html`<div data-step=${item}>
            <dt>${name}</dt>
            <dd>
              <code>${working}</code>
              <b class=${isChoice ? 'choice' : ''}>${answer}</b>
            </dd>
          </div>`,
      )}
    </dl>
  </div>`;
