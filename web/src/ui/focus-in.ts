import type { LitElement } from 'lit';

/** Focuses the first match in an element, once its changes are drawn. */
export async function focusIn(host: LitElement, selector: string): Promise<void> {
  await host.updateComplete;
  host.renderRoot.querySelector<HTMLElement>(selector)?.focus();
}
