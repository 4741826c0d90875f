import { html, svg, type TemplateResult } from 'lit';
import type { Trial } from '../../core/api.ts';

const [width, height] = [180, 99];
const [blockWidth, blockHeight] = [26, 8];
/** More would not fit on the beam, and look like as much. */
const mostBlocks = 6;
/** Of a beam with all findings on one side, in degrees. */
const steepest = 9;

type Side = 'for' | 'against';

function blocks(side: Side, count: number): TemplateResult[] {
  const x = side === 'for' ? 16 : width - 16 - blockWidth;
  return Array.from(
    { length: Math.min(count, mostBlocks) },
    (_, n) =>
      svg`<rect class=${side} x=${x} y=${62 - (n + 1) * (blockHeight + 1)} width=${blockWidth} height=${blockHeight} rx="2" />`,
  );
}

/**
 * A beam with a block for each finding, those for the claim on the left and those against it on the right. It tilts as
 * they weigh.
 * @param trial null while the experiment is under way: the beam is empty and swings
 */
export function balance(trial: Pick<Trial, 'findings' | 'tilt'> | null): TemplateResult {
  const { findings, tilt } = trial ?? { findings: [], tilt: 0 };
  const count = (side: Side) => findings.filter(({ support }) => support === side).length;
  const name = (side: Side) => (trial ? `${count(side)} ${side}` : side);
  const text = trial ? `Findings: ${name('for')}, ${name('against')}.` : 'A balance, swinging.';
  return html`<svg
    class="balance ${trial ? '' : 'open'}"
    viewBox="0 0 ${width} ${height}"
    role="img"
    aria-label=${text}
  >
    <path class="foot" d="M90 66 78 82h24z" />
    <g class="beam" transform="rotate(${tilt * steepest})">
      <path d="M10 64H170" />
      ${blocks('for', count('for'))} ${blocks('against', count('against'))}
    </g>
    <text x="28" y="94" text-anchor="middle">${name('for')}</text>
    <text x="152" y="94" text-anchor="middle">${name('against')}</text>
  </svg>`;
}
