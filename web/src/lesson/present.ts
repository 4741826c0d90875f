// The lesson on a projector: one slide at a time, large.
import { fitPictures, heightOf } from './fit.ts';
import { openFoldsOf } from './folds.ts';
import { holdAgain, targetId } from './hold-position.ts';
import { pageOf, searchOf } from './page-links.ts';
import { asksForSlides } from './offer-presenting.ts';
import { hasModifier, isTaken } from './taken-keys.ts';

/** A page of the lesson before or after this one. */
interface Neighbor {
  address: string;
  /** The id of its last slide. */
  last: string;
}

const root = document.documentElement;
const slides = [...document.querySelectorAll<HTMLElement>('main .slide')];
const numbers = document.querySelector<HTMLElement>('main .numbers');

const presenting = () => root.classList.contains('presenting');

/** The number of the slide that is shown. */
let at = 0;

/** The pages in their order are those of the contents: the start, and the sections that are written. */
function neighbor(step: 1 | -1): Neighbor | null {
  const links = [
    ...document.querySelectorAll<HTMLAnchorElement>('#contents .home, #contents a[data-parts]'),
  ];
  const here = links.findIndex((link) => link.getAttribute('aria-current') === 'page');
  const link = here < 0 ? undefined : links[here + step];
  if (!link) return null;
  const parts = (link.dataset['parts'] ?? '').split(' ').filter(Boolean);
  return { address: link.href, last: parts[parts.length - 1] ?? '' };
}

const headingOf = (slide: HTMLElement | undefined) =>
  slide?.querySelector<HTMLElement>('h1, h2') ?? null;

const addressOf = (fragment: string): string =>
  location.pathname + searchOf(location, presenting()) + (fragment ? `#${fragment}` : '');

function makeToolbar() {
  const bar = document.createElement('nav');
  bar.className = 'presenter';
  bar.setAttribute('aria-label', 'Slides');
  const button = (name: string, sign: string, run: () => void) => {
    const made = document.createElement('button');
    made.type = 'button';
    made.textContent = sign;
    if (sign !== name) made.setAttribute('aria-label', name);
    made.addEventListener('click', run);
    return made;
  };
  const back = button('Previous slide', '←', () => turn(-1));
  const next = button('Next slide', '→', () => turn(1));
  const title = document.createElement('span');
  title.className = 'title';
  title.textContent = document.querySelector('h1')?.textContent ?? '';
  const count = document.createElement('span');
  count.className = 'count';
  const more = button('More of this slide', 'More ↓', () => page(1));
  more.className = 'more';
  bar.append(
    title,
    count,
    more,
    back,
    next,
    button('End', 'End', () => end()),
  );
  return { bar, count, more, back, next };
}
const toolbar = makeToolbar();

/**
 * Shows a slide from its top, or a target in it.
 * @param aside shown instead of the slide, without being one
 */
function show(
  index: number,
  target: Element | null = null,
  aside: HTMLElement | null = null,
): void {
  at = index;
  const shown = aside ?? slides[at];
  openFoldsOf(shown?.querySelector(':scope > details') ?? null);
  for (const one of [...slides, numbers]) one?.classList.toggle('shown', one === shown);
  toolbar.count.textContent = aside ? '' : `${at + 1} / ${slides.length}`;
  toolbar.back.disabled = at === 0 && neighbor(-1) === null;
  toolbar.next.disabled = at === slides.length - 1 && neighbor(1) === null;
  const heading = headingOf(shown);
  if (!target) history.replaceState(history.state, '', addressOf(heading?.id ?? ''));
  fit(shown);
  // It is read aloud, and Tab goes on from it.
  focusOn(heading);
  scrollTo({ top: 0, behavior: 'instant' });
  openFoldsOf(target);
  if (target && target !== heading) target.scrollIntoView({ behavior: 'instant' });
  showMore();
}

/** The height above the toolbar, and the part of the slide that is hidden below. */
const room = () => innerHeight - toolbar.bar.offsetHeight;
function hiddenBelow(): number {
  const shown = document.querySelector('main .shown');
  return shown ? shown.getBoundingClientRect().bottom - room() : 0;
}

function showMore(): void {
  toolbar.more.hidden = hiddenBelow() < 8;
}

/** The heights for which what is on a slide was fitted. */
const fitted = new WeakMap<Element, number>();

