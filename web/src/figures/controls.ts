// The controls below a figure, one for each of its parameters.
import { html, type TemplateResult } from 'lit';
import '../ui/number-control.ts';
import type { NumberParameter, Parameter } from '../ui/parameters.ts';

interface Control {
  parameter: Parameter;
  value: unknown;
  /** Where a number's slider goes now. */
  slider: NumberParameter['slider'] | null;
  onSet: (value: unknown) => void;
  /** Called with a sentence when a number cannot be read. */
  onUnreadable: (problem: string) => void;
}

export function control({
  parameter,
  value,
  slider,
  onSet,
  onUnreadable,
}: Control): TemplateResult {
  const { label } = parameter;
  switch (parameter.type) {
    case 'number':
      return html`<posenc-number
        label=${label}
        .slider=${slider ?? parameter.slider}
        .plays=${parameter.plays}
        .value=${value}
        @set=${(event: CustomEvent<number>) => onSet(event.detail)}
        @unreadable=${(event: CustomEvent<string>) => onUnreadable(event.detail)}
      ></posenc-number>`;
    case 'choice':
      return html`<label class="choice">
        ${label}
        <select
          .value=${value}
          @change=${(event: Event) => onSet((event.target as HTMLSelectElement).value)}
        >
          ${parameter.options.map(
            ([option, name]) =>
              html`<option value=${option} ?selected=${option === value}>${name}</option>`,
          )}
        </select>
      </label>`;
    case 'list':
    case 'text':
      return html`<label>
        ${label}
        <input
          type="text"
          autocomplete="off"
          spellcheck="false"
          aria-describedby="problem"
          .value=${value}
          @change=${(event: Event) => onSet((event.target as HTMLInputElement).value)}
        />
      </label>`;
    case 'flag':
      return html`<label>
        <input
          type="checkbox"
          .checked=${value}
          @change=${(event: Event) => onSet((event.target as HTMLInputElement).checked)}
        />
        ${label}
      </label>`;
  }
}
