import { LitElement } from 'lit';

/** For slow work: the browser first shows that a button was pressed. */
export function afterFrame(run: () => void): void {
  requestAnimationFrame(() => setTimeout(run));
}

// A press shows first, and what it sets off comes in a task after that frame: on an old phone a figure takes a few tenths of
// a second to open its controls or to draw another answer, and until then its reader would not know that the press counted.

/** (A slider that is dragged sends nothing of these: its picture comes in the same frame.) */
const presses = ['pointerdown', 'keydown', 'click'] as const;

/** Resolves once the latest press on any of these elements is shown: a press on one may change others. */
let pressShown = Promise.resolve();

function onPress(): void {
  pressShown = new Promise(afterFrame);
}

/** An element that is drawn anew after the frame that shows a press. Its properties are set at once, so no press is lost. */
export abstract class AfterPress extends LitElement {
  constructor() {
    super();
    for (const press of presses) this.addEventListener(press, onPress, { capture: true });
  }

  protected override async scheduleUpdate(): Promise<unknown> {
    if (this.hasUpdated) await pressShown;
    return super.scheduleUpdate();
  }
}

/** For a press on a summary: what its fold holds is laid out after the frame that shows it. */
export function toggleAfterFrame(event: Event): void {
  event.preventDefault();
  const fold = (event.currentTarget as Element).parentElement as HTMLDetailsElement;
  afterFrame(() => (fold.open = !fold.open));
}

/** Marks a button as open or closed at once: what it opens comes after the frame that shows it. */
export function showFold(event: Event, isOpen: boolean): void {
  (event.currentTarget as HTMLElement).setAttribute('aria-expanded', String(isOpen));
}
