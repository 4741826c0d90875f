import type { ReactiveControllerHost } from 'lit';
import { limitProblem } from '../../ui/parameters.ts';
import type { Chosen } from './chosen.ts';
import { schemesIn, unknownIn } from './schemes.ts';
import {
  type Control,
  layerListIn,
  type LayerList,
  layerListNames,
  type Size,
  sizeNames,
  sizes,
  type Sizes,
  slopesIn,
  testLengthsIn,
} from './sizes.ts';

type Messages = Partial<Record<Control, string>>;

/** What is wrong with each control, as a sentence; '' if nothing is. */
export type Problems = Record<Control | 'schemes' | 'slopes', string>;

/** What is wrong with the numbers that are set, each as a sentence for its control. */
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
