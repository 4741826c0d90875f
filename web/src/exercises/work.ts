// The work on one exercise that is kept: a sheet for each variant.
import { isObject, Stored } from '../storage/stored.ts';
import { emptySheet, mergedSheets, type Sheet, sheetFrom, type Step } from './sheet.ts';

/** All sheets of one exercise, as they are kept. */
export interface Folder {
  version: 3;
  /** The variant that was worked on last: 0 for the lesson's own version. */
  seed: number;
  /** By seed. */
  sheets: Record<string, Sheet>;
}

export const emptyFolder: Folder = { version: 3, seed: 0, sheets: {} };

/** Whether a number can be the seed of a variant. */
export const isSeed = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;

/** A random seed from 1 to `largest`. */
export const drawnSeed = (largest = 0xffff_ffff) =>
  ((crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) % largest) + 1;

/** A folder that this version or an earlier one kept (those had one sheet); null if it is not one. */
export function folderFrom(stored: unknown): Folder | null {
  if (!isObject(stored)) return null;
  const { version, seed, sheets } = stored;
  if (version === undefined || version === 2) {
    const sheet = sheetFrom(stored);
    return sheet && { ...emptyFolder, sheets: { 0: sheet } };
  }
  if (version !== 3 || !isSeed(seed) || !isObject(sheets)) return null;
  const read: Record<string, Sheet> = {};
  for (const [variant, value] of Object.entries(sheets)) {
    const sheet = sheetFrom(value);
    // "07" would be a second sheet of variant 7.
    const isSeedAsWritten = String(Number(variant)) === variant && isSeed(Number(variant));
    if (!sheet || !isSeedAsWritten) return null;
    read[variant] = sheet;
  }
  return { version, seed, sheets: read };
}

/** Two folders of the same exercise as one: all variants of both. */
export function mergedFolders(mine: Folder, other: Folder): Folder {
  const sheets = { ...mine.sheets };
  for (const [seed, sheet] of Object.entries(other.sheets)) {
    const own = sheets[seed];
    sheets[seed] = own ? mergedSheets(own, sheet) : sheet;
  }
  const seed = Object.keys(mine.sheets).length > 0 ? mine.seed : other.seed;
  return { ...mine, seed, sheets };
}

/** The work on an exercise as this browser keeps it; all tabs share it. */
export class Work {
  private readonly stored: Stored<Folder>;

  constructor(exercise: string) {
    this.stored = new Stored(exercise, folderFrom, emptyFolder);
  }

  /** The newest of all sheets. */
  get folder(): Folder {
    return this.stored.value;
  }

  /** Why the browser does not keep it; null if it does. */
  get storageProblem() {
    return this.stored.problem;
  }

  /** Something was kept that cannot be read: the name of its copy; '' if it could not be copied. */
  get unreadableCopy() {
    return this.stored.unreadable;
  }

  sheet(seed: number): Sheet {
    return this.folder.sheets[seed] ?? emptySheet;
  }

  change(seed: number, step: Step): void {
    this.stored.change((folder) => {
      const sheet = step(folder.sheets[seed] ?? emptySheet);
      return { ...folder, sheets: { ...folder.sheets, [seed]: sheet } };
    });
  }

  /** Records the variant that is worked on from now on. */
  choose(seed: number): void {
    this.stored.change((folder) => ({ ...folder, seed }));
  }

  /** Calls back when another tab, or another part of the page, has changed a sheet. Returns a function that ends it. */
  watch(changed: () => void): () => void {
    return this.stored.watch(changed);
  }
}
