import type { ReactiveControllerHost } from 'lit';
import { beyond } from '../../ui/parameters.ts';
import { type Size, sizeNames, sizes, type Sizes } from './sizes.ts';

type Messages = Partial<Record<Size, string>>;

/** What is wrong with the sizes that are set, each as a sentence for its control. */
export class SizeProblems {
  /** By the core, at the last start. */
  private refused: Messages = {};
  private unreadable: Messages = {};

  constructor(private readonly host: ReactiveControllerHost) {}

  refuse(size: Size, message: string): void {
    this.refused = { ...this.refused, [size]: message };
    this.host.requestUpdate();
  }

  /** The text in a control is not a number. */
  setUnreadable(size: Size, message: string): void {
    this.unreadable = { ...this.unreadable, [size]: message };
    this.host.requestUpdate();
  }

  /** A size has been set. */
  clear(size: Size): void {
    this.unreadable = { ...this.unreadable, [size]: undefined };
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

  /** '' for a size with which nothing is wrong. */
  of(values: Sizes): Record<Size, string> {
    const messageOf = (size: Size) =>
      this.unreadable[size] ??
      beyond({ [size]: sizes[size] }, { [size]: values[size] }) ??
      this.refused[size] ??
      '';
    return Object.fromEntries(sizeNames.map((size) => [size, messageOf(size)])) as Record<
      Size,
      string
    >;
  }
}
