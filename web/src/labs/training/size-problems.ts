import type { ReactiveControllerHost } from 'lit';
import { beyond } from '../../ui/parameters.ts';
import type { Chosen } from './chosen.ts';
import { schemesIn } from './schemes.ts';
import {
  type Control,
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
  clear(control: Control): void {
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
  of({ schemes, slopes, testLengths }: Chosen, values: Sizes): Problems {
    const messageOf = (size: Size) =>
      this.unreadable[size] ??
      beyond({ [size]: sizes[size] }, { [size]: values[size] }) ??
      this.refused[size] ??
      '';
    const ofSizes = Object.fromEntries(sizeNames.map((size) => [size, messageOf(size)]));
    return {
      ...(ofSizes as Record<Size, string>),
      testLengths: messageIn(testLengthsIn(testLengths)) || (this.refused.testLengths ?? ''),
      schemes: schemesIn(schemes).length > 0 ? '' : 'Choose at least one scheme.',
      slopes: messageIn(slopesIn(slopes)),
    };
  }
}

const messageIn = (values: Float64Array | string): string =>
  typeof values === 'string' ? values : '';
