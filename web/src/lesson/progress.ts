// The reader's progress: which parts of which sections have been read, shown in the contents.
import {
  noPlace,
  type Place,
  placeFrom,
  type ReadParts,
  readPartsFrom,
} from '../storage/read-parts.ts';
import { Stored } from '../storage/stored.ts';

function show(read: ReadParts): void {
  for (const link of document.querySelectorAll<HTMLElement>('#contents [data-parts]')) {
    const ring = link.querySelector<HTMLElement>('.ring');
    const section = ring?.dataset['section'] ?? '';
    const parts = (link.dataset['parts'] ?? '').split(' ').filter(Boolean);
    const done = parts.filter((id) => read[section]?.includes(id)).length;
    ring?.style.setProperty('--read', String(parts.length ? done / parts.length : 0));
    const state = link.querySelector(`[data-state="${section}"]`);
    if (state) state.textContent = `, ${done} of ${parts.length} parts read`;
  }
}

/** Scrolls the contents, not the page. */
function keepInSight(link: HTMLElement | null | undefined): void {
  const list = link?.closest<HTMLElement>('.sections');
  if (!link || !list || list.scrollHeight <= list.clientHeight) return;
  const [inner, outer] = [link.getBoundingClientRect(), list.getBoundingClientRect()];
  if (inner.bottom > outer.bottom) list.scrollTop += inner.bottom - outer.bottom;
  else if (inner.top < outer.top) list.scrollTop -= outer.top - inner.top;
}

/** A shorter time in a part counts as passing it. */
const minReadingMs = 1000;

const isOnScreen = (heading: Element): boolean => heading.getBoundingClientRect().top >= 0;

/**
 * Shows which parts have been read, and records them: a part counts when the reader goes on from it to the next, or
 * reaches the end of the text, and has not only passed it. With it count short parts that were on the screen above it.
 */
export function showProgress(section: string): void {
  const stored = new Stored<ReadParts>('read', readPartsFrom, {});
  show(stored.value);
  const headings = [...document.querySelectorAll<HTMLElement>('main .slide h2[id]')];
  const end = [...document.querySelectorAll('main .slide')].at(-1);
  const links = new Map(
    [...document.querySelectorAll<HTMLAnchorElement>('.parts a')].map((link) => [
      link.hash.slice(1),
      link,
    ]),
  );
  const record = (id: string) => {
    if (!id) return;
    if (stored.value[section]?.includes(id)) return;
    stored.change((read) => ({ ...read, [section]: [...new Set([...(read[section] ?? []), id])] }));
    show(stored.value);
  };

  let here = '';
  /** The short parts above it. */
  let above = new Set<string>();
  const recordRead = () => {
    for (const id of [...above, here]) record(id);
  };
  let link: HTMLAnchorElement | undefined;
  let since = 0;
  let staying: ReturnType<typeof setTimeout> | undefined;
  const mark = () => {
    // Presenting is not reading.
    if (document.documentElement.classList.contains('presenting')) return;
    const line = innerHeight * 0.4;
    // (Those farther below are not measured: they may not be laid out yet.)
    const next = headings.findIndex((heading) => heading.getBoundingClientRect().top >= line);
    const last = (next < 0 ? headings.length : next) - 1;
    const now = headings[last]?.id ?? '';
    const short = headings.slice(0, Math.max(last, 0)).filter((heading) => isOnScreen(heading));
    if (now !== here) {
      const stayed = performance.now() - since >= minReadingMs;
      // The next, or one after short parts.
      const before = headings.slice(Math.max(0, last - short.length - 1), Math.max(0, last));
      if (stayed && before.some(({ id }) => id === here)) recordRead();
      above = new Set();
      link?.classList.remove('here');
      link?.removeAttribute('aria-current');
      here = now;
      since = performance.now();
      link = links.get(here);
      link?.classList.add('here');
      link?.setAttribute('aria-current', 'true');
      keepInSight(link);
      clearTimeout(staying);
      // Only opening the page is not a place to return to.
      if (last > 0 && link) {
        staying = setTimeout(() => keepPlace(section, here), minReadingMs);
      }
    }
    for (const { id } of short) above.add(id);
    // Below the text are its numbers: looking one up does not count as having read everything before it.
    const bottom = end?.getBoundingClientRect().bottom ?? 0;
    if (links.size > 0 && bottom > 0 && bottom < innerHeight * 1.25) {
      const ended = here;
      // In a tall window the last parts cannot come higher.
      for (const { id } of headings.slice(last + 1)) above.add(id);
      setTimeout(() => {
        if (here === ended) recordRead();
      }, minReadingMs);
    }
  };
  let waiting = false;
  addEventListener(
    'scroll',
    () => {
      if (waiting) return;
      waiting = true;
      requestAnimationFrame(() => {
        waiting = false;
        mark();
      });
    },
    { passive: true },
  );
  // After layout: measuring earlier would lay the page out twice.
  requestAnimationFrame(() =>
    setTimeout(() => {
      keepInSight(document.querySelector<HTMLElement>('#contents .sections [aria-current=page]'));
      mark();
    }),
  );
  // A part may have been read in another window.
  stored.watch(() => show(stored.value));

  // On a small screen the contents cover the text: they close when a part is chosen.
  const contents = document.getElementById('contents');
  contents?.addEventListener('click', (event) => {
    const chosen = (event.target as Element).closest('.parts a');
    if (chosen && 'hidePopover' in contents) contents.hidePopover();
  });
}

// The reader's last place: the front page and the contents lead back there.

const stored = () => new Stored<Place>('place', placeFrom, noPlace);

/** A part of the lesson as the contents name it. */
interface Found {
  link: HTMLAnchorElement;
  address: string;
  title: string;
  number: number;
  count: number;
}

/** A place that is still there: sections and parts may have changed since it was kept. */
function find({ section, part }: Place): Found | null {
  const ring = document.querySelector(`#contents [data-section="${CSS.escape(section)}"]`);
  const link = ring?.closest('a');
  const parts = link?.dataset['parts']?.split(' ') ?? [];
  const number = parts.indexOf(part) + 1;
  // At its first part, a section has only been opened.
  if (!link || number < 2) return null;
  const title = ring?.nextElementSibling?.firstChild?.textContent ?? '';
  const address = `${link.href.replace(/#.*/, '')}#${part}`;
  return { link, address, title, number, count: parts.length };
}

/** Lets the contents and the button of the front page lead to where the reader stopped. */
export function offerToResume(page: string): void {
  const place = stored().value;
  const found = find(place);
  if (!found || place.section === page) return;
  const { link, address, title, number, count } = found;
  link.href = address;
  const rest = document.createElement('span');
  rest.className = 'visually-hidden';
  rest.textContent = ` of ${count}, where you stopped`;
  const part = document.createElement('span');
  part.className = 'resume';
  part.append(`part ${number}`, rest);
  link.querySelector('.ring')?.nextElementSibling?.append(' ', part);
  const begin = document.querySelector<HTMLAnchorElement>('.begin a');
  if (!begin) return;
  begin.href = address;
  begin.textContent = `Continue: ${title}, part ${number} of ${count}`;
}

const keepPlace = (section: string, part: string): void =>
  stored().change(() => ({ section, part }));
