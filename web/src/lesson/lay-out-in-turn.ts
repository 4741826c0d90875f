import { whenIdle } from './load-elements.ts';

/**
 * Lays out the sections that a page opened at its top has left to later on a phone (`from-top` in layout.css): one after
 * the other, each when the browser is idle, so that it can answer its reader in between. (The target of a link is held in
 * its place while sections above it grow: hold-position.ts.)
 */
export function layOutInTurn(): void {
  const { classList } = document.documentElement;
  const sections = document.querySelectorAll('main .slide').values();
  const next = () => {
    const { value } = sections.next();
    value?.classList.add('laid-out');
    if (value) requestAnimationFrame(() => whenIdle(next));
    else classList.remove('from-top');
  };
  if (classList.contains('from-top')) whenIdle(next);
}
