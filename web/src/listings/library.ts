import { Stored } from '../storage/stored.ts';

/** The libraries that listings are written with. The first one is shown unless the reader chooses another. */
export const libraries = { numpy: 'NumPy', torch: 'PyTorch' } as const;
export type Library = keyof typeof libraries;

const libraryFrom = (value: unknown): Library | null =>
  typeof value === 'string' && value in libraries ? (value as Library) : null;

/** The reader's choice, for all listings and later visits. */
export const storedLibrary = (): Stored<Library> => new Stored('library', libraryFrom, 'numpy');

/** The page's style sheet shows the listings of one library. (On the next visit, web/public/theme.js does this first.) */
export function showLibrary(library: Library): void {
  document.documentElement.dataset['library'] = library;
}
