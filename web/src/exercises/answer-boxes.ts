// The boxes for the answers to an exercise, each with its verdict, and the explanations below each row.
import { html, nothing, type TemplateResult } from 'lit';
import type { Item } from '../core/api.ts';
import {
  componentsLabel,
  type Explanation,
  explanationsOf,
  hintsOf,
  optionsOf,
  type Row,
  rowsOf,
  verdictOn,
  type Worksheet,
  worstOutcome,
} from './answer-rows.ts';
import { hintText, statementText } from './card-parts.ts';
import { echo, mark } from './feedback.ts';
import { textOf } from './sheet.ts';
import { nameOf } from './texts.ts';

type Part = TemplateResult | typeof nothing;

interface Boxes extends Worksheet {
  /** While nothing can be answered. */
  disabled: boolean;
  /** Called with each text that is typed or chosen. */
  answer: (item: Item, text: string) => void;
  openHints: (items: Item[]) => void;
}

/** A row with its explanations and hints. */
interface ExplainedRow extends Row {
  explanations: Explanation[];
  hints: ReturnType<typeof hintsOf>;
}

/** The id of a part that belongs to an item. */
export const idOf = (
  part: 'box' | 'word' | 'say' | 'hint',
  item: Item | undefined,
  { asked }: Worksheet,
): string => `${part}-${asked.items.indexOf(item as Item)}`;

/** The number of decimals to give, unless it is the same for the whole sheet. */
function decimalsNote(item: Item | undefined, { asked }: Worksheet): Part {
  const numbers = asked.items.filter(({ choices }) => choices.length === 0);
  if (!item || numbers.every(({ decimals }) => decimals === item.decimals)) return nothing;
  const { decimals } = item;
  return html`<small>${decimals === 0 ? 'a whole number' : `${decimals} decimals`}</small>`;
}

/** A text box, or a choice. */
function control(boxes: Boxes, item: Item, describedBy: string, isInvalid: boolean): Part {
  const { disabled } = boxes;
  const id = idOf('box', item, boxes);
  const typed = textOf(boxes.sheet, item.id);
  const onAnswer = (event: Event) =>
    boxes.answer(item, (event.target as HTMLInputElement | HTMLSelectElement).value);
  if (item.choices.length === 0) {
    return html`<input
        id=${id}
        aria-describedby=${describedBy}
        aria-invalid=${isInvalid}
        ?disabled=${disabled}
        inputmode="text"
        enterkeyhint="go"
        autocomplete="off"
        autocapitalize="off"
        autocorrect="off"
        spellcheck="false"
        .value=${typed}
        @input=${onAnswer}
      /><span class="printed">${typed}</span>`;
  }
  const labels = optionsOf(boxes, item);
  return html`<select
      id=${id}
      aria-describedby=${describedBy}
      aria-invalid=${isInvalid}
      ?disabled=${disabled}
      @change=${onAnswer}
    >
      ${['', ...item.choices].map(
        (choice) =>
          html`<option value=${choice} .selected=${choice === typed}>
            ${choice ? (labels[choice] ?? choice) : 'Choose …'}
          </option>`,
      )}</select
    ><span class="printed">${labels[typed] ?? typed}</span>`;
}

/** The ids of everything said about an answer. */
function describedBy(boxes: Boxes, { explanations, hints }: ExplainedRow, item: Item): string {
  const about = explanations.find((one) => !one.isOutdated && one.items.includes(item));
  const ids = [idOf('word', item, boxes)];
  if (about) ids.push(idOf('say', about.items[0], boxes));
  if (hints.open.includes(item)) ids.push(idOf('hint', item, boxes));
  return ids.join(' ');
}

/** The box, and below it the verdict on its answer. */
function cell(boxes: Boxes, row: ExplainedRow, item: Item, label: Part): TemplateResult {
  const verdict = verdictOn(boxes, item);
  const outcome = verdict?.outcome ?? 'empty';
  const typed = textOf(boxes.sheet, item.id);
  const verdictMark = verdict ? mark(verdict, typed, item) : null;
  const read = verdict ? echo(verdict, typed) : '';
  const isInvalid = outcome === 'wrong' || outcome === 'unreadable';
  return html`<div class="cell ${outcome}" data-item=${item.id} data-outcome=${outcome}>
    ${label} ${control(boxes, item, describedBy(boxes, row, item), isInvalid)}
    <div class="word" id=${idOf('word', item, boxes)}>
      ${
        verdictMark
          ? html`<b
              ><span class="symbol" aria-hidden="true">${verdictMark.symbol}</span>
              ${verdictMark.word}</b
            >`
          : nothing
      }${read ? html`<span>${read}</span>` : nothing}
    </div>
  </div>`;
}

function vector(boxes: Boxes, row: ExplainedRow): TemplateResult {
  const { text } = boxes;
  const name = nameOf(row.name, text);
  const component = text.component(row.name);
  const label = (item: Item, n: number) =>
    html`<label for=${idOf('box', item, boxes)}
      ><span class="hidden">${name}, </span>${component} ${n + (text.from ?? 0)}</label
    >`;
  return html`<div class="vector" role="group" aria-label=${name}>
    <span class="name" aria-hidden="true">${name} =${decimalsNote(row.items[0], boxes)}</span>
    ${row.items.map((item, n) => cell(boxes, row, item, label(item, n)))}
  </div>`;
}

function line(boxes: Boxes, row: ExplainedRow, item: Item): TemplateResult {
  const { text, asked } = boxes;
  const choices = text.choices?.[item.id];
  return html`<div class="line ${choices?.stacked ? 'stacked' : ''}">
    <label class="name ${choices ? 'words' : ''}" for=${idOf('box', item, boxes)}
      >${
        choices
          ? choices.label(asked.facts)
          : html`${nameOf(item.id, text)}<span aria-hidden="true"> =</span
              >${decimalsNote(item, boxes)}`
      }</label
    >
    ${cell(boxes, row, item, nothing)}
  </div>`;
}

/** Explanations and hints for a row. */
function panel(boxes: Boxes, row: ExplainedRow): Part {
  const { text } = boxes;
  const { explanations, hints } = row;
  const { open, closed } = hints;
  if (explanations.length + open.length + closed.length === 0) return nothing;
  return html`<div class="say ${worstOutcome(explanations)}">
    ${explanations.map(
      (one) =>
        html`<p
          class=${one.isOutdated ? 'past' : one.outcome}
          id=${idOf('say', one.items[0], boxes)}
        >
          ${one.isOutdated ? 'At the last check: ' : nothing}${statementText(
            one,
            componentsLabel(row, one, text),
          )}
        </p>`,
    )}
    ${open.map((item) => hintText(item, idOf('hint', item, boxes)))}
    ${
      closed.length > 0
        ? html`<button type="button" class="small" @click=${() => boxes.openHints(closed)}>
            Hint<span class="hidden"> for ${nameOf(row.name, text)}</span>
          </button>`
        : nothing
    }
  </div>`;
}

export const answerBoxes = (boxes: Boxes): TemplateResult[] =>
  rowsOf(boxes.asked.items, boxes.text).map((plainRow) => {
    const explanations = explanationsOf(boxes, plainRow);
    const row = { ...plainRow, explanations, hints: hintsOf(boxes, plainRow) };
    const [item] = row.items;
    return html`<div class="row ${row.hasLabels ? 'headed' : ''}" data-row=${row.name}>
      ${item?.group === '' ? line(boxes, row, item) : vector(boxes, row)} ${panel(boxes, row)}
    </div>`;
  });
