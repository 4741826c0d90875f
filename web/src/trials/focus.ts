/**
 * Gives an element the focus that has none of its own, until the focus moves on: a tabindex that stayed would keep Tab
 * from everything in its shadow root.
 */
export function focusOn(element: HTMLElement): void {
  element.tabIndex = -1;
  element.focus({ preventScroll: true });
  element.addEventListener('blur', () => element.removeAttribute('tabindex'), { once: true });
}
