// The files within the single file.
import { unpacked } from './unpack.ts';

interface Stored {
  name: string;
  packed: string;
  /** The names of the files that a worker fetches; empty for other files. */
  needs: string[];
}

function takeStored(): Stored[] {
  const elements = [...document.querySelectorAll<HTMLElement>('script[data-file]')];
  return elements.map((element) => {
    element.remove();
    return {
      name: element.dataset['file'] ?? '',
      packed: element.textContent,
      needs: (element.dataset['needs'] ?? '').split(' ').filter(Boolean),
    };
  });
}

const tableOf = (files: readonly Stored[]): Record<string, string> =>
  Object.fromEntries(files.map(({ name, packed }) => [name, packed]));

/** Makes the address of a worker or a frame. @param all what a worker may need */
async function opened({ name, packed, needs }: Stored, all: readonly Stored[]): Promise<string> {
  const text = await unpacked(packed).text();
  if (name.endsWith('.html')) return URL.createObjectURL(new Blob([text], { type: 'text/html' }));
  const files = JSON.stringify(tableOf(all.filter((file) => needs.includes(file.name))));
  const parts = [`globalThis.posencFiles=${files};\n`, text];
  return URL.createObjectURL(new Blob(parts, { type: 'text/javascript' }));
}

/** Makes all files available: most to fetch(), workers and frames by their addresses. */
export async function openFiles(): Promise<void> {
  const all = takeStored();
  globalThis.posencFiles = tableOf(all);
  const isOpened = ({ name }: Stored) => /\.(worker\.ts|html)$/.test(name);
  globalThis.posencAddresses = Object.fromEntries(
    await Promise.all(
      all.filter(isOpened).map(async (file) => [file.name, await opened(file, all)] as const),
    ),
  );
}
