// What can be embedded, as the page lists it: links to embed.html, by section.
import type { Settings } from './settings.ts';

export interface Entry {
  title: string;
  /** As in embed.html?figure= */
  figure: string;
  settings: Settings;
}

export interface Group {
  title: string;
  entries: readonly Entry[];
}

function entryOf(link: HTMLAnchorElement): Entry {
  const [[, figure = ''] = [], ...settings] = [...new URL(link.href).searchParams];
  return { title: link.textContent?.trim() ?? '', figure, settings };
}

/** The lists of links in an element, each after its title. */
export const groupsIn = (element: Element): Group[] =>
  [...element.querySelectorAll('li > ul')].map((list) => ({
    title: list.parentElement?.firstChild?.textContent?.trim() ?? '',
    entries: [...list.querySelectorAll('a')].map(entryOf),
  }));
