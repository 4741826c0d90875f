import type { LitElement } from 'lit';

/** Focuses the first match in an element, once its changes are drawn. */
export async function focusIn(host: LitElement, selector: string): Promise<void> {
  await host.updateComplete;
  host.renderRoot.querySelector<HTMLElement>(selector)?.focus();
}

/**
 * Gives the focus to an element that cannot have it by itself, until the focus moves on: a lasting tabindex would keep
 * Tab from everything in its shadow root.
 */
export function focusOn(element: HTMLElement): void {
  element.tabIndex = -1;
  element.focus({ preventScroll: true });
  element.addEventListener('blur', () => element.removeAttribute('tabindex'), { once: true });
}
