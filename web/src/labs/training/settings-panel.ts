// The settings of a training, folded away: schemes, numbers, tested lengths, slopes, and values for each layer.
import { html, nothing, type TemplateResult } from 'lit';
import { toggleAfterFrame } from '../../ui/after-press.ts';
import '../../ui/number-control.ts';
import { type Scheme, schemes } from './schemes.ts';
import type { Problems } from './size-problems.ts';
import {
  type LayerList,
  layerListNames,
  layerLists,
  type Size,
  sizeNames,
  sizes,
  type Sizes,
  slopes,
  testLengths,
  usualInLayers,
} from './sizes.ts';
import { swatch } from './swatch.ts';

/** What the controls hold, good or not. */
interface Controls {
  /** What the task needs of order, as a sentence; '' while it is unknown. */
  description: string;
  schemes: readonly Scheme[];
  /** "rope/none none/rope" */
  mixes: string;
  layerLists: Record<LayerList, string>;
  sizes: Sizes;
  slopes: string;
  testLengths: string;
  /** Those of the task. */
  usualTestLengths: string;
  problems: Problems;
  /** Whether numbers, lengths or slopes differ from the defaults of the task. */
  isChanged: boolean;
  isOpen: boolean;
  /** Controls are made when they are first opened, and stay, with what is in them. */
  haveBeenOpen: boolean;
}

interface ControlActions {
  setScheme(id: string, chosen: boolean): void;
  setMixes(text: string): void;
  setLayerList(list: LayerList, text: string): void;
  setSize(size: Size, value: number): void;
  /** A size cannot be read. */
  setUnreadable(size: Size, message: string): void;
  setSlopes(text: string): void;
  setTestLengths(text: string): void;
  openSettings(open: boolean): void;
  useDefaults(): void;
}

const valueOf = (event: Event) => (event.target as HTMLInputElement | HTMLSelectElement).value;

export function settingsPanel(controls: Controls, act: ControlActions): TemplateResult {
  const { dModel, heads, layers, steps, batch, seed, seeds } = controls.sizes;
  return html`<details
    class="settings"
    .open=${controls.isOpen}
    @toggle=${(event: Event) => act.openSettings((event.target as HTMLDetailsElement).open)}
  >
    <summary @click=${toggleAfterFrame}>
      Settings
      <span
        >d = ${dModel}, heads ${heads}, layers ${layers}, steps ${steps}, batch ${batch},
        ${seeds > 1 ? `seeds ${seed} to ${seed + seeds - 1}` : `seed ${seed}`}</span
      >
    </summary>
    ${controls.haveBeenOpen ? allControls(controls, act) : nothing}
  </details>`;
}

function allControls(controls: Controls, act: ControlActions): TemplateResult {
  return html`<p class="description">${controls.description}</p>
    <fieldset aria-describedby="problem-schemes">
      <legend>Position schemes</legend>
      <div class="schemes">${schemes.map((scheme) => schemeBox(scheme, controls, act))}</div>
      ${mixesBox(controls, act)}
      <p class="problem" id="problem-schemes">${controls.problems.schemes}</p>
    </fieldset>
    <div class="controls">
      ${sizeNames.map((size) => sizeControl(size, controls, act))} ${testLengthsBox(controls, act)}
      ${slopesBox(controls, act)} ${layerListNames.map((list) => layerListBox(list, controls, act))}
    </div>
    <p class="problem" id="problem-slopes">${controls.problems.slopes}</p>
    ${
      controls.isChanged
        ? html`<button class="button plain" type="button" @click=${() => act.useDefaults()}>
            Reset to defaults
          </button>`
        : nothing
    }`;
}

function schemeBox(scheme: Scheme, controls: Controls, act: ControlActions): TemplateResult {
  return html`<label>
    <input
      type="checkbox"
      value=${scheme.id}
      .checked=${controls.schemes.includes(scheme)}
      @change=${(event: Event) =>
        act.setScheme(scheme.id, (event.target as HTMLInputElement).checked)}
    />
    ${swatch(scheme)} ${scheme.name}
  </label>`;
}

/** Schemes that differ by layer. */
function mixesBox(controls: Controls, act: ControlActions): TemplateResult {
  return html`<label class="mixes input"
    >a scheme for each layer
    <input
      type="text"
      placeholder="rope/none, none/rope"
      autocomplete="off"
      spellcheck="false"
      aria-invalid=${controls.problems.schemes !== ''}
      aria-describedby="problem-schemes"
      .value=${controls.mixes}
      @change=${(event: Event) => act.setMixes(valueOf(event))}
  /></label>`;
}

function layerListBox(list: LayerList, controls: Controls, act: ControlActions): TemplateResult {
  const problem = controls.problems[list];
  return html`<div>
    <label
      >${layerLists[list].label}
      <input
        type="text"
        placeholder=${usualInLayers[list]}
        aria-invalid=${problem !== ''}
        aria-describedby="problem-${list}"
        .value=${controls.layerLists[list]}
        @change=${(event: Event) => act.setLayerList(list, valueOf(event).trim())}
    /></label>
    <p class="problem" id="problem-${list}">${problem}</p>
  </div>`;
}

function sizeControl(size: Size, controls: Controls, act: ControlActions): TemplateResult {
  return html`<posenc-number
    label=${sizes[size].label}
    .slider=${sizes[size].slider}
    .value=${controls.sizes[size]}
    .problem=${controls.problems[size]}
    @set=${(event: CustomEvent<number>) => act.setSize(size, event.detail)}
    @unreadable=${(event: CustomEvent<string>) => act.setUnreadable(size, event.detail)}
  ></posenc-number>`;
}

function testLengthsBox(controls: Controls, act: ControlActions): TemplateResult {
  const problem = controls.problems.testLengths;
  return html`<div>
    <label
      >${testLengths.label}
      <input
        type="text"
        placeholder=${controls.usualTestLengths}
        aria-invalid=${problem !== ''}
        aria-describedby="problem-lengths"
        .value=${controls.testLengths}
        @change=${(event: Event) => act.setTestLengths(valueOf(event).trim())}
    /></label>
    <p class="problem" id="problem-lengths">${problem}</p>
  </div>`;
}

function slopesBox(controls: Controls, act: ControlActions): TemplateResult {
  return html`<label
    >${slopes.label}
    <input
      type="text"
      placeholder="as in the paper"
      aria-invalid=${controls.problems.slopes !== ''}
      aria-describedby="problem-slopes"
      .value=${controls.slopes}
      @change=${(event: Event) => act.setSlopes(valueOf(event).trim())}
  /></label>`;
}
