// The settings of a lab, as an element holds them: by its attributes, by the address, and by its controls.
import type { TemplateResult } from 'lit';
import { refused } from '../../ui/address.ts';
import { AfterPress } from '../../ui/after-press.ts';
import { propertiesOf } from '../../ui/parameters.ts';
import type { TrainingOptions } from '../../worker/training-protocol.ts';
import { type Chosen, settingsWith, sizesWith } from './chosen.ts';
import type { LabTask } from './lab-task.ts';
import { schemesIn, unknownIn } from './schemes.ts';
import { type Settings, settingsInAddress } from './setting.ts';
import { settingsPanel } from './settings-panel.ts';
import { SizeProblems } from './size-problems.ts';
import {
  type LayerList,
  layerListNames,
  rareSizes,
  type Size,
  sizeNames,
  sizes,
  type Sizes,
} from './sizes.ts';

/** The properties that are settings. */
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
  /** What was wrong with the address that it was opened with, as a sentence. */
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

  /** Whether the address asks for something. */
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
