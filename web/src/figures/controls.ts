// The controls below a figure: one for each of its parameters, and a button for each of its presets.
import { html, nothing, type TemplateResult } from 'lit';
import { showFold } from '../ui/after-press.ts';
import '../ui/number-control.ts';
import type { ChoiceParameter, NumberParameter, Parameter } from '../ui/parameters.ts';
import type { Plays } from '../ui/play-button.ts';

interface Control {
  parameter: Parameter;
  value: unknown;
  slider: NumberParameter['slider'] | null;
  /** Null if its control plays it. */
  player: Plays | null;
  onSet: (value: unknown) => void;
  /** Called with a sentence when a number cannot be read. */
  onUnreadable: (problem: string) => void;
}

const pauseMs = 500;
const pauses = new WeakMap<HTMLInputElement, number>();

/** Takes what has been typed once typing pauses. */
function afterPause(input: HTMLInputElement, take: Control['onSet']): void {
  clearTimeout(pauses.get(input));
  pauses.set(
    input,
    window.setTimeout(() => take(input.value), pauseMs),
  );
}

/** Every option of a choice, side by side. */
const segments = (
  { label, options }: ChoiceParameter,
  value: unknown,
  onSet: Control['onSet'],
): TemplateResult =>
  html`<fieldset class="segments">
    <legend>${label}</legend>
    ${options.map(
      ([option, name]) =>
        html`<label
          ><input
            type="radio"
            name=${label}
            value=${option}
            .checked=${option === value}
            ?checked=${option === value}
            @change=${() => onSet(option)}
          /><span>${name}</span></label
        >`,
    )}
  </fieldset>`;

export function control({
  parameter,
  value,
  slider,
  player,
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
        .player=${player}
        .value=${value}
        @set=${(event: CustomEvent<number>) => onSet(event.detail)}
        @unreadable=${(event: CustomEvent<string>) => onUnreadable(event.detail)}
      ></posenc-number>`;
    case 'choice':
      if (parameter.shownAs === 'switch') return switched(parameter, value, onSet);
      if (parameter.shownAs === 'segments') return segments(parameter, value, onSet);
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
          @input=${(event: Event) => {
            // (Half a list of numbers is none.)
            if (parameter.type === 'text') afterPause(event.target as HTMLInputElement, onSet);
          }}
          @change=${(event: Event) => onSet((event.target as HTMLInputElement).value)}
        />
      </label>`;
    case 'flag':
      return onOff(label, value === true, onSet);
  }
}

export function presetButtons<P extends { label: string }>(
  presets: readonly P[],
  take: (preset: P) => void,
): TemplateResult | typeof nothing {
  if (presets.length === 0) return nothing;
  return html`<div class="presets">
    ${presets.map(
      (preset) =>
        html`<button class="button" type="button" @click=${() => take(preset)}>
          ${preset.label}
        </button>`,
    )}
  </div>`;
}

/** Opens and closes the controls that are folded away. @param toggle returns whether they are open from now on */
export const moreButton = (isOpen: boolean, toggle: () => boolean): TemplateResult =>
  html`<button
    class="fold"
    type="button"
    aria-expanded=${isOpen}
    aria-controls="more"
    @click=${(event: Event) => showFold(event, toggle())}
  >
    More
  </button>`;

/** A choice of two, as a switch. */
function switched(
  { label, options }: ChoiceParameter,
  value: unknown,
  onSet: (value: unknown) => void,
): TemplateResult {
  const [off, on] = options.map(([option]) => option);
  return onOff(label, value === on, (isOn) => onSet(isOn ? on : off));
}

const onOff = (label: string, isOn: boolean, onSet: (isOn: boolean) => void): TemplateResult =>
  html`<label class="switch">
    <input
      type="checkbox"
      role="switch"
      .checked=${isOn}
      @change=${(event: Event) => onSet((event.target as HTMLInputElement).checked)}
    />
    ${label}
  </label>`;
