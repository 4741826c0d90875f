// A number in the text leads to the list at the end of the page. Here that entry opens where the number is.
import { pageOf } from './page-links.ts';

/** Opens how a number was made at the number; older browsers follow the link to the list. */
export function openNumbersInPlace(): void {
  if (!('popover' in HTMLElement.prototype)) return;
  addEventListener('click', (event) => {
    const link = clickedLink(event);
    if (!link?.classList.contains('fact')) return;
    const entry = document.getElementById(link.hash.slice(1));
    if (!entry) return;
    event.preventDefault();
    import('./popover.ts')
      .then(({ openNumber }) => openNumber(link, entry))
      .catch(() => location.assign(link.hash));
  });
}

// A term in the text leads to the glossary. Here its entry opens where the term is.

/** From another page, to an entry of the glossary. */
const leadsToTerm = (link: HTMLAnchorElement): boolean => {
  const page = pageOf(link);
  return page.endsWith('/glossary.html') && page !== pageOf(location) && link.hash !== '';
};

/** Opens a term at the term; older browsers follow the link, as does a link within an entry. */
export function openTermsInPlace(): void {
  if (!('popover' in HTMLElement.prototype)) return;
  addEventListener('click', (event) => {
    const link = clickedLink(event);
    if (!link || !leadsToTerm(link) || link.closest('[popover]')) return;
    event.preventDefault();
    import('./popover.ts')
      .then(({ openTerm }) => openTerm(link))
      .catch(() => location.assign(link.href));
  });
}

/** The link that a click would follow in this window, in whatever tree it is. */
function clickedLink(event: MouseEvent): HTMLAnchorElement | null {
  if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return null;
  const isLink = (one: EventTarget): one is HTMLAnchorElement => one instanceof HTMLAnchorElement;
  return event.composedPath().find(isLink) ?? null;
}
