// The current model, in the page's address: a shipped model by its name, another config as its relevant part, after
// the #, which browsers do not send.
import { parse } from 'jsonc-parser';
import type { ModelReport, ShippedModel } from '../core/api.ts';
import { compute } from '../worker/client.ts';
import { maxBytes, type OpenConfig } from './opening.ts';

export interface Asked {
  model: string | null;
  config: PackedConfig | null;
  length: number | null;
  layers: string | null;
  reading: string | null;
  /** Models to compare with: names of shipped ones, and readers' own, compressed. */
  compared: string[];
  comparedConfigs: PackedConfig[];
}

/** A config, compressed. */
interface PackedConfig {
  name: string;
  letters: string;
}

/** As it is in an address: letters have no dot. */
const joined = ({ name, letters }: PackedConfig): string => `${letters}.${name}`;
const split = (text: string): PackedConfig => {
  const [letters = '', ...name] = text.split('.');
  return { name: name.join('.'), letters };
};

const keys = ['model', 'config', 'length', 'layers', 'reading', 'with', 'withConfig'];

export function askedIn({ search, hash }: Pick<Location, 'search' | 'hash'>): Asked {
  const all = new URLSearchParams(`${search.slice(1)}&${hash.includes('=') ? hash.slice(1) : ''}`);
  const length = Number(all.get('length') ?? NaN);
  const config = all.get('config');
  return {
    model: all.get('model'),
    config: config === null ? null : split(config),
    length: length > 0 ? length : null,
    layers: all.get('layers'),
    reading: all.get('reading'),
    compared: [...new Set(all.getAll('with'))],
    comparedConfigs: all.getAll('withConfig').map(split),
  };
}

/** (A few letters can be packed so that they unpack to gigabytes.) */
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

/** The text again. Throws if the letters hold none, or it is too long. */
export async function unpacked(letters: string): Promise<string> {
  const bytes = Uint8Array.from(atob(letters.replaceAll('-', '+').replaceAll('_', '/')), (letter) =>
    letter.charCodeAt(0),
  );
  return new TextDecoder().decode(await through(bytes, new DecompressionStream('deflate-raw')));
}

type Dictionary = Record<string, unknown>;

/** All that a report says, as text; '' where a config is refused. */
async function saidOf(config: Dictionary): Promise<string> {
  try {
    const report: ModelReport = await compute.call('modelReport', JSON.stringify(config), null);
    return JSON.stringify(report);
  } catch {
    return '';
  }
}

/**
 * A config without the keys that do not affect its report: those that are not about positions, such as its owner's paths
 * and names.
 */
export async function relevantPart({ text }: OpenConfig): Promise<string> {
  // (Python writes NaN and Infinity, which are no JSON; their keys are lost here, and count as absent anyway.)
  const config = (parse(text) ?? {}) as Dictionary;
  const whole = await saidOf(config);
  /** Deletes those of some keys that change nothing, half by half. */
  const prune = async (dictionary: Dictionary, keys: readonly string[]): Promise<void> => {
    const pruned = keys.map((key) => [key, dictionary[key]] as const);
    for (const key of keys) delete dictionary[key];
    if (keys.length === 0 || (await saidOf(config)) === whole) return;
    // (Putting keys back changes the order, which means nothing.)
    for (const [key, value] of pruned) dictionary[key] = value;
    if (keys.length === 1) return;
    const half = keys.length >> 1;
    await prune(dictionary, keys.slice(0, half));
    await prune(dictionary, keys.slice(half));
  };
  await prune(config, Object.keys(config));
  const { text_config: inner } = config;
  if (typeof inner === 'object' && inner !== null) {
    await prune(inner as Dictionary, Object.keys(inner));
  }
  return JSON.stringify(config);
}

const packedConfig = async (config: OpenConfig): Promise<PackedConfig> => ({
  name: config.name,
  letters: await packed(await relevantPart(config)),
});

interface Linked {
  config: OpenConfig;
  /** Null for the one that the config is shown with at first. */
  length: number | null;
  layers: string | null;
  reading: string | null;
  compared: readonly OpenConfig[];
}

/** The page's address, asking for nothing. */
function plainAddress(page: string | URL): URL {
  const address = new URL(page);
  for (const key of keys) address.searchParams.delete(key);
  address.hash = '';
  return address;
}

/** The address that shows it again. @param isShipped whether a config is the library's, and known by its name */
export async function linkTo(
  page: URL,
  { config, length, layers, reading, compared }: Linked,
  isShipped: (config: OpenConfig) => boolean,
): Promise<string> {
  const asked = new URLSearchParams();
  let isPublic = true;
  const add = async (one: OpenConfig, nameKey: string, configKey: string) => {
    if (isShipped(one)) {
      asked.append(nameKey, one.name);
    } else {
      isPublic = false;
      asked.append(configKey, joined(await packedConfig(one)));
    }
  };
  await add(config, 'model', 'config');
  for (const [key, value] of Object.entries({ length, layers, reading })) {
    if (value !== null) asked.set(key, String(value));
  }
  for (const other of compared) await add(other, 'with', 'withConfig');
  const address = plainAddress(page);
  if (!isPublic) address.hash = asked.toString();
  else for (const [key, value] of asked) address.searchParams.append(key, value);
  return address.href;
}

/** Keeps what the reader has chosen for a reload: a shipped model in the address, another config in the history's entry. */
export function keep(config: OpenConfig, shipped: ShippedModel | null): void {
  const address = plainAddress(location.href);
  if (shipped) address.searchParams.set('model', shipped.name);
  try {
    history.replaceState({ config: shipped ? null : config }, '', address);
  } catch {
    // Browsers refuse what is too large, or comes too often: then a reload shows the first model.
  }
}

/** Opened before this reload. */
export function storedConfig(): OpenConfig | null {
  const { config } = (history.state ?? {}) as { config?: OpenConfig | null };
  return config ?? null;
}
