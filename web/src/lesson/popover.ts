import { searchOf } from './page-links.ts';

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

/** The name of a popover for screen readers, its contents, and where it leads. */
interface Shown {
  name: string;
  contents: Node[];
  more: { href: string; text: string };
}

/** Opens a popover at a link, until Escape or a click elsewhere. The focus returns to the link. */
function openAt(link: HTMLAnchorElement, { name, contents, more }: Shown): void {
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

/** The glossary, read once for each page. */
let glossary: Promise<Document> | null = null;

async function read(address: string): Promise<Document> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address} could not be read: status ${response.status}.`);
  return new DOMParser().parseFromString(await response.text(), 'text/html');
}

/** Shows what a term means, at the term. @throws Error if the glossary cannot be read or does not have it */
export async function openTerm(link: HTMLAnchorElement): Promise<void> {
  const address = new URL(link.href);
  const page = address.pathname + searchOf(address, false);
  glossary ??= read(page);
  // After a failure the next click tries again.
  glossary.catch(() => (glossary = null));
  const heading = (await glossary).getElementById(decodeURIComponent(address.hash.slice(1)));
  const entry = heading?.closest('section');
  if (!heading || !entry) throw new Error(`The glossary has no entry for ${address.hash}.`);
  const title = document.createElement('b');
  title.textContent = heading.textContent;
  const rest = [...entry.children].filter((child) => child !== heading);
  openAt(link, {
    name: title.textContent,
    contents: [title, ...rest.map((child) => document.importNode(child, true))],
    more: { href: page + address.hash, text: 'Glossary' },
  });
}
