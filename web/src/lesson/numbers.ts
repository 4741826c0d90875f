// A number in the text leads to the list at the end of the page. Here that entry opens where the number is.
import { clickedLink } from './clicked-link.ts';

/** Opens how a number was made at the number; older browsers follow the link to the list. */
export function openNumbersInPlace(): void {
  if (!('popover' in HTMLElement.prototype)) return;
  addEventListener('click', (event) => {
    const link = clickedLink(event);
    if (!link?.classList.contains('fact')) return;
    const entry = document.getElementById(link.hash.slice(1));
    if (!entry) return;
    event.preventDefault();
    import('./number-popover.ts')
      .then(({ openNumber }) => openNumber(link, entry))
      .catch(() => location.assign(link.hash));
  });
}
