// Figures as high as the window allows, beside the text and on slides: their pictures give way, never their controls.

/** To see how much a figure loses with its pictures, they are tried at this part of their size. */
const measuredAt = 0.75;
/** A picture becomes no smaller than this part of its size. */
const smallestPicture = 0.5;
/** What opens below a figure has at least this height, in pixels, before pictures give way to it. */
const smallestFold = 96;

const folds = '#more:not([hidden]), #how:not([hidden]), .data';

export const heightOf = (element: Element): number => element.getBoundingClientRect().height;

/**
 * Makes the pictures of a figure smaller until it has this height, and lets what is opened below them scroll; the figure
 * stays higher if that is not enough. @param smallest the least part of their size
 */
export function fitPictures(part: HTMLElement, height: number, smallest = smallestPicture): void {
  const { style } = part;
  style.removeProperty('--picture');
  style.removeProperty('--fold');
  const root = part.shadowRoot;
  if (!root || heightOf(part) <= height) return;
  const opened = [...root.querySelectorAll(folds)];
  if (opened.length > 0) style.setProperty('--fold', `${smallestFold}px`);
  const natural = heightOf(part);
  // How much the figure loses with its pictures: some may stand beside each other.
  style.setProperty('--picture', String(measuredAt));
  const perUnit = (natural - heightOf(part)) / (1 - measuredAt);
  const wanted = perUnit > 1 ? 1 - (natural - height) / perUnit : 1;
  style.setProperty('--picture', Math.max(smallest, Math.min(1, wanted)).toFixed(3));
  // What is left is for what has been opened.
  const left = Math.max(0, height - heightOf(part));
  if (opened.length > 0) {
    style.setProperty('--fold', `${smallestFold + left / opened.length}px`);
  }
}

/** Figures that stay in view beside their text. */
const besideText =
  ':is(.with-figure, .with-figure > .slide:first-child) > .part:not(.part ~ .part)';
/** As in style/layout.css. */
const hasRoomBeside = '(min-width: 76.01rem)';
const gap = 12;

/** Keeps figures as high as there is room for, also when they grow. @param room for a figure, in pixels */
export function keepFitting(
  parts: readonly HTMLElement[],
  room: (part: HTMLElement) => number,
): void {
  /** The height of each for which it was last fitted. */
  const fitted = new WeakMap<Element, number>();
  const fit = (part: HTMLElement) => {
    if (document.documentElement.classList.contains('presenting')) return;
    fitPictures(part, room(part));
    fitted.set(part, heightOf(part));
  };
  const observer = new ResizeObserver((entries) => {
    for (const { target } of entries) {
      if (Math.abs(heightOf(target) - (fitted.get(target) ?? 0)) > 1) fit(target as HTMLElement);
    }
  });
  for (const part of parts) observer.observe(part);
  addEventListener('resize', () => parts.forEach(fit));
}

/** Keeps the figures beside the text no higher than the window. */
export function fitFiguresBesideText(): void {
  const parts = [...document.querySelectorAll<HTMLElement>(besideText)];
  if (parts.length === 0) return;
  const wide = matchMedia(hasRoomBeside);
  keepFitting(parts, () => (wide.matches ? innerHeight - 2 * gap : Infinity));
}
