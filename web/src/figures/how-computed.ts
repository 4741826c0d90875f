// The origin of a figure's numbers: its formula, its settings, and the calls of the core.
import { html, nothing, type TemplateResult } from 'lit';
import type { ParameterTable } from '../ui/parameters.ts';
import { callText, type Made, sourceOf } from '../ui/provenance.ts';

interface Computation {
  formula: string;
  parameters: ParameterTable;
  values: Readonly<Record<string, unknown>>;
  calls: readonly Made[];
}

export function howComputed({ formula, parameters, values, calls }: Computation): TemplateResult {
  const settings = Object.entries(parameters).map(
    ([name, { label }]) => `${label}: ${String(values[name])}`,
  );
  return html`<div class="how" id="how">
    <dl>
      <dt>Formula</dt>
      <dd>${formula}</dd>
      <dt>With</dt>
      <dd>${settings.join('; ')}</dd>
      ${
        calls.length > 0
          ? html`<dt>Computed by</dt>
              <dd>
                ${counted(calls).map(
                  ({ call, times }) =>
                    html`<code>${callText(call)}</code>
                      <span>${times > 1 ? `${times} times; ` : ''}${sourceOf(call)}</span><br />`,
                )}
              </dd>`
          : nothing
      }
    </dl>
  </div>`;
}

/** Each call once, with how often it was made. */
function counted(calls: readonly Made[]): { call: Made; times: number }[] {
  const all = new Map<string, { call: Made; times: number }>();
  for (const call of calls) {
    const text = callText(call);
    all.set(text, { call, times: (all.get(text)?.times ?? 0) + 1 });
  }
  return [...all.values()];
}
