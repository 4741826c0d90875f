// What is folded away in the text, such as asides and the numbers of a page: links to it open it, and paper shows all of it.

import { targetId } from './hold-position.ts';

/** Opens every fold that an element is in. */
export function openFoldsOf(element: Element | null): void {
  let fold = element?.closest('details');
  while (fold) {
    fold.open = true;
    fold = fold.parentElement?.closest('details');
  }
}

const openTarget = (hash: string): void => openFoldsOf(document.getElementById(targetId(hash)));

const foldsOfText = '.aside > details, .numbers > details, .group';

/** Opens what the address leads to; before that is measured and scrolled to. */
export function openFolds(): void {
  openTarget(location.hash);
  addEventListener('hashchange', () => openTarget(location.hash));
  // A link to what the address has already is followed without a change of it.
  addEventListener('click', ({ target }) => {
    const link = (target as Element).closest?.<HTMLAnchorElement>('a[href^="#"]');
    if (link) openTarget(link.hash);
  });
  let opened: HTMLDetailsElement[] = [];
  addEventListener('beforeprint', () => {
    opened = [...document.querySelectorAll<HTMLDetailsElement>(foldsOfText)].filter(
      ({ open }) => !open,
    );
    for (const fold of opened) fold.open = true;
  });
  addEventListener('afterprint', () => {
    for (const fold of opened) fold.open = false;
  });
}
