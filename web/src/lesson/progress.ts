// How far the reader is: which parts of which sections have been read, shown in the contents.
import { Kept } from '../storage/kept.ts';
import { type ReadParts, readPartsFrom } from '../storage/read-parts.ts';

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

/** Whoever is shorter in a part has only passed it. */
const minReadingMs = 1000;

/**
 * Shows what has been read, and notes what is: a part counts when the reader goes on from it to the next, or comes to
 * the end of the text, and has not just passed.
 */
export function showProgress(section: string): void {
  const kept = new Kept<ReadParts>('read', readPartsFrom, {});
  show(kept.value);
  const headings = [...document.querySelectorAll<HTMLElement>('main .slide h2[id]')];
  const slides = document.querySelectorAll('main .slide');
  const end = slides[slides.length - 1];
  const links = new Map(
    [...document.querySelectorAll<HTMLAnchorElement>('.parts a')].map((link) => [
      link.hash.slice(1),
      link,
    ]),
  );
  const note = (id: string) => {
    if (!id) return;
    if (kept.value[section]?.includes(id)) return;
    kept.change((read) => ({ ...read, [section]: [...new Set([...(read[section] ?? []), id])] }));
    show(kept.value);
  };

  let here = '';
  let since = 0;
  const mark = () => {
    // A talk is not reading.
    if (document.documentElement.classList.contains('presenting')) return;
    const line = innerHeight * 0.4;
    const passed = headings.filter((heading) => heading.getBoundingClientRect().top < line);
    const now = passed[passed.length - 1]?.id ?? '';
    if (now !== here) {
      const stayed = performance.now() - since >= minReadingMs;
      if (here && stayed && passed[passed.length - 2]?.id === here) note(here);
      links.get(here)?.classList.remove('here');
      links.get(here)?.removeAttribute('aria-current');
      here = now;
      since = performance.now();
      links.get(here)?.classList.add('here');
      links.get(here)?.setAttribute('aria-current', 'true');
    }
    // Below the text stand its numbers: to look one up is not to have read all before.
    const bottom = end?.getBoundingClientRect().bottom ?? 0;
    if (links.size > 0 && bottom > 0 && bottom < innerHeight * 1.25) {
      const last = here;
      setTimeout(() => {
        if (here === last) note(last);
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
  // Once the page is laid out: to ask before would lay it out twice.
  requestAnimationFrame(() => setTimeout(mark));
  // In another window of the same lesson something has been read.
  kept.watch(() => show(kept.value));

  // On a small screen the contents lie over the text: whoever has chosen a part wants to see it.
  const contents = document.getElementById('contents');
  contents?.addEventListener('click', (event) => {
    const chosen = (event.target as Element).closest('.parts a');
    if (chosen && 'hidePopover' in contents) contents.hidePopover();
  });
}
