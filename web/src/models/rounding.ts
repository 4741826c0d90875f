// How far angles are off where frequencies are stored in a narrow type.
import { html, nothing, type TemplateResult } from 'lit';
import type { ModelRope } from '../core/api.ts';
import { significant } from '../plots/format.ts';
import { grouped } from './words.ts';

export function rounding({ errors }: ModelRope): TemplateResult | typeof nothing {
  if (!errors) return nothing;
  const types = ['bfloat16', 'float16', 'float32'] as const;
  return html`<h3>Rounding at position ${grouped(errors.position)}</h3>
    <p>
      How far off the worst angle is at the last position, if frequencies are stored in this type:
    </p>
    <table class="facts" aria-label="Errors of the angle">
      <tbody>
        ${types.map(
          (type) =>
            html`<tr>
              <th scope="row">${type}</th>
              <td>${significant(errors[type], 3)} rad</td>
            </tr>`,
        )}
      </tbody>
    </table>
    <p class="met">
      A full turn is 6.28 rad. Reported in
      <a href="https://github.com/huggingface/transformers/issues/29285" rel="noopener"
        >huggingface/transformers#29285</a
      >
    </p>`;
}
