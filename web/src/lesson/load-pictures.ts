import { whenNear } from './load-elements.ts';

/** Below the screen: a reader gets there no sooner than the picture comes. */
const margin = '400px';

/**
 * Loads the pictures of stills when they come near. A browser left to itself loads those of a few screens ahead with the
 * page, where they take part in every first visit, and most figures are alive before anyone sees these.
 */
export function loadPicturesWhenNear(): void {
  // (Without this script, theme.js leaves them to the browser.)
  document.documentElement.classList.replace('pictures-wait', 'pictures-when-near');
  const stills = [...document.querySelectorAll('.part.still')];
  const load = (still: Element) => still.classList.add('near');
  const observer = whenNear(margin, load);
  for (const still of stills) observer.observe(still);
  addEventListener('beforeprint', () => stills.forEach(load));
}
