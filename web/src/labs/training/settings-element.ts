// The settings of a training, folded away: schemes, numbers, tested lengths, slopes, and values for each layer.
import { html, nothing, type ReactiveControllerHost, type TemplateResult } from 'lit';
import { refused } from '../../ui/address.ts';
import { AfterPress, toggleAfterFrame } from '../../ui/after-press.ts';
import '../../ui/number-control.ts';
import { limitProblem, propertiesOf } from '../../ui/parameters.ts';
import type { TrainingOptions } from '../../worker/training-protocol.ts';
import type { LabTask } from './lab-task.ts';
import { type Scheme, schemes, schemesIn, swatch, unknownIn } from './schemes.ts';
import {
  type Chosen,
  type Control,
  type LayerList,
  layerListIn,
  layerListNames,
  layerLists,
  rareSizes,
  type Settings,
  settingsInAddress,
  settingsWith,
  type Size,
  sizeNames,
  sizes,
  type Sizes,
  sizesWith,
  slopes,
  slopesIn,
  testLengths,
  testLengthsIn,
  usualInLayers,
} from './settings.ts';

/** The contents of the controls, good or not. */
interface Controls {
  /** A sentence; '' while it is unknown. */
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
  /** Numbers, lengths or slopes differ from the defaults of the task. */
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
  setUnreadable(size: Size, message: string): void;
  setSlopes(text: string): void;
  setTestLengths(text: string): void;
  openSettings(open: boolean): void;
  useDefaults(): void;
}

const valueOf = (event: Event) => (event.target as HTMLInputElement | HTMLSelectElement).value;

