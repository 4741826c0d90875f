// The schemes of a lab: what each answers to the example, where its heads look, and how far its training is.
import { html, nothing, svg, type TemplateResult } from 'lit';
import { TrainingRun } from '../../worker/training-client.ts';
import type { Look, Response } from '../../worker/training-protocol.ts';
import { type Scheme, swatch } from './schemes.ts';
import type { Entry, Session } from './session.ts';
import { refusedControl } from './settings.ts';
import { type Example, tokenText } from './watched.ts';
import { stateOf } from './words.ts';

interface Row {
  scheme: Scheme;
  look: Look | null;
  /** Its training; null before it. */
  entry: Entry | null;
}

interface Rows {
  rows: readonly Row[];
  example: Example | null;
  session: Session | null;
  /** Trains a scheme again whose worker broke. */
  retry: (entry: Entry) => void;
  /** The head that is shown where there is room for one alone, from 0. */
  head: number;
  chooseHead: (head: number) => void;
}

/** Of the task order: the answers of a model. */
const orderAnswers = ['no', 'yes'];
const mostHeads = 4;

export function runList(all: Rows): TemplateResult {
  const { rows, example } = all;
  const heads = rows.map(({ look }) => look?.responses[0]?.attention.heads ?? 0);
  const count = Math.min(mostHeads, Math.max(1, ...heads));
  // (Other settings may have fewer heads.)
  const shown = { ...all, head: Math.min(all.head, count - 1) };
  return html`${example ? asked(example, headField(shown, count)) : nothing}
    <ul class="runs ${example && isLong(example) ? 'long' : ''}" aria-label="Schemes">
      ${rows.map((row) => runRow(row, shown))}
    </ul>`;
}

/** "attention", with a choice of the head where there is room for one alone. */
const headField = ({ head, chooseHead }: Rows, count: number): TemplateResult =>
  html`<span class="maps"
    ><span>attention</span
    ><select
      aria-label="Attention head"
      @change=${(event: Event) => chooseHead(Number((event.target as HTMLSelectElement).value))}
    >
      ${Array.from(
        { length: count },
        (_, n) => html`<option value=${n} .selected=${n === head}>head ${n + 1}</option>`,
      )}
    </select></span
  >`;

/** Its tokens need a line, or two, of their own. */
export const isLong = ({ inputs, isOrder }: Example): boolean =>
  !isOrder && (inputs[0]?.length ?? 0) > 8;

/** The example, above the answers to it. */
function asked(example: Example, heads: TemplateResult): TemplateResult {
  const [tokens = [], ...others] = example.inputs;
  const [targets = []] = example.targets;
  if (example.isOrder) {
    return html`<div class="asked">
      <span class="what">in order?</span>
      <span class="answers">
        ${[tokens, ...others].map((row) => html`<b>${row.join(' ')}</b>`)}
      </span>
      ${heads}
    </div>`;
  }
  return html`<div class="asked ${isLong(example) ? 'long' : ''}">
    <span class="what">example <span class="soft">right answer</span></span>
    <span class="answers">
      ${tokens.map(
        (token, n) =>
          html`<span
            ><b>${tokenText(example, token)}</b><br /><span class="soft"
              >${targets[n] === -1 ? '–' : tokenText(example, targets[n])}</span
            ></span
          >`,
      )}
    </span>
    ${heads}
  </div>`;
}

function runRow(
  { scheme, look, entry }: Row,
  { example, session, retry, head }: Rows,
): TemplateResult {
  const name = html`<span class="name">${swatch(scheme)} ${scheme.name}</span>`;
  const failed = entry?.runs.find(({ run }) => run.state === 'failed')?.run;
  if (entry && session && failed instanceof TrainingRun) {
    const { failure } = failed;
    return html`<li>
      ${name}
      <span class="broken">
        ${
          // The problem with a number is shown beside its control.
          refusedControl(failure) ? 'not started' : stateOf(session, entry)
        }
        ${
          failure?.code === 'broken'
            ? html`<button class="button" type="button" @click=${() => retry(entry)}>
                Try again
              </button>`
            : nothing
        }
      </span>
    </li>`;
  }
  const steps = entry ? entry.options.steps * entry.runs.length : 1;
  const done = entry?.runs.reduce((sum, { run }) => sum + run.losses.length, 0) ?? 0;
  return html`<li class=${scheme.color}>
    ${name}
    <span class="state">${entry && session ? stateOf(session, entry) : 'not trained yet'}</span>
    ${example ? answers(example, look) : nothing} ${maps(look?.responses[0], head)}
    <progress aria-label="${scheme.name}, steps" max=${steps} .value=${done}></progress>
  </li>`;
}

interface Cell {
  text: string;
  /** Before the first step an answer is 'untrained', right or not. */
  verdict: 'right' | 'wrong' | 'untrained' | 'unscored' | 'open';
}

function cellsOf(example: Example, look: Look | null): Cell[] {
  return example.targets.flatMap((targets, input) =>
    targets.map((target, n): Cell => {
      const answer = look?.responses[input]?.answers[n];
      if (target === -1) return { text: '–', verdict: 'unscored' };
      if (answer === undefined) return { text: '?', verdict: 'open' };
      const text = example.isOrder ? (orderAnswers[answer] ?? '') : tokenText(example, answer);
      if (look?.step === 0) return { text, verdict: 'untrained' };
      return { text, verdict: answer === target ? 'right' : 'wrong' };
    }),
  );
}

function answers(example: Example, look: Look | null): TemplateResult {
  const cells = cellsOf(example, look);
  const scored = cells.filter(({ verdict }) => verdict !== 'unscored');
  const right = cells.filter(({ verdict }) => verdict === 'right').length;
  const told =
    look?.step === 0
      ? 'not trained yet, so its answers to the example do not count'
      : `${right} of ${scored.length} answers to the example right`;
  return html`<span
      class="answers ${example.isOrder ? 'words' : example.characters.length > 0 ? 'signs' : ''}"
      aria-hidden="true"
      >${cells.map(
        ({ text, verdict }) =>
          html`<span class="cell ${verdict}"
            >${text}${example.isOrder && verdict === 'right' ? ' ✓' : ''}</span
          >`,
      )}</span
    ><span class="unseen">${told}</span>`;
}

/** Weights below this are not drawn; above it in four steps of color. */
const faintest = 0.08;
const shades = [0.25, 0.5, 0.75, 1] as const;

/** A square for each head: a row looks at the columns that are dark. */
function maps(response: Response | undefined, shown: number): TemplateResult {
  if (!response) return html`<span class="maps"></span>`;
  const { heads, rows, cols, values } = response.attention;
  return html`<span class="maps" aria-hidden="true"
    >${Array.from({ length: Math.min(heads, mostHeads) }, (_, head) => {
      const paths = shades.map(() => '');
      for (let n = 0; n < rows * cols; n++) {
        const weight = values[head * rows * cols + n] ?? 0;
        if (!(weight > faintest)) continue;
        const shade = Math.min(shades.length - 1, Math.floor(weight * shades.length));
        paths[shade] += `M${n % cols} ${Math.floor(n / cols)}h1v1h-1z`;
      }
      const look = head === shown ? 'shown' : '';
      return html`<svg class=${look} viewBox="0 0 ${cols} ${rows}" width="34" height="34">
        ${paths.map((d, shade) => svg`<path d=${d} opacity=${shades[shade] ?? 1}></path>`)}
      </svg>`;
    })}</span
  >`;
}
