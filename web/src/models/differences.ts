// Other software that is known to read the same file in another way.
import { html, nothing, type TemplateResult } from 'lit';
import type { ModelDifference, ModelReport, ModelRope } from '../core/api.ts';
import { significant } from '../plots/format.ts';
import { metIn } from './notes.ts';
import { layersOf } from './words.ts';

export const readingNames: Readonly<Record<ModelDifference['reading'], string>> = {
  'paper-ramp': 'paper’s ramp',
  'rounded-ramp': 'rounded ramp',
  'factor-from-lengths': 'by the lengths',
  'no-scaling': 'not scaled',
  'scaled-sliding': 'scaled, too',
  'default-base': 'default base',
  'whole-head': 'whole head',
  'head-by-quotient': 'width / heads',
  'released-factor': 'released code',
  'mscale-alone': 'mscale alone',
};

const canDraw = ({ ratio, invFreq, layers }: ModelDifference, report: ModelReport): boolean =>
  ratio > 1 || ropeOf(report, layers)?.invFreq.length !== invFreq.length;

/** The set of frequencies that a difference is about. */
export const ropeOf = (
  { ropes }: ModelReport,
  layers: ModelDifference['layers'],
): ModelRope | undefined => ropes.find((rope) => rope.layers === layers);

/** From what the page shows. */
export function distance(
  { ratio, pair, attentionFactor, invFreq, layers }: ModelDifference,
  report: ModelReport,
): string {
  const ours = ropeOf(report, layers);
  const parts = [
    ratio > 1
      ? `frequencies off by a factor of up to ${significant(ratio, 4)}, at pair ${pair}`
      : '',
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
    <h3 id="others">How other software reads it</h3>
    <ul class="others">
      ${differences.map((one) => {
        const which = ropes.length > 1 ? ` (${layersOf(one)})` : '';
        return html`<li data-reading=${one.reading}>
          <div>
            <p>${one.message}${which}</p>
            <p class="met">${distance(one, report)}</p>
            ${metIn(one.threads)}
          </div>
          ${
            canDraw(one, report)
              ? html`<button
                  class="button"
                  type="button"
                  aria-label=${`Show it above: ${readingNames[one.reading]}`}
                  aria-pressed=${one === shown}
                  @click=${() => show(one === shown ? null : one)}
                >
                  Show it above
                </button>`
              : nothing
          }
        </li>`;
      })}
    </ul>
  </section>`;
}