/** As figures come they may become taller. Once somebody works in one it keeps its size. */
const fitting = new ResizeObserver((entries) => {
  const grown = entries.filter(({ target }) => {
    const { height } = target.getBoundingClientRect();
    const before = fitted.get(target);
    fitted.set(target, height);
    // A fraction of a pixel comes from fitting itself.
    return before !== undefined && Math.abs(height - before) > 2;
  });
  for (const slide of new Set(grown.map(({ target }) => target.closest<HTMLElement>('.slide')))) {
    if (slide && presenting()) fitSlide(slide, room());
  }
  showMore();
});
const keepSizes = (event: Event) => {
  if ((event.target as Element).closest('.part')) fitting.disconnect();
};

function fit(shown: HTMLElement | undefined): void {
  fitting.disconnect();
  if (!shown) return;
  if (shown !== numbers) {
    fitSlide(shown, room());
    for (const part of shown.querySelectorAll('.part')) fitting.observe(part);
    fitting.observe(shown);
  }
  showMore();
}

function focusOn(element: HTMLElement | null): void {
  if (!element) return;
  if (element.tabIndex < 0) element.tabIndex = -1;
  element.focus({ preventScroll: true });
}

function turn(step: 1 | -1): void {
  // From the numbers back to the slide with the link.
  if (numbers?.classList.contains('shown')) return show(at);
  if (slides[at + step]) return show(at + step);
  const adjacent = neighbor(step);
  if (!adjacent) return;
  const address = new URL(adjacent.address);
  address.search = searchOf(address, true);
  // (In the contents, a link may lead to where the reader stopped.)
  address.hash = step < 0 ? adjacent.last : '';
  location.assign(address);
}

/** Scrolls a slide that is taller than the screen before turning to another one. */
function page(step: 1 | -1): void {
  const hidden = step > 0 ? hiddenBelow() : scrollY;
  const shown = document.querySelector<HTMLElement>('main .shown');
  if (hidden < 8 || !shown) return turn(step);
  // Not smoothly: the scrolling would go on on the next slide.
  scrollBy({ top: nextStop(shown, room(), step), behavior: 'instant' });
  showMore();
}

function slideInSight(): number {
  // From the top all are shown, however short the first is.
  if (scrollY < innerHeight * 0.1) return 0;
  const passed = slides.filter(({ offsetTop }) => offsetTop - scrollY < innerHeight * 0.4);
  return Math.max(0, passed.length - 1);
}

function showTarget(): void {
  const id = targetId();
  const target = id ? document.getElementById(id) : null;
  const slide = slides.findIndex((one) => one.contains(target));
  if (target && numbers?.contains(target)) {
    const leads = (one: HTMLElement | undefined) =>
      one?.querySelector(`a[href="#${CSS.escape(id)}"]`) != null;
    show(leads(slides[at]) ? at : Math.max(0, slides.findIndex(leads)), target, numbers);
  } else show(Math.max(0, slide), slide < 0 ? null : target);
}

function begin(showFirst: () => void): void {
  const contents = document.getElementById('contents');
  if (contents && 'hidePopover' in contents && contents.matches(':popover-open')) {
    contents.hidePopover();
  }
  root.classList.add('presenting');
  document.body.append(toolbar.bar);
  showFirst();
}

/** Begins with the slide that is being read. */
function beginHere(): void {
  const here = slideInSight();
  begin(() => show(here));
}

function end(): void {
  root.classList.remove('presenting');
  toolbar.bar.remove();
  fitting.disconnect();
  for (const one of [...slides, numbers]) one?.classList.remove('shown');
  // The window fits them again.
  dispatchEvent(new Event('resize'));
  const heading = headingOf(slides[at]);
  history.replaceState(history.state, '', addressOf(heading?.id ?? ''));
  focusOn(heading);
  if (at === 0) scrollTo({ top: 0, behavior: 'instant' });
  else heading?.scrollIntoView({ behavior: 'instant' });
  // Figures become smaller a moment later.
  holdAgain();
}

function onKey(event: KeyboardEvent): void {
  if (hasModifier(event)) return;
  const taken = isTaken(event);
  if (!presenting()) {
    if (event.key === 'p' && !taken) beginHere();
    return;
  }
  // Out of a field or a picture first.
  if (event.key === 'Escape') return taken ? focusOn(headingOf(slides[at])) : end();
  if (taken) return;
  const runs: Record<string, () => void> = {
    ArrowRight: () => turn(1),
    ArrowLeft: () => turn(-1),
    PageDown: () => page(1),
    PageUp: () => page(-1),
    ' ': () => page(event.shiftKey ? -1 : 1),
    Home: () => show(0),
    End: () => show(slides.length - 1),
  };
  const run = runs[event.key];
  if (!run) return;
  event.preventDefault();
  run();
}

