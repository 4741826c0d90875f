// The parts of a claim's card: what is shown of a claim, a vote and a trial.
import { html, nothing, type TemplateResult } from 'lit';
import type { Claim, ClaimPlan, ClaimVerdict, Finding, Trial } from '../../core/api.ts';
import type { TriedClaim } from '../../storage/trials.ts';
import { toggleAfterFrame } from '../../ui/after-press.ts';
import { asWritten } from '../../ui/provenance.ts';
import type { ListedClaim } from '../core-lists.ts';
import { verdicts, votedLine, votes } from '../words.ts';
import { type PlannedTraining, seedCounts } from './planned-training.ts';

const kinds: Record<Claim['kind'], string> = {
  computed: 'computed here',
  timed: 'timed on this machine',
  trained: 'trained here',
};

const sides: Record<Finding['support'], { mark: string; word: string }> = {
  for: { mark: '+', word: 'for it' },
  against: { mark: '\u2212', word: 'against it' },
  aside: { mark: '·', word: 'aside' },
};

/** @param text of the claim, also where no claim has the number */
export const heading = (claim: Claim | null, text: string, href: string) =>
  html`<p class="head">
      <span>${claim ? kinds[claim.kind] : ''}</span
      ><a href=${href} aria-label="Link to this claim">Link</a>
    </p>
    <h3 id="claim">“${text}”</h3>`;

interface Voting {
  vote: ClaimVerdict | '';
  disabled: boolean;
  /** The reader has tried to start a trial without a vote. */
  isMissing: boolean;
  choose: (vote: ClaimVerdict) => void;
}

export const voting = ({ vote, disabled, isMissing, choose }: Voting): TemplateResult =>
  html`<fieldset class="vote" ?disabled=${disabled}>
    <legend>Your vote</legend>
    ${votes.map(
      (one) =>
        html`<label
          ><input
            type="radio"
            name="vote"
            value=${one}
            .checked=${vote === one}
            @change=${() => choose(one)}
          />${verdicts[one].word}</label
        >`,
    )}
    <p class="unvoted" role="status">
      ${isMissing ? 'Vote first, or try it without a vote.' : nothing}
    </p>
  </fieldset>`;

interface Result {
  verdict: ClaimVerdict;
  vote: TriedClaim['vote'];
  outcome: string;
  /** From an earlier visit. */
  isStored: boolean;
}

export function verdictLine({ verdict, vote, outcome, isStored }: Result): TemplateResult {
  const { mark, word } = verdicts[verdict];
  return html`<p class="verdict ${isStored ? 'kept' : ''}" tabindex="-1" data-verdict=${verdict}>
    <b><span aria-hidden="true">${mark}</span> ${word}</b>
    <span class="voted">${votedLine(vote, outcome)}</span>
  </p>`;
}

/** The findings that a verdict rests on: the first on its side, or on each side. */
export const decisive = (verdict: ClaimVerdict, findings: Trial['findings']): TemplateResult =>
  html`<ul class="decisive" aria-label="What decided it">
    ${(['for', 'against'] as const)
      .filter((side) => verdict === 'depends' || (verdict === 'true') === (side === 'for'))
      .flatMap((side) => findings.find(({ support }) => support === side) ?? [])
      .map(({ text, support }) => html`<li class=${support}>${text}</li>`)}
  </ul>`;

export const findingsList = (findings: Trial['findings']): TemplateResult =>
  html`<ul class="findings" aria-label="What the experiment found">
    ${findings.map(({ text, support }) => {
      const { mark, word } = sides[support];
      return html`<li class=${support} data-support=${support}>
        <b><span aria-hidden="true">${mark}</span> ${word}</b><span class="text">${text}</span>
      </li>`;
    })}
  </ul>`;

/** Besides the lesson's own place; the others open below them. */
const shownSources = 2;

const sourceLinks = (some: Claim['sources']): TemplateResult[] =>
  some.map(({ text, url }) => html`<span>${url ? html`<a href=${url}>${text}</a>` : text} </span>`);

/** @param isStated the section has a place that says what is true */
export function sources(
  { number, sources: all, section }: Claim,
  isStated: boolean,
): TemplateResult {
  const place = isStated ? `#claim-${number}` : '';
  const more = all.slice(shownSources);
  return html`<div class="sources">
    <span><a href=${`./${section}.html${place}`}>In the lesson</a> </span
    >${sourceLinks(all.slice(0, shownSources))}
    ${
      more.length > 0
        ? html`<details>
            <summary @click=${toggleAfterFrame}>${more.length} more</summary>
            ${sourceLinks(more)}
          </details>`
        : nothing
    }
  </div>`;
}

/** @param seeds of the models that were trained for it, if any were */
export function howTried(
  number: number,
  vote: TriedClaim['vote'],
  plan: ClaimPlan | null,
  seeds: number,
): TemplateResult {
  return html`<div class="how" id="how">
    <dl>
      <dt>Verdict</dt>
      <dd>
        from the findings: true if all are for the claim, false if all are against it, otherwise “it
        depends”; asides do not count
      </dd>
      <dt>Computed by</dt>
      <dd><code>tryClaim(${number}, ${asWritten(vote)}, ${plan ? 'runs' : '[]'})</code></dd>
      ${
        plan
          ? html`<dt>Runs</dt>
              <dd>
                each of these with
                ${seeds > 1 ? `seeds 1 to ${seeds}` : 'seed 1'}${plan.models.map(
                  ({ name, options }) =>
                    html`<br />${name}:
                      <code>createTrainer(${asWritten({ ...options, seed: 1 })})</code>`,
                )}
              </dd>`
          : nothing
      }
    </dl>
  </div>`;
}

/** @param training null where the claim needs no models */
export function trialProgress(training: PlannedTraining | null): TemplateResult {
  if (!training) {
    return html`<p class="progress">
      <progress aria-label="The trial is under way"></progress><span>running</span>
    </p>`;
  }
  const { done, steps, finished, models, left } = training;
  const words =
    done < steps
      ? `${finished} of ${models} models trained${left ? `, ${left}` : ''}`
      : `testing the trained models: ${finished} of ${models}`;
  return html`<p class="progress">
    <progress aria-label="Training steps" max=${steps} .value=${done}></progress>
    <span>${words}</span>
  </p>`;
}

interface Seeds {
  claim: ListedClaim;
  chosen: number;
  disabled: boolean;
  choose: (seeds: number) => void;
}

export function seedsField({ claim, chosen, disabled, choose }: Seeds): TemplateResult {
  const all = [...new Set([...seedCounts, claim.seeds])].sort((a, b) => a - b);
  const count = claim.models;
  return html`<label class="seeds"
      >seeds
      <select
        ?disabled=${disabled}
        @change=${(event: Event) => choose(Number((event.target as HTMLSelectElement).value))}
      >
        ${all.map(
          (seeds) => html`<option value=${seeds} .selected=${seeds === chosen}>${seeds}</option>`,
        )}
      </select></label
    >
    <p class="about">
      ${count} tiny ${count === 1 ? 'transformer' : 'transformers'},
      ${
        chosen === 1
          ? 'trained once: more seeds would show the role of chance.'
          : `${count === 1 ? '' : 'each '}trained with ${chosen} seeds: differences between seeds are chance.`
      }
    </p>`;
}
