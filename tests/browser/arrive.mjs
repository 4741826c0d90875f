// How tests come to a part of a page. The page itself looks whether the part is alive, at every frame: a locator's waitFor
// looks at longer and longer intervals, of up to half a second, and every look from outside costs more than one inside.

/** @typedef {import('playwright-core').Locator} Locator */
/** What is waited for inside, one after the other; the first of the selectors' elements must be seen. @typedef {{selectors: string[], unfold?: string[], folded?: boolean}} Wanted */

const folds = ['More', 'Link and data'];

/** Runs inside the page. @param {Element} part @param {Wanted} wanted */
async function come(part, { selectors, unfold = [], folded = false }) {
  const end = performance.now() + 30_000;
  /** @param {Element | ShadowRoot} root @param {string} selector @returns {Generator<HTMLElement>} */
  function* within(root, selector) {
    for (const one of root.querySelectorAll('*')) {
      if (one.matches(selector)) yield /** @type {HTMLElement} */ (one);
      if (one.shadowRoot) yield* within(one.shadowRoot, selector);
    }
    if (root instanceof Element && root.shadowRoot) yield* within(root.shadowRoot, selector);
  }
  // At once and, as long as what is above it is still being laid out and moves it away, again: a scroll that takes its
  // time ends where the part was when it began.
  const scrollThere = () => {
    const { top, bottom } = part.getBoundingClientRect();
    if (bottom > 0 && top < innerHeight) return;
    part.scrollIntoView({ block: 'center', behavior: 'instant' });
  };
  /** @param {() => boolean} isThere @param {string} what */
  const until = async (isThere, what) => {
    while (!isThere()) {
      if (performance.now() > end) {
        const { top } = part.getBoundingClientRect();
        const where = `It is at ${Math.round(top)} of a screen of ${innerHeight} px`;
        throw new Error(`${part.localName} has no ${what} in 30 s. ${where}.`);
      }
      scrollThere();
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  };
  const isSeen = (/** @type {Element} */ one) => {
    const { width, height } = one.getBoundingClientRect();
    return width > 0 && height > 0 && one.checkVisibility({ visibilityProperty: true });
  };
  if (selectors.length > 0) {
    // As a reader who scrolls: until then a page stays at the part that its link leads to, and would go back to it.
    dispatchEvent(new WheelEvent('wheel'));
    scrollThere();
  }
  for (const selector of selectors) {
    await until(() => {
      for (const one of within(part, selector)) if (isSeen(one)) return true;
      return false;
    }, selector);
  }
  for (const name of unfold) {
    const state = `button[aria-expanded="${folded}"]`;
    for (const button of within(part, state)) {
      if (button.textContent?.trim() !== name || !isSeen(button)) continue;
      button.click();
      // (That of a still does nothing.)
      await /** @type {any} */ (button.getRootNode()).host.updateComplete;
      break;
    }
  }
}

/**
 * Scrolls to a part, and waits until what the selectors name is seen in it, whatever shadow it is in.
 * @param {Locator} part @param {...string} selectors
 */
export const arrive = (part, ...selectors) => part.evaluate(come, { selectors });

/** Scrolls to a figure; waits for its numbers and its picture; opens what it folds away. @param {Locator} figure */
export const arriveAtFigure = (figure) =>
  figure.evaluate(come, {
    // Drawn once its width is known, which may be a frame later than its numbers.
    selectors: ['figure[aria-busy=false]', '.box svg'],
    unfold: folds,
  });

/** Opens what a figure folds away, its other controls and its menu; or closes it again. @param {Locator} figure */
export const unfold = (figure, wanted = true) =>
  figure.evaluate(come, { selectors: [], unfold: folds, folded: !wanted });
