// Links in the text that set the figure of the page: <a class="set" href="?order.mask=causal#order">. Without this script
// the browser follows them, to the same address.

/** The figure that a link sets, and its attributes with their values. */
function settingsOf(link: HTMLAnchorElement): [Element, [string, string][]] | null {
  const { searchParams, hash } = new URL(link.href);
  const figure = document.getElementById(hash.slice(1));
  if (!figure) return null;
  const prefix = `${figure.id}.`;
  const own = [...searchParams].filter(([name]) => name.startsWith(prefix));
  return [figure, own.map(([name, value]) => [name.slice(prefix.length), value])];
}

const set = (figure: Element, values: readonly (readonly [string, string])[]): void => {
  for (const [attribute, value] of values) figure.setAttribute(attribute, value);
};

function isInSight(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return top >= 0 && top < innerHeight / 2 && bottom > 0;
}

function follow(event: MouseEvent): void {
  if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)
    return;
  const link = (event.target as Element | null)?.closest<HTMLAnchorElement>('a.set');
  const settings = link && settingsOf(link);
  if (!settings) return;
  event.preventDefault();
  const [figure, values] = settings;
  set(figure, values);
  if (isInSight(figure)) return;
  // The way back is the browser's.
  if (location.hash === `#${figure.id}`) figure.scrollIntoView();
  else location.hash = figure.id;
}

/**
 * What an address asks of a figure by the id of a link: a page may have had a figure of that name, to which people have
 * kept links.
 */
function applyAddress(target: string): void {
  const asked = [...new URLSearchParams(location.search)];
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a.set[id]')) {
    const prefix = `${link.id}.`;
    const own = asked.filter(([name]) => name.startsWith(prefix));
    const settings = settingsOf(link);
    if (!settings || (target !== link.id && own.length === 0)) continue;
    const [figure, values] = settings;
    set(figure, values);
    set(
      figure,
      own.map(([name, value]) => [name.slice(prefix.length), value]),
    );
  }
}

/** @param target the id that the address leads to */
export function setFigures(target: string): void {
  applyAddress(target);
  document.addEventListener('click', follow);
}
