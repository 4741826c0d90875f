// A press shows first, and what it sets off comes in a task after that frame: on an old phone a figure takes a few tenths of
// a second to open its controls or to draw another answer, and until then its reader would not know that the press counted.
import { isServer, LitElement } from 'lit';
import { afterFrame } from './after-frame.ts';

/** How a press begins and ends. (A slider that is dragged sends nothing of these: its picture comes in the same frame.) */
const presses = ['pointerdown', 'keydown', 'click'] as const;

/** Until the latest press has been shown; null when all have been. */
let shown: Promise<void> | null = null;

/** Another press while one waits has a frame of its own. */
function onPress(): void {
  const own = new Promise<void>((resolve) => {
    afterFrame(() => {
      if (shown === own) shown = null;
      resolve();
    });
  });
  shown = own;
}

/** The browser would lay out what a fold holds in the frame of the press. (What is in a summary takes its own presses.) */
function onClick(event: MouseEvent): void {
  const pressed = event
    .composedPath()
    .find((node): node is Element => (node as Element).matches?.('a, button, input, summary'));
  const fold = pressed?.parentElement;
  if (event.defaultPrevented || pressed?.localName !== 'summary') return;
  if (!(fold instanceof HTMLDetailsElement)) return;
  event.preventDefault();
  afterFrame(() => {
    fold.open = !fold.open;
  });
}

/** An element that is drawn anew after the frame that shows a press. Its properties are set at once, so no press is lost. */
export abstract class AfterPress extends LitElement {
  static {
    if (!isServer) {
      for (const press of presses) addEventListener(press, onPress, { capture: true });
      addEventListener('click', onClick);
    }
  }

  protected override scheduleUpdate(): void | Promise<unknown> {
    if (!shown || !this.hasUpdated) return super.scheduleUpdate();
    return shown.then(() => super.scheduleUpdate());
  }
}

/** Marks a button as open or closed at once: what it opens comes after the frame that shows it. */
export function showFold(event: Event, isOpen: boolean): void {
  (event.currentTarget as HTMLElement).setAttribute('aria-expanded', String(isOpen));
}
