// The book that comes with the lesson.
import { PosencError } from '../../core/errors.ts';
import bookAddress from '../../../../build/book/moby-dick.bin?url';

export const bookName = 'Moby-Dick';

/** The first bytes of a file by gzip. */
const gzip = [0x1f, 0x8b] as const;

const notFetched = (cause: string): PosencError =>
  new PosencError('broken', `The book could not be fetched (${cause}). It needs the network once.`);

async function unpacked(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

async function fetched(): Promise<Uint8Array<ArrayBuffer>> {
  const response = await fetch(bookAddress).catch((error: unknown) => {
    throw notFetched(String(error));
  });
  if (!response.ok) throw notFetched(`the host answered ${response.status}`);
  const bytes = new Uint8Array(await response.arrayBuffer());
  // (A host may have had the browser unpack it.)
  return gzip.every((byte, n) => bytes[n] === byte) ? unpacked(bytes) : bytes;
}

let book: Promise<Uint8Array<ArrayBuffer>> | null = null;

/** Its bytes, in UTF-8, fetched once. */
export function bookBytes(): Promise<Uint8Array<ArrayBuffer>> {
  book ??= fetched().catch((error: unknown) => {
    // The next call tries again.
    book = null;
    throw error;
  });
  return book;
}
