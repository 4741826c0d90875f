// What is shown, in the page's address: a shipped model by its name, another config as its relevant part. That is after
// the #, which browsers do not send.
import type { ModelReport } from '../core/api.ts';
import { compute } from '../worker/client.ts';
import { type OpenConfig, parsed } from './opening.ts';

/** What an address asks for. */
export interface Asked {
  model: string | null;
  /** Compressed, as in the address. */
  config: string | null;
  name: string | null;
  length: number | null;
  /** Names of shipped models to compare with. */
  compared: string[];
}

export function askedIn({ search, hash }: Pick<Location, 'search' | 'hash'>): Asked {
  const all = new URLSearchParams(`${search.slice(1)}&${hash.includes('=') ? hash.slice(1) : ''}`);
  const length = Number(all.get('length') ?? NaN);
  return {
    model: all.get('model'),
    config: all.get('config'),
    name: all.get('name'),
    length: length > 0 ? length : null,
    compared: all.getAll('with'),
  };
}

/** The address that shows it again. @param config compressed; null for a shipped model, which is known by its name */
export function addressOf(
  page: URL,
  {
    name,
    config,
    length,
    compared,
  }: { name: string; config: string | null; length: number | null; compared: readonly string[] },
): string {
  const address = new URL(page);
  const asked = new URLSearchParams(config === null ? { model: name } : { name, config });
  if (length !== null) asked.set('length', String(length));
  for (const other of compared) asked.append('with', other);
  address.search = config === null ? asked.toString() : '';
  address.hash = config === null ? '' : asked.toString();
  return address.href;
}

/** Longer configs are refused anyway; a few letters can be packed so that they unpack to gigabytes. */
const maxBytes = 1_000_000;

/** What a transformation makes of some bytes. */
async function through(
  bytes: Uint8Array<ArrayBuffer>,
  transform: ReadableWritablePair<Uint8Array, BufferSource>,
): Promise<Uint8Array<ArrayBuffer>> {
  const reader = new Blob([bytes]).stream().pipeThrough(transform).getReader();
  const parts: number[] = [];
  for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) {
    if (parts.length + (value?.length ?? 0) > maxBytes) throw new RangeError('too long');
    for (const byte of value ?? []) parts.push(byte);
  }
  return Uint8Array.from(parts);
}

/** A text in letters that addresses may contain. */
export async function packed(text: string): Promise<string> {
  const bytes = await through(new TextEncoder().encode(text), new CompressionStream('deflate-raw'));
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** The text again. Throws where it is none, or too long. */
export async function unpacked(letters: string): Promise<string> {
  const bytes = Uint8Array.from(atob(letters.replaceAll('-', '+').replaceAll('_', '/')), (letter) =>
    letter.charCodeAt(0),
  );
  return new TextDecoder().decode(await through(bytes, new DecompressionStream('deflate-raw')));
}

type Dictionary = Record<string, unknown>;

/** All that a report says, as a text; '' where a config is refused. */
async function saidOf(config: Dictionary): Promise<string> {
  try {
    const report: ModelReport = await compute.call('modelReport', JSON.stringify(config), 0);
    return JSON.stringify(report);
  } catch {
    return '';
  }
}

/**
 * A config without the keys that change nothing of its report: those that are not about positions, such as the paths and
 * names of its owner.
 */
export async function relevantPart({ text }: OpenConfig): Promise<string> {
  const config = parsed(text) as Dictionary | undefined;
  if (!config) return text;
  const whole = await saidOf(config);
  const prune = async (dictionary: Dictionary) => {
    for (const [key, value] of Object.entries(dictionary)) {
      // (Deleting a key and putting it back changes the order, which means nothing.)
      delete dictionary[key];
      if ((await saidOf(config)) !== whole) dictionary[key] = value;
    }
  };
  await prune(config);
  const { text_config: inner } = config;
  if (typeof inner === 'object' && inner !== null) await prune(inner as Dictionary);
  return JSON.stringify(config);
}
