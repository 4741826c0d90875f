// A term in the text leads to the glossary. Here its entry opens where the term is.
import { clickedLink } from './clicked-link.ts';
import { pageOf } from './page-links.ts';

/** Whether a link leads to an entry of the glossary, from another page. */
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
    import('./term-popover.ts')
      .then(({ openTerm }) => openTerm(link))
      .catch(() => location.assign(link.href));
  });
}
