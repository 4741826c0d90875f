import { openAt } from './popover.ts';

/** The entry without its links back. */
function contentsOf(entry: HTMLElement): Node[] {
  const copy = entry.cloneNode(true) as HTMLElement;
  for (const back of copy.querySelectorAll('[role=doc-backlink]')) back.remove();
  return [...copy.childNodes];
}

/** Shows how a number was computed, at the number. */
export function openNumber(link: HTMLAnchorElement, entry: HTMLElement): void {
  openAt(link, {
    name: `How ${link.textContent} was computed`,
    contents: contentsOf(entry),
    more: { href: link.hash, text: 'All numbers on this page' },
  });
}
