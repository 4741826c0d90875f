import type { LitElement } from 'lit';

/** Gives the focus to the first match in an element, once what has changed is drawn. */
export async function focusIn(host: LitElement, selector: string): Promise<void> {
  await host.updateComplete;
  host.renderRoot.querySelector<HTMLElement>(selector)?.focus();
}
