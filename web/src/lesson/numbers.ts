// A number in the text leads to the list at the end of the page. Here that entry opens where the number is.

/** The link of a number, where a click would follow it in this window. */
function numberOf(event: MouseEvent): HTMLAnchorElement | null {
  if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return null;
  const isNumber = (one: EventTarget): one is HTMLAnchorElement =>
    one instanceof HTMLAnchorElement && one.classList.contains('fact');
  // (The quiz has its own tree.)
  return event.composedPath().find(isNumber) ?? null;
}

/** Opens how a number was made at the number; older browsers follow the link to the list. */
export function openNumbersInPlace(): void {
  if (!('popover' in HTMLElement.prototype)) return;
  addEventListener('click', (event) => {
    const link = numberOf(event);
    const entry = link && document.getElementById(link.hash.slice(1));
    if (!entry) return;
    event.preventDefault();
    import('./number-popover.ts')
      .then(({ openNumber }) => openNumber(link, entry))
      .catch(() => location.assign(link.hash));
  });
}
