/** Between the popover and the number, and the edges of the window. */
const gap = 8;

/** Over the page without moving it: below the number, or above it where there is no room below. */
function place(popover: HTMLElement, number: DOMRect): void {
  const { width, height } = popover.getBoundingClientRect();
  const room = document.documentElement.clientWidth - width - gap;
  const left = Math.max(gap, Math.min(number.left, room));
  const fitsBelow = number.bottom + gap + height <= innerHeight;
  const fitsAbove = number.top - gap - height >= 0;
  const top = fitsBelow || !fitsAbove ? number.bottom + gap : number.top - gap - height;
  popover.style.left = `${left + scrollX}px`;
  popover.style.top = `${top + scrollY}px`;
}

/** The entry without its ways back, and with ways on. */
function contentsOf(link: HTMLAnchorElement, entry: HTMLElement, close: () => void): Node[] {
  const copy = entry.cloneNode(true) as HTMLElement;
  for (const back of copy.querySelectorAll('[role=doc-backlink]')) back.remove();
  const all = document.createElement('a');
  all.href = link.hash;
  all.textContent = 'All numbers on this page';
  all.addEventListener('click', close);
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = 'Close';
  button.addEventListener('click', close);
  const foot = document.createElement('p');
  foot.append(all, button);
  return [...copy.childNodes, foot];
}

/** Shows how a number was made, until Escape or a click elsewhere. The focus returns to the number. */
export function openNumber(link: HTMLAnchorElement, entry: HTMLElement): void {
  const popover = document.createElement('div');
  popover.popover = 'auto';
  popover.className = 'made';
  popover.tabIndex = -1;
  popover.setAttribute('role', 'dialog');
  popover.setAttribute('aria-label', `How ${link.textContent} was computed`);
  popover.append(...contentsOf(link, entry, () => popover.hidePopover()));
  // Its keys turn no slide.
  popover.addEventListener('keydown', (event) => event.stopPropagation());
  // Figures above may still settle, which moves the number.
  const settling = new ResizeObserver(() => place(popover, link.getBoundingClientRect()));
  popover.addEventListener('toggle', (event) => {
    if (event.newState !== 'closed') return;
    settling.disconnect();
    popover.remove();
  });
  document.body.append(popover);
  link.focus({ preventScroll: true });
  popover.showPopover();
  place(popover, link.getBoundingClientRect());
  settling.observe(document.body);
  popover.focus({ preventScroll: true });
}
