// The verdicts on a sheet in short: "3 right. 1 not right: PE(5)[2] (The exponent is 2i/d, not i/d)."
import { html, type TemplateResult } from 'lit';
import type { Reason, Verdict } from '../core/api.ts';
import { entryOf } from '../exercises/catalogue.ts';
import { nameOf, texts } from '../exercises/texts.ts';
import type { AnyGrade } from './grader.ts';
import { slipIn } from './slips.ts';

interface OutcomeText {
  outcome: Verdict['outcome'];
  symbol: string;
  words: string;
  /** Whether the items with this outcome are listed. */
  listed?: boolean;
}

/** In the order of the summary. */
const outcomes: readonly OutcomeText[] = [
  { outcome: 'right', symbol: '✓', words: 'right' },
  { outcome: 'convention', symbol: '✓', words: 'right by another convention' },
  { outcome: 'carried-forward', symbol: '→', words: 'carried forward' },
  { outcome: 'form', symbol: '◐', words: 'with too few digits', listed: true },
  { outcome: 'wrong', symbol: '✕', words: 'not right', listed: true },
  { outcome: 'unreadable', symbol: '?', words: 'not read', listed: true },
  { outcome: 'empty', symbol: '○', words: 'left open' },
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

/** " (Positions count from 0)" */
const slipInBrackets = (exercise: string, reason: Reason) =>
  ` (${slipIn(exercise, reason)?.first.replace(/\.$/, '') ?? reason})`;

export const verdictSummary = (exercise: string, { items }: AnyGrade): TemplateResult[] =>
  outcomes.flatMap(({ outcome, symbol, words, listed }) => {
    const matching = items.filter((verdict) => verdict.outcome === outcome);
    if (matching.length === 0) return [];
    const names = matching.map(({ item, reason }) => {
      const slip = outcome === 'wrong' && reason ? slipInBrackets(exercise, reason) : '';
      const number = items.findIndex((one) => one.item === item) + 1;
      return itemName(exercise, item, number) + slip;
    });
    const text = isLab(exercise) && outcome === 'form' ? 'close' : words;
    const list = listed ? `: ${names.join(', ')}` : '';
    return html`<span class=${outcome}
      ><span aria-hidden="true">${symbol}</span> ${matching.length} ${text}${list}.</span
    > `;
  });
