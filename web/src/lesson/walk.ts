// A page whose parts are shown one at a time, each with a link to the next and a bar of all. Without this script, they stand
// below each other.
import { keepFitting } from './fit.ts';
import { targetId } from './hold-position.ts';
import { hasModifier, isTaken } from './taken-keys.ts';

const screens = [...document.querySelectorAll<HTMLElement>('main .slide:not(.opening)')];
const headingOf = (screen: HTMLElement) => screen.querySelector('h2');
const addressOf = (screen: HTMLElement | undefined) =>
  `#${(screen && headingOf(screen)?.id) ?? ''}`;

function link(to: HTMLElement | undefined, words: string, kind: string): HTMLAnchorElement {
  const made = document.createElement('a');
  made.href = addressOf(to);
  made.className = kind;
  made.textContent = words;
  return made;
}

/** A bar of links to the screens, those with a figure. */
function makeBar(): { bar: HTMLElement; links: HTMLAnchorElement[] } {
  const steps = screens.filter((screen) => screen.querySelector('.part'));
  const links = steps.map((screen, n) => {
    const made = link(screen, '', 'step');
    const name = `${n + 1} of ${steps.length}: ${headingOf(screen)?.textContent ?? ''}`;
    made.setAttribute('aria-label', name);
    made.title = headingOf(screen)?.textContent ?? '';
    return made;
  });
  const bar = document.createElement('nav');
  bar.className = 'walk';
  bar.setAttribute('aria-label', 'Screens');
  bar.append(...links);
  screens[0]?.before(bar);
  return { bar, links };
}

/** Below the text of each screen: on, and back. */
function addTurns(): void {
  for (const [n, screen] of screens.entries()) {
    const turns = document.createElement('p');
    turns.className = 'turns';
    const after = screens[n + 1];
    if (after) turns.append(link(after, 'Next', 'next'));
    if (n > 0) turns.append(link(screens[n - 1], 'Back', 'back'));
    screen.append(turns);
    // Once a reader has done what the text asks for, what to do is to go on.
    const part = screen.querySelector('.part');
    const acted = () => screen.classList.add('acted');
    for (const act of ['change', 'click', 'pointerdown', 'keydown', 'painted']) {
      part?.addEventListener(act, (event) => {
        if (!(event instanceof KeyboardEvent) || event.key !== 'Tab') acted();
      });
    }
  }
}

function show(links: readonly HTMLAnchorElement[], isFirst: boolean): void {
  const target = document.getElementById(targetId());
  const found = screens.findIndex((screen) => screen.contains(target));
  const at = Math.max(0, found);
  for (const [n, screen] of screens.entries()) screen.classList.toggle('shown', n === at);
  for (const [n, step] of links.entries()) {
    step.classList.toggle('done', n < at);
    if (n === at) step.setAttribute('aria-current', 'step');
    else step.removeAttribute('aria-current');
  }
  if (isFirst) return;
  const heading = screens[at] && headingOf(screens[at]);
  if (heading) heading.tabIndex = -1;
  heading?.focus({ preventScroll: true });
  scrollTo({ top: 0, behavior: 'instant' });
}

/** As in style/walk.css. */
const isBeside = '(min-width: 60.01rem)';
const marginAround = 16;

/** A figure beside its text fits below the bar. */
function fitFigures(bar: Element): void {
  const wide = matchMedia(isBeside);
  keepFitting(
    screens.flatMap((screen) => [...screen.querySelectorAll<HTMLElement>('.part')]),
    () => {
      const top = bar.getBoundingClientRect().bottom + scrollY + marginAround;
      return wide.matches ? innerHeight - top - marginAround : Infinity;
    },
  );
}

/** Shows one screen after the other: by the links, the bar, the arrow keys, and the browser's history. */
export function walk(): void {
  const { bar, links } = makeBar();
  addTurns();
  show(links, true);
  document.documentElement.classList.add('walking');
  fitFigures(bar);
  addEventListener('hashchange', () => show(links, false));
  addEventListener('keydown', (event) => {
    if (hasModifier(event) || isTaken(event)) return;
    const by = { ArrowRight: '.next', ArrowLeft: '.back' }[event.key];
    if (by) document.querySelector<HTMLAnchorElement>(`main .shown ${by}`)?.click();
  });
}
