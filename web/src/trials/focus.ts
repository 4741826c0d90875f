/**
 * Gives the focus to an element that cannot have it by itself, until the focus moves on: a lasting tabindex would keep
 * Tab from everything in its shadow root.
 */
export function focusOn(element: HTMLElement): void {
  element.tabIndex = -1;
  element.focus({ preventScroll: true });
  element.addEventListener('blur', () => element.removeAttribute('tabindex'), { once: true });
}
