// Which variant of an exercise is shown, and a choice among those that were worked on.
import { html, nothing, type TemplateResult } from 'lit';
import type { Folder } from './work.ts';

interface Choice {
  seed: number;
  /** The learner's class has been set this variant: there is no choice. */
  isAssigned: boolean;
  sheets: Folder['sheets'];
  disabled: boolean;
  choose: (seed: number) => void;
}

export function variantChoice(choice: Choice): TemplateResult | typeof nothing {
  const { seed, isAssigned, sheets, disabled, choose } = choice;
  if (isAssigned) {
    return html`<p class="variant">Variant ${seed}, assigned to your class.</p>`;
  }
  const seeds = new Set([0, seed, ...Object.keys(sheets).map(Number)]);
  if (seeds.size === 1) return nothing;
  const option = (one: number) => {
    const best = sheets[one]?.best;
    const name = one === 0 ? 'The lesson’s own' : `Variant ${one}`;
    return html`<option value=${one} .selected=${one === seed}>
      ${name}${best ? `, best ${best.score} of ${best.max}` : ''}
    </option>`;
  };
  return html`<p class="variant">
    <label for="variant">Version:</label>
    <select
      id="variant"
      ?disabled=${disabled}
      @change=${(event: Event) => choose(Number((event.target as HTMLSelectElement).value))}
    >
      ${[...seeds].map(option)}
    </select>
  </p>`;
}
