/** The link that a click would follow in this window, in whatever tree it is. */
export function clickedLink(event: MouseEvent): HTMLAnchorElement | null {
  if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return null;
  const isLink = (one: EventTarget): one is HTMLAnchorElement => one instanceof HTMLAnchorElement;
  return event.composedPath().find(isLink) ?? null;
}
