/** Between the popover and the word, and the edges of the window. */
const gap = 8;

/** Over the page without moving it: below the word, or above it where there is no room below. */
function place(popover: HTMLElement, word: DOMRect): void {
  const { width, height } = popover.getBoundingClientRect();
  const room = document.documentElement.clientWidth - width - gap;
  const left = Math.max(gap, Math.min(word.left, room));
  const fitsBelow = word.bottom + gap + height <= innerHeight;
  const fitsAbove = word.top - gap - height >= 0;
  const top = fitsBelow || !fitsAbove ? word.bottom + gap : word.top - gap - height;
  popover.style.left = `${left + scrollX}px`;
  popover.style.top = `${top + scrollY}px`;
}

/** What a popover shows: its name for screen readers, its contents, and where it leads. */
interface Shown {
  name: string;
  contents: Node[];
  more: { href: string; text: string };
}

/** Opens a popover at a link, until Escape or a click elsewhere. The focus returns to the link. */
export function openAt(link: HTMLAnchorElement, { name, contents, more }: Shown): void {
  const popover = document.createElement('div');
  const close = () => popover.hidePopover();
  popover.popover = 'auto';
  popover.className = 'made';
  popover.tabIndex = -1;
  popover.setAttribute('role', 'dialog');
  popover.setAttribute('aria-label', name);
  const all = document.createElement('a');
  all.href = more.href;
  all.textContent = more.text;
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = 'Close';
  for (const one of [all, button]) one.addEventListener('click', close);
  const foot = document.createElement('p');
  foot.className = 'foot';
  foot.append(all, button);
  popover.append(...contents, foot);
  // Its keys do not turn the slide.
  popover.addEventListener('keydown', (event) => event.stopPropagation());
  // Figures above may still settle, which moves the word.
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
