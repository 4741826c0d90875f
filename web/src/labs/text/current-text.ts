// The reader's own text, kept in this browser. (It is too large for the storage of texts.)
import { createStore, del, get, set } from 'idb-keyval';
import type { TextInfo } from '../../core/api.ts';
import type { PosencError } from '../../core/errors.ts';
import { owner } from '../../storage/stored.ts';
import type { StorageProblem } from '../../ui/notices.ts';
import { forgetTextsBut, readText } from '../../worker/open-texts.ts';
import type { TrainingText } from '../../worker/training-protocol.ts';
import { problemOf } from '../training/stored-session.ts';
import { bookBytes, bookName } from './book.ts';
import { sentence } from './text-words.ts';

interface StoredText {
  /** Other versions are not read. */
  version: 1;
  /** Of the file. */
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
  /** If not, the labs use the book. */
  isChosen: boolean;
}

const key = 'text';
let opened: ReturnType<typeof createStore> | undefined;
const store = () => (opened ??= createStore(`posenc-${owner}texts`, 'kept'));

const isStoredText = (value: unknown): value is StoredText =>
  typeof value === 'object' &&
  value !== null &&
  'version' in value &&
  value.version === 1 &&
  'bytes' in value &&
  value.bytes instanceof Uint8Array;

/** Null if there is none, or if the browser stores nothing. */
async function storedText(): Promise<StoredText | null> {
  try {
    const found = await get<unknown>(key, store());
    return isStoredText(found) ? found : null;
  } catch {
    return null;
  }
}

/** Keeps a text instead of the last one, or with null keeps none. */
async function keepText(text: StoredText | null): Promise<StorageProblem> {
  try {
    await (text ? set(key, text, store()) : del(key, store()));
    return null;
  } catch (error) {
    return problemOf(error);
  }
}

// The text that the labs of a page train on: the book, or one of the reader's own.

/** A text that models can train on. Its key is the core's checksum. */
export interface ChosenText extends TrainingText {
  /** Of the book, or of the reader's file. */
  readonly name: string;
  readonly isBook: boolean;
  readonly facts: TextInfo;
}

async function readable(
  name: string,
  bytes: TrainingText['bytes'],
  isBook: boolean,
): Promise<ChosenText> {
  const facts = await readText(bytes);
  return { key: facts.checksum, name, bytes, isBook, facts };
}

/** Fires `change` when another text is chosen, and when the reader's own one is removed. */
class CurrentText extends EventTarget {
  /** The reader's own text, whether it is chosen or not; null if there is none. */
  readerText: StoredText | null = null;
  /** Why it is not kept. */
  problem: StorageProblem = null;
  /** Why the own text of an earlier visit gave way to the book, as a sentence; '' if it did not. */
  notice = '';
  private text: Promise<ChosenText> | null = null;
  private book: Promise<ChosenText> | null = null;
  /** Of the book, once it is there. */
  private bookKey: TrainingText['key'] | null = null;
  /** It is read from this browser once. */
  private isReaderTextKnown = false;
  /** Choices have numbers, in the order of the reader's actions; one that is taken outdates all before it. */
  private lastChoice = 0;
  private lastTaken = 0;

  /**
   * The text that is chosen. The first call fetches the book, unless the reader has chosen another text. If another one
   * is chosen meanwhile, it is that one, even where the book cannot be fetched.
   */
  async get(): Promise<ChosenText> {
    for (;;) {
      const asked = (this.text ??= this.first());
      const text = await asked.catch((error: unknown) => {
        if (this.text !== null && this.text !== asked) return null;
        // The next call tries again.
        this.text = null;
        throw error;
      });
      if (text && this.text === asked) return text;
    }
  }

  private async first(): Promise<ChosenText> {
    await this.readReaderText();
    if (this.readerText?.isChosen) {
      const { name, bytes } = this.readerText;
      try {
        return await readable(name, bytes, false);
      } catch (error) {
        const refusal = error as PosencError;
        if (refusal.code !== 'invalid-argument') throw error;
        // Another version of the lesson may have accepted it.
        this.notice = `${name}, which is kept in this browser, can no longer be used: ${sentence(refusal.message)}`;
      }
    }
    return this.theBook();
  }

  private async readReaderText(): Promise<void> {
    if (this.isReaderTextKnown) return;
    const readerText = await storedText();
    // (A choice may have come first.)
    if (!this.isReaderTextKnown) this.readerText = readerText;
    this.isReaderTextKnown = true;
  }

  private theBook(): Promise<ChosenText> {
    this.book ??= this.readBook().catch((error: unknown) => {
      // The next call tries again.
      this.book = null;
      throw error;
    });
    return this.book;
  }

  private async readBook(): Promise<ChosenText> {
    const book = await readable(bookName, await bookBytes(), true);
    this.bookKey = book.key;
    return book;
  }

  /**
   * Chooses a text of the reader's. Rejects if it cannot be read, or no model can train on it; then the choice stays as
   * it was.
   * @returns false if a later choice was taken meanwhile
   */
  choose(name: string, read: () => Promise<TrainingText['bytes']>): Promise<boolean> {
    return this.take(async () => {
      const bytes = await read();
      const text = await readable(name, bytes, false);
      return { text, readerText: { version: 1, name, bytes, isChosen: true } };
    });
  }

  async chooseReaderText(): Promise<boolean> {
    const { readerText } = this;
    return (
      readerText !== null && this.choose(readerText.name, () => Promise.resolve(readerText.bytes))
    );
  }

  /** Chooses the book. The reader's own text stays, for chooseReaderText(). */
  chooseBook(): Promise<boolean> {
    return this.take(async () => {
      const text = await this.theBook();
      return { text, readerText: this.readerText && { ...this.readerText, isChosen: false } };
    });
  }

  /** Removes the reader's own text from this browser. The next get() fetches the book. */
  async removeReaderText(): Promise<void> {
    this.lastTaken = ++this.lastChoice;
    if (this.readerText?.isChosen) this.text = null;
    await this.keep(null, null);
  }

  /** @returns false if a later choice was taken meanwhile */
  private async take(
    read: () => Promise<{ text: ChosenText; readerText: StoredText | null }>,
  ): Promise<boolean> {
    const choice = ++this.lastChoice;
    const { text, readerText } = await read();
    if (choice < this.lastTaken) return false;
    this.lastTaken = choice;
    this.text = Promise.resolve(text);
    await this.keep(readerText, text.key);
    return true;
  }

  /**
   * @param readerText what becomes of the reader's own text
   * @param key of the text that is chosen now; null for the book
   */
  private async keep(
    readerText: StoredText | null,
    key: TrainingText['key'] | null,
  ): Promise<void> {
    this.readerText = readerText;
    this.isReaderTextKnown = true;
    this.notice = '';
    forgetTextsBut([key, this.bookKey]);
    this.problem = await keepText(readerText);
    this.dispatchEvent(new Event('change'));
  }
}

export const currentText = new CurrentText();
