// Finds places by words, best first.
import MiniSearch, { type Query, type SearchResult } from 'minisearch';
import { type Kind, kindNames, type Page, type Place, placesOf } from './entries.ts';
import { isCommon, termsOf, type Word, wordsIn } from './terms.ts';

/** A place that was found, and the terms by which it was. */
export interface Found extends Place {
  terms: ReadonlySet<string>;
}

/** A title says more about a place than a word in its text. */
const boost = { title: 4, label: 6, page: 2, text: 1 };

/** Long texts count almost as much as short ones: they explain more. (b is MiniSearch's 0.7 else.) */
const bm25 = { k: 1.2, b: 0.4, d: 0.5 };

/** Of two places with the same words, the one that explains them comes first. */
const weights: Readonly<Record<Kind, number>> = {
  part: 1.3,
  term: 1.3,
  figure: 0.8,
  claim: 0.9,
  mistake: 0.9,
  exercise: 0.8,
  model: 0.8,
};

/** For parts that every section has: attempts and summaries. */
const repeatedWeight = 0.7;

/** By the kind of a place, and whether other parts have the same title. */
function weightsOf(places: readonly Place[]): number[] {
  const parts = places.filter(({ kind }) => kind === 'part').map(({ title }) => title);
  const once = new Set(parts.filter((title) => parts.indexOf(title) === parts.lastIndexOf(title)));
  return places.map(({ kind, title }) => {
    const isRepeated = kind === 'part' && !once.has(title);
    return weights[kind] * (isRepeated ? repeatedWeight : 1);
  });
}

/** The page may do something else after this many places. */
const atOnce = 20;

/** Also found by what it is: claim, figure, glossary. */
const labelOf = ({ kind, label }: Place): string => [...kindNames[kind], label ?? ''].join(' ');

/** The searched fields. A claim is a sentence, and counts as text. */
const fieldsOf = (place: Place & { number?: number }): Record<string, unknown> => ({
  ...place,
  ...(place.kind === 'claim' ? { title: '', text: place.title } : {}),
  label: labelOf(place),
});

const isNumber = (term: string): boolean => /^\d/.test(term);

/** A word that is still being typed finds those that begin like it; a number only itself. */
const prefix = (term: string): boolean => term.length > 1 && !isNumber(term);
/** One letter in five may be wrong. */
const fuzzy = (term: string): number | false => term.length > 5 && !isNumber(term) && 0.2;

/** Explanations contain it, but it says nothing of what they are about. */
const boostTerm = (term: string): number => (term === 'why' ? 0.05 : 1);

/** A compound word is found as a whole, or by all of its parts. */
const queryOf = ({ parts, whole }: Word): Query =>
  parts.length === 1
    ? whole
    : {
        combineWith: 'OR',
        queries: [whole, { combineWith: 'AND', queries: parts.filter((one) => !isCommon(one)) }],
      };

export class Finder {
  private constructor(
    private readonly places: readonly Place[],
    private readonly index: MiniSearch<Place>,
    private readonly weights = weightsOf(places),
  ) {}

  /** Makes the places of all pages findable, a few at a time. */
  static async over(pages: readonly Page[]): Promise<Finder> {
    const places = placesOf(pages);
    const index = new MiniSearch<Place>({
      fields: Object.keys(boost),
      idField: 'number',
      extractField: (place, field) => fieldsOf(place)[field],
      tokenize: (text) => wordsIn(text).flatMap(termsOf),
      processTerm: (term) => !isCommon(term) && term,
    });
    const numbered = places.map((place, number) => ({ ...place, number }));
    await index.addAllAsync(numbered, { chunkSize: atOnce });
    return new Finder(places, index);
  }

  /** The places with all words; after them, if these are few, places with some. */
  find(text: string, enough = 3): Found[] {
    const queries = wordsIn(text)
      .filter(({ whole }) => !isCommon(whole))
      .map(queryOf);
    if (queries.length === 0) return [];
    const all = this.search(queries, 'AND');
    const some = all.length < enough ? this.search(queries, 'OR') : [];
    // Each address once: an exercise may be all of its part.
    const found = new Map<string, Found>();
    for (const one of [...all, ...some].map((result) => this.found(result))) {
      if (!found.has(one.href)) found.set(one.href, one);
    }
    return [...found.values()];
  }

  private search(queries: Query[], combineWith: 'AND' | 'OR'): SearchResult[] {
    return this.index.search(
      { combineWith, queries },
      {
        ...{ boost, prefix, fuzzy, boostTerm, bm25 },
        tokenize: (term) => [term],
        boostDocument: (id: number) => this.weights[id] ?? 1,
      },
    );
  }

  private found({ id, terms }: SearchResult): Found {
    return { ...(this.places[id as number] as Place), terms: new Set(terms) };
  }
}

// The order of results: the best ones first, then the others by kind.

export interface Group {
  title: string;
  results: Found[];
}

const bestCount = 3;
/** Of one kind, after the best. */
const mostOfKind = 8;

/** The groups of a list of results; kinds are in the order of their first result. */
export function groupsOf(results: readonly Found[]): Group[] {
  const byKind = new Map<Kind, Found[]>();
  for (const result of results.slice(bestCount)) {
    byKind.set(result.kind, [...(byKind.get(result.kind) ?? []), result]);
  }
  const others = [...byKind].map(([kind, found]) => ({
    title: kindNames[kind][1],
    results: found.slice(0, mostOfKind),
  }));
  return [{ title: 'Best matches', results: results.slice(0, bestCount) }, ...others];
}

/** In a few words. */
export function whereOf({ kind, id, label, page, title }: Found): string {
  const what = kind === 'exercise' && label ? `${kindNames[kind][0]} ${label}` : label;
  if (kind !== 'part') return `${what || kindNames[kind][0]} · ${page}`;
  return id === '' || title === page ? kindNames[kind][0] : page;
}