/** Links between pages of the lesson lead to slides. */
function onClick(event: MouseEvent): void {
  if (!presenting()) return;
  const link = (event.target as Element).closest<HTMLAnchorElement>('main a[href]');
  const page = link && pageOf(link);
  if (page && page !== pageOf(location)) link.search = searchOf(link, true);
}

/** Shows the page as slides from now on: those that the address asks for, or from the slide that is being read. */
export function startPresenting(): void {
  for (const button of document.querySelectorAll('[data-present]')) {
    button.addEventListener('click', beginHere);
  }
  addEventListener('keydown', onKey);
  addEventListener('click', onClick, { capture: true });
  addEventListener('scroll', showMore, { passive: true });
  for (const works of ['pointerdown', 'keydown']) addEventListener(works, keepSizes);
  new ResizeObserver(showMore).observe(document.body);
  addEventListener('resize', () => {
    if (presenting()) fit(document.querySelector<HTMLElement>('main .shown') ?? undefined);
  });
  // A link to a place on the page, or back from one.
  const follow = () => {
    if (asksForSlides() && !presenting()) begin(showTarget);
    else if (!asksForSlides() && presenting()) end();
    else if (presenting()) showTarget();
  };
  addEventListener('popstate', follow);
  // (An invisible element cannot have the focus.)
  root.classList.remove('to-present');
  if (asksForSlides()) begin(showTarget);
  else beginHere();
}

// Slides as large as the screen allows: text that is a little too long becomes smaller, and so does each figure that
// would be cut. What is still larger is scrolled, block by block.

/** Text becomes no smaller than this part of its size, and figures no smaller than this part of theirs in the page. */
const smallestText = 0.72;
const smallestFigure = 0.75;
/** Above and below a block that was scrolled to. */
const margin = 12;

/** On slides, pictures are to be seen from far. */
const smallestPicture = 0.8;

/** The pictures of a figure give way, then it is scaled as a whole until it fits. */
function fitFigure(part: HTMLElement, room: number): void {
  part.style.removeProperty('--shrunk');
  fitPictures(part, room - 2 * margin, smallestPicture);
  const zoom = Number(getComputedStyle(part).zoom) || 1;
  const wanted = (room - 2 * margin) / heightOf(part);
  if (wanted >= 1) return;
  // One that does not fit at all is scrolled, and should be read well.
  const shrunk = wanted * zoom < smallestFigure ? Math.min(1, 1 / zoom) : wanted;
  part.style.setProperty('--shrunk', String(shrunk));
}

/** Makes what is on a slide fit into the screen, where it can. @param room the height above the toolbar */
function fitSlide(slide: HTMLElement, room: number): void {
  slide.classList.remove('split');
  fitAll(slide, room);
  // A figure and more text than fits: beside each other, so that the figure stays while the text is scrolled.
  const figures = slide.querySelectorAll('.part.still');
  if (heightOf(slide) <= room || figures.length !== 1) return;
  slide.classList.add('split');
  fitAll(slide, room);
}

function fitAll(slide: HTMLElement, room: number): void {
  slide.style.removeProperty('--fit');
  const parts = [...slide.querySelectorAll<HTMLElement>('.part')];
  // Beside the title, it has the height of the slide.
  const isBeside = getComputedStyle(slide).display === 'grid';
  for (const part of parts) fitFigure(part, isBeside ? room - 2 * margin : room);
  // (Not all of it becomes smaller: some margins stay.)
  let size = 1;
  for (let times = 0; times < 3 && heightOf(slide) > room - 4 * margin; times++) {
    size *= (room - 4 * margin) / heightOf(slide);
    slide.style.setProperty('--fit', String(size));
  }
  if (size < smallestText) slide.style.removeProperty('--fit');
}

/** The shown part of a slide, in its own coordinates. */
interface Sight {
  top: number;
  bottom: number;
}

/**
 * Where a slide is scrolled to next so that each block is seen whole, as an offset from where it is; null at its end.
 * @param room the height of what is seen
 */
function nextStop(slide: HTMLElement, room: number, step: 1 | -1): number {
  const blocks = [
    ...slide.querySelectorAll(
      ':scope > :not(.with-figure, details), :scope > :is(.with-figure, details) > *',
    ),
  ].map((block): Sight => block.getBoundingClientRect());
  const enough = 2 * margin;
  if (step > 0) {
    const cut = blocks.find(({ bottom }) => bottom > room);
    const to = (cut?.top ?? 0) - margin;
    return to > enough ? to : 0.8 * room;
  }
  const first = blocks.find(({ top }) => top - margin >= -room);
  const to = (first?.top ?? 0) - margin;
  return to < -enough ? to : -0.8 * room;
}
