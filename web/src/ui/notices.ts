import { html, nothing, type TemplateResult } from 'lit';

// Notices for readers whose browser does not keep their work.

/** Why changes are not stored; null if they are. */
export type StorageProblem = 'full' | 'forbidden' | null;

/** A sentence; '' if everything is kept. @param work what is not stored, such as "new trials" */
export function storageNotice(problem: StorageProblem, work: string): string {
  if (problem === null) return '';
  const cause =
    problem === 'full'
      ? 'This browser’s storage is full'
      : 'This browser stores nothing for this page';
  return `${cause}: ${work} will be lost when you leave.`;
}

/** A sentence about stored work that cannot be read. @param work such as "your trials" */
export const unreadableNotice = (work: string): string =>
  `The copy of ${work} in this browser could not be read and was set aside.`;

// A part of a page that could not begin.

/** Why, with a button to try again. @param message '' where nothing failed */
export const startFailure = (
  message: string,
  again: () => unknown,
): TemplateResult | typeof nothing =>
  message === ''
    ? nothing
    : html`<p class="error">
        ${message}
        <button class="button again" type="button" @click=${() => void again()}>Try again</button>
      </p>`;

// The remaining time, in words.

/** The time that `todo` takes at the rate of `done` in these milliseconds. */
export function timeLeft(todo: number, done: number, milliseconds: number): string {
  const seconds = (todo * milliseconds) / done / 1000;
  if (seconds < 5) return 'a few seconds left';
  if (seconds < 90) return `about ${5 * Math.round(seconds / 5)} s left`;
  return `about ${Math.round(seconds / 60)} min left`;
}
