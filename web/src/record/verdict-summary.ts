// The verdicts on a sheet in short: "3 right. 1 not right: PE(5)[2] (The exponent is 2i/d, not i/d)."
import { html, type TemplateResult } from 'lit';
import type { Reason, Verdict } from '../core/api.ts';
import { entryOf } from '../exercises/catalogue.ts';
import { symbols, wordsFor } from '../exercises/feedback.ts';
import { slipIn } from '../exercises/slips.ts';
import { nameOf, texts } from '../exercises/texts.ts';
import type { AnyGrade } from './grader.ts';

/** In the order of the summary; of some outcomes, the items are named. */
const outcomes: readonly [outcome: Verdict['outcome'], items?: 'named'][] = [
  ['right'],
  ['convention'],
  ['carried-forward'],
  ['form', 'named'],
  ['wrong', 'named'],
  ['unreadable', 'named'],
  ['empty'],
];

export const isLab = (exercise: string) => entryOf(exercise)?.kind === 'lab';

/** The name of an item: "omega[0]" of an exercise by hand is ω[0], a guess is named by its scheme. */
function itemName(exercise: string, item: string, number: number): string {
  if (exercise === 'prediction') return item.replace(/^guess-/, '');
  if (isLab(exercise)) return `question ${number}`;
  const text = texts[exercise];
  const [name = '', ...components] = item.split('[');
  return text ? [nameOf(name, text), ...components].join('[') : item.replaceAll('-', '−');
}

/** " (Positions start at 0)" */
const slipInBrackets = (exercise: string, reason: Reason) =>
  ` (${slipIn(exercise, reason)?.first.replace(/\.$/, '') ?? reason})`;

export const verdictSummary = (exercise: string, { items }: AnyGrade): TemplateResult[] =>
  outcomes.flatMap(([outcome, named]) => {
    const matching = items.filter((verdict) => verdict.outcome === outcome);
    if (matching.length === 0) return [];
    const names = matching.map(({ item, reason }) => {
      const slip = outcome === 'wrong' && reason ? slipInBrackets(exercise, reason) : '';
      const number = items.findIndex((one) => one.item === item) + 1;
      return itemName(exercise, item, number) + slip;
    });
    const text = isLab(exercise) && outcome === 'form' ? 'close' : wordsFor(outcome).counted;
    const list = named ? `: ${names.join(', ')}` : '';
    return html`<span class=${outcome}
      ><span aria-hidden="true">${symbols[outcome]}</span> ${matching.length} ${text}${list}.</span
    > `;
  });
