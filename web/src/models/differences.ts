// What other software is known to make of the same file.
import { html, nothing, type TemplateResult } from 'lit';
import type { ModelDifference, ModelReport, ModelRope } from '../core/api.ts';
import { significant } from '../plots/format.ts';
import { metIn } from './notes.ts';
import { layersOf } from './words.ts';

/** The set of frequencies that a difference is about. */
export const ropeOf = (
  { ropes }: ModelReport,
  layers: ModelDifference['layers'],
): ModelRope | undefined => ropes.find((rope) => rope.layers === layers);

/** How far it is from what is shown. */
function distance(
  { ratio, pair, attentionFactor, invFreq, layers }: ModelDifference,
  report: ModelReport,
): string {
  const ours = ropeOf(report, layers);
  const parts = [
    ratio > 1 ? `frequencies off by up to ${significant(ratio, 4)} times, at pair ${pair}` : '',
    !ours || ours.invFreq.length === invFreq.length
      ? ''
      : `${invFreq.length} pairs instead of ${ours.invFreq.length}`,
    ours && attentionFactor !== ours.attentionFactor
      ? `attention factor ${significant(attentionFactor, 5)} instead of ${significant(ours.attentionFactor, 5)}`
      : '',
  ];
  const text = parts.filter((part) => part !== '').join('; ');
  return text && `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

/** @param show called with the one to draw, or null to draw none */
export function differencesCard(
  report: ModelReport,
  shown: ModelDifference | null,
  show: (difference: ModelDifference | null) => void,
): TemplateResult | typeof nothing {
  const { differences, ropes } = report;
  if (differences.length === 0) return nothing;
  return html`<section class="card" aria-labelledby="others">
    <h3 id="others">What other software makes of it</h3>
    <ul class="others">
      ${differences.map((one) => {
        const which = ropes.length > 1 ? ` (${layersOf(one)})` : '';
        return html`<li data-reading=${one.reading}>
          <div>
            <p>${one.message}${which}</p>
            <p class="met">${distance(one, report)}</p>
            ${metIn(one.threads)}
          </div>
          <button
            class="button"
            type="button"
            aria-pressed=${one === shown}
            @click=${() => show(one === shown ? null : one)}
          >
            Draw it above
          </button>
        </li>`;
      })}
    </ul>
  </section>`;
}
