// The entries of the search, as the build writes them (tools/lib/site/search.mjs).

export type Kind = 'part' | 'term' | 'figure' | 'claim' | 'mistake' | 'exercise' | 'model';

export interface Entry {
  kind: Kind;
  /** Of its element; '' for the beginning of the page. */
  id: string;
  title: string;
  /** Its number, such as 'Claim 12' or 'E13.1'. */
  label?: string;
  /** The query of its address. */
  query?: string;
  text: string;
}

export interface Page {
  address: string;
  title: string;
  entries: Entry[];
}

export interface Place extends Entry {
  href: string;
  page: string;
}

/** The name of each kind in a list of results, in the singular and the plural. */
export const kindNames: Readonly<Record<Kind, readonly [one: string, several: string]>> = {
  part: ['Page', 'Pages'],
  term: ['Term', 'Glossary'],
  figure: ['Figure', 'Figures'],
  claim: ['Claim', 'Claims'],
  mistake: ['Mistake', 'Mistakes'],
  exercise: ['Exercise', 'Exercises'],
  model: ['Real model', 'Real models'],
};

/** All entries of all pages, with their addresses. */
export const placesOf = (pages: readonly Page[]): Place[] =>
  pages.flatMap(({ address, title, entries }) =>
    entries.map((entry) => ({
      ...entry,
      href: address + (entry.query ? `?${entry.query}` : '') + (entry.id ? `#${entry.id}` : ''),
      page: title,
    })),
  );
