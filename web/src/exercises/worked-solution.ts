// The worked solution of an exercise by hand: every answer, and how it is worked out. The core computes it.
import { html, nothing, type TemplateResult } from 'lit';
import type { Item, WorkedSolution } from '../core/api.ts';
import { optionsOf, type Worksheet } from './answer-rows.ts';
import { nameOf } from './texts.ts';

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

/** A working without its numbers, by which one row is like another: "sin(#*#^(#*#/#))". */
const shapeOf = ({ working }: SolutionLine) =>
  working.replaceAll(/\(−?\d[\d.]*\)|−?\d[\d.]*/g, '#');

/** Rows that are worked out, and the like ones that follow. */
interface Part {
  rows: SolutionLine[];
  like: SolutionLine[];
}

/** A single like row stands with the others: a fold would take as much room. */
export function solutionParts(lines: readonly SolutionLine[]): Part[] {
  const shapes = new Set<string>();
  const parts: Part[] = [];
  for (const line of lines) {
    const shape = shapeOf(line);
    const isLike = shapes.has(shape) && !line.isChoice;
    shapes.add(shape);
    let part = parts.at(-1);
    if (!part || (!isLike && part.like.length > 0)) parts.push((part = { rows: [], like: [] }));
    part[isLike ? 'like' : 'rows'].push(line);
  }
  return parts.map(({ rows, like }) =>
    like.length === 1 ? { rows: [...rows, ...like], like: [] } : { rows, like },
  );
}

const list = (lines: readonly SolutionLine[]): TemplateResult =>
  html`<dl>
    ${lines.map(
      ({ item, name, working, answer, isChoice }) =>
        html`<div data-step=${item}>
          <dt>${name}</dt>
          <dd>
            <code>${working}</code>
            <b class=${isChoice ? 'choice' : ''}>${answer}</b>
          </dd>
        </div>`,
    )}
  </dl>`;

/** Every answer of a variant. */
export const workedSolution = (steps: WorkedSolution['steps'], variant: Variant): TemplateResult =>
  html`<div class="solution" role="group" aria-labelledby="solution">
    <h4 id="solution" tabindex="-1">Worked solution</h4>
    ${solutionParts(solutionLines(steps, variant)).map(
      ({ rows, like }) =>
        html`${list(rows)}
        ${
          like.length > 0
            ? html`<details>
                <summary>${like.length} more of the same kind</summary>
                ${list(like)}
              </details>`
            : nothing
        }`,
    )}
  </div>`;