function settingsPanel(controls: Controls, act: ControlActions): TemplateResult {
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

type Messages = Partial<Record<Control, string>>;

/** A sentence for each control; '' if nothing is wrong. */
type Problems = Record<Control | 'schemes' | 'slopes', string>;

/** Problems with the numbers that are set, each as a sentence for its control. */
export class SizeProblems {
  /** By the core, at the last start. */
  private refused: Messages = {};
  private unreadable: Messages = {};

  constructor(private readonly host: ReactiveControllerHost) {}

  refuse(control: Control, message: string): void {
    this.refused = { ...this.refused, [control]: message };
    this.host.requestUpdate();
  }

  /** The text in a control is not a number. */
  setUnreadable(size: Size, message: string): void {
    this.unreadable = { ...this.unreadable, [size]: message };
    this.host.requestUpdate();
  }

  /** A control has been set. */
  clear(control: Control | 'schemes'): void {
    this.unreadable = { ...this.unreadable, [control]: undefined };
    // The core may have refused one size because of another.
    this.clearRefused();
  }

  clearRefused(): void {
    this.refused = {};
    this.host.requestUpdate();
  }

  clearAll(): void {
    this.unreadable = {};
    this.clearRefused();
  }

  /** '' for a control with which nothing is wrong, in their order. */
  of(chosen: Chosen, values: Sizes): Problems {
    const { schemes, slopes, testLengths } = chosen;
    const messageOf = (size: Size) =>
      this.unreadable[size] ??
      limitProblem({ [size]: sizes[size] }, { [size]: values[size] }) ??
      this.refused[size] ??
      '';
    const ofSizes = Object.fromEntries(sizeNames.map((size) => [size, messageOf(size)]));
    const ofLayers = layerListNames.map((list) => [
      list,
      messageIn(layerListIn(list, chosen[list])) || (this.refused[list] ?? ''),
    ]);
    return {
      ...(ofSizes as Record<Size, string>),
      ...(Object.fromEntries(ofLayers) as Record<LayerList, string>),
      layerSchemes: '',
      testLengths: messageIn(testLengthsIn(testLengths)) || (this.refused.testLengths ?? ''),
      schemes: problemWith(schemes) || (this.refused.layerSchemes ?? ''),
      slopes: messageIn(slopesIn(slopes)),
    };
  }
}

function problemWith(schemes: string): string {
  const unknown = unknownIn(schemes);
  if (unknown) return `There is no scheme "${unknown}".`;
  return schemesIn(schemes).length > 0 ? '' : 'Choose at least one scheme.';
}

const messageIn = (values: Float64Array | string): string =>
  typeof values === 'string' ? values : '';

// The settings of a lab, as an element holds them: by its attributes, by the address, and by its controls.

export const settingNames = [
  ...['task', 'schemes', 'slopes', 'testLengths'],
  ...layerListNames,
  ...sizeNames,
];

/** An element with the settings of a training. The task's own values stand in for what is not set. */
export abstract class SettingsElement extends AfterPress {
  static override properties = {
    ...propertiesOf(sizes),
    task: { type: String },
    schemes: { type: String },
    slopes: { type: String },
    testLengths: { type: String, attribute: 'test-lengths' },
    windows: { type: String },
    bases: { type: String },
    taskInfo: { state: true },
    defaults: { state: true },
    addressProblem: { state: true },
    areSettingsOpen: { state: true },
  };

  declare task: string;
  declare schemes: string;
  declare slopes: string;
  declare testLengths: string;
  declare windows: string;
  declare bases: string;
  declare protected taskInfo: LabTask | null;
  declare protected defaults: TrainingOptions | null;
  /** A sentence, or ''. */
  declare protected addressProblem: string;
  declare protected areSettingsOpen: boolean;

  protected readonly sizeProblems = new SizeProblems(this);
  /** The text that the address asks for: the checksum of an own one, or the book; null if it does not ask. */
  protected askedText: { checksum: string } | 'book' | null = null;

  private haveBeenOpen = false;

  constructor() {
    super();
    this.task = 'order';
    this.schemes = 'none sinusoidal learned rope alibi';
    this.slopes = '';
    this.testLengths = '';
    this.windows = '';
    this.bases = '';
    this.taskInfo = null;
    this.defaults = null;
    this.addressProblem = '';
    this.areSettingsOpen = false;
  }

  protected get nameInAddress(): string {
    return this.id || 'training';
  }

  /** Returns whether the address asks for something. */
  protected readAddress(): boolean {
    const asked = settingsInAddress(location.search, this.nameInAddress);
    if (typeof asked === 'string') {
      this.addressProblem = refused(asked, 'train', 'The figure keeps its default settings.');
      return true;
    }
    // (An address with a task has all settings. Without a text it is about the book.)
    if (asked.text !== undefined) this.askedText = { checksum: asked.text };
    else if (asked.task !== undefined) this.askedText = 'book';
    this.take(asked);
    return Object.keys(asked).length > 0;
  }

  /** Takes settings over. If they name a task they are whole: the task's own values stand in for what they leave out. */
  protected take(settings: Partial<Settings>): void {
    if (settings.task !== undefined) {
      for (const size of rareSizes) this.putSize(size, undefined);
      this.testLengths = this.windows = this.bases = '';
    }
    // The text is chosen elsewhere on the page.
    const own = { ...settings };
    delete own.text;
    Object.assign(this, own);
  }

  protected get chosen(): Chosen {
    const own = Object.fromEntries(sizeNames.map((size) => [size, this.ownSize(size)]));
    const { task, schemes, slopes, testLengths, windows, bases, taskInfo } = this;
    return {
      ...{ task, schemes, own: own as Chosen['own'], slopes, testLengths, windows, bases },
      ...(taskInfo?.text && !taskInfo.text.isBook && { text: taskInfo.text.key }),
    };
  }

  protected get settings(): Settings {
    return settingsWith(this.chosen, this.defaults);
  }

  private ownSize(size: Size): number | null {
    return (this as unknown as Record<Size, number | null | undefined>)[size] ?? null;
  }

  private putSize(size: Size, value: number | undefined): void {
    (this as unknown as Record<Size, number | undefined>)[size] = value;
  }

  protected get sizes(): Sizes {
    return sizesWith(this.chosen.own, this.defaults);
  }

  protected get problems() {
    return this.sizeProblems.of(this.chosen, this.sizes);
  }

  /** The schemes for each layer, and names that are none, to be put right. */
  private get mixes(): string {
    const unknown = unknownIn(this.schemes);
    const mixes = schemesIn(this.schemes).filter(({ layers }) => layers);
    return [...mixes.map(({ id }) => id), ...(unknown ? [unknown] : [])].join(', ');
  }

  setTask(task: string): void {
    this.task = task;
  }

  setScheme(id: string, chosen: boolean): void {
    const before = schemesIn(this.schemes).map((scheme) => scheme.id);
    this.schemes = (chosen ? [...before, id] : before.filter((other) => other !== id)).join(' ');
  }

  /** @param text names with slashes */
  setMixes(text: string): void {
    const single = schemesIn(this.schemes).filter(({ layers }) => !layers);
    this.schemes = [...single.map(({ id }) => id), ...text.split(/[\s,;]+/)]
      .filter(Boolean)
      .join(' ');
    this.sizeProblems.clear('schemes');
  }

  setLayerList(list: LayerList, text: string): void {
    this[list] = text;
    this.sizeProblems.clear(list);
  }

  setSize(size: Size, value: number): void {
    this.putSize(size, value);
    this.sizeProblems.clear(size);
  }

  setUnreadable(size: Size, message: string): void {
    this.sizeProblems.setUnreadable(size, message);
  }

  setSlopes(text: string): void {
    this.slopes = text;
  }

  setTestLengths(text: string): void {
    this.testLengths = text;
    this.sizeProblems.clear('testLengths');
  }

  openSettings(open: boolean): void {
    this.areSettingsOpen = open;
  }

  useDefaults(): void {
    for (const size of sizeNames) if (size !== 'seeds') this.putSize(size, undefined);
    this.slopes = this.testLengths = this.windows = this.bases = '';
    this.sizeProblems.clearAll();
  }

  protected renderSettings(): TemplateResult {
    const { taskInfo, slopes, testLengths, windows, bases } = this;
    this.haveBeenOpen ||= this.areSettingsOpen;
    const controls = {
      description: taskInfo?.order ?? '',
      schemes: schemesIn(this.schemes),
      mixes: this.mixes,
      layerLists: { windows, bases },
      sizes: this.sizes,
      slopes,
      testLengths,
      usualTestLengths: taskInfo ? Array.from(taskInfo.testLengths).join(', ') : '',
      problems: this.problems,
      isChanged:
        [slopes, testLengths, windows, bases].some((text) => text !== '') ||
        sizeNames.some((size) => size !== 'seeds' && this.ownSize(size) !== null),
      isOpen: this.areSettingsOpen,
      haveBeenOpen: this.haveBeenOpen,
    };
    return settingsPanel(controls, this);
  }
}
