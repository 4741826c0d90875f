// Whatever a reader drops, opens or pastes: a config, part of one, or something else, which has its own sentence.
import type { ShippedModel } from '../core/api.ts';
import type { PosencError } from '../core/errors.ts';
import { compute } from '../worker/client.ts';

export interface OpenConfig {
  /** Of the model or the file. */
  name: string;
  /** Its JSON. */
  text: string;
}

export const openShipped = ({ name, config }: ShippedModel): OpenConfig => ({ name, text: config });

/** A scaling without the model around it: two numbers are missing. */
export interface BareScaling {
  name: string;
  /** As the reader gave it. */
  text: string;
  /** Keys of a config: rope_scaling or rope_parameters, and what else was there. */
  keys: Record<string, unknown>;
  /** The base, if it is named. */
  base: number | null;
  /** Its type depends on the longest text of the model. */
  needsLongest: boolean;
}

export type Opened = { config: OpenConfig } | { scaling: BareScaling } | { problem: string };

/** The core refuses longer ones, and needs no more of them to say what they are. */
export const maxBytes = 1_000_000;

const wanted = 'Open the model’s config.json instead.';
const notConfig = (what: string): string => `This is not a config.json: ${what}. ${wanted}`;

/** Files beside a config.json that are not text, by their names. (The core knows the others by their keys.) */
const otherFiles: readonly (readonly [RegExp, string])[] = [
  [/\.safetensors$/i, 'a .safetensors file contains a model’s weights'],
  [/\.(bin|pt|pth|ckpt|npz|h5|onnx)$/i, 'it looks like a model’s weights'],
];

type Dictionary = Record<string, unknown>;

const isDictionary = (value: unknown): value is Dictionary =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Keys of whole models. (Meta’s params.json has the last ones.) */
const sizes = [
  ...['hidden_size', 'n_embd', 'd_model', 'text_config', 'model_type', 'architectures'],
  ...['dim', 'n_heads'],
];
const scalings = ['rope_scaling', 'rope_parameters'];
const scalingKeys = [
  ...['rope_type', 'factor', 'rope_theta', 'original_max_position_embeddings'],
  ...['mrope_section', 'xdrope_section', 'long_factor', 'alpha'],
];

/** A scaling, or a config of which only the scaling was copied. */
function bareScaling(object: Dictionary, name: string): Omit<BareScaling, 'text'> | null {
  if (sizes.some((key) => key in object)) return null;
  // (Dictionaries may have one for each kind of layer.)
  const baseOf = (dictionary: unknown): number | null => {
    if (!isDictionary(dictionary)) return null;
    const { rope_theta: base } = dictionary;
    if (typeof base === 'number') return base;
    return Object.values(dictionary).reduce<number | null>(
      (found, inner) => found ?? baseOf(inner),
      null,
    );
  };
  const within = scalings.find((key) => isDictionary(object[key]));
  const keys = within ? object : { rope_scaling: object };
  const scaling = (within ? object[within] : object) as Dictionary;
  if (!within && !scalingKeys.some((key) => key in object)) return null;
  const type = scaling['rope_type'] ?? scaling['type'];
  return {
    name,
    keys,
    base: baseOf(object) ?? baseOf(scaling),
    needsLongest:
      !('max_position_embeddings' in keys) &&
      ['dynamic', 'longrope', 'su'].some((one) => one === type),
  };
}

/** The value of a JSON text; undefined where it is not JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Lines copied from the middle of a config have no braces around them. */
const asObject = (text: string): unknown =>
  /^\s*"\w+"\s*:/.test(text) ? parsed(`{${text.trim().replace(/,$/, '')}}`) : undefined;

/** Texts copied from a page may stand between lines of backquotes. */
const withoutFence = (text: string): string =>
  /^\s*```\w*\n([\s\S]*?)\n```\s*$/.exec(text)?.[1] ?? text;

/** (The core decides whether it can read a config.) */
export function openedText(text: string, name: string): Opened {
  text = withoutFence(text);
  if (text.trim() === '') return { problem: `There is no text in ${name}. ${wanted}` };
  const whole = parsed(text);
  const object = whole ?? asObject(text);
  if (!isDictionary(object)) return { config: { name, text } };
  const scaling = bareScaling(object, name);
  if (scaling) return { scaling: { ...scaling, text } };
  return { config: { name, text: whole === undefined ? JSON.stringify(object, null, 2) : text } };
}

/** Reads a slice of a file. */
const bytesOf = async (
  file: Blob,
  offset: number,
  size: number,
): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await file.slice(offset, offset + size).arrayBuffer());

/** The header of a GGUF file, and RoPE’s factors, as a config. Throws a PosencError for a file that is refused. */
async function ggufConfig(file: File): Promise<OpenConfig> {
  let start = new Uint8Array();
  let tensors = new Uint8Array();
  for (;;) {
    const read = await compute.call('readGguf', start, file.size, tensors);
    if (read.config !== '') return { name: file.name, text: read.config };
    if (read.needed > 0) {
      start = await bytesOf(file, 0, read.needed);
    } else {
      const parts = await Promise.all(
        read.tensors.map(({ offset, size }) => bytesOf(file, offset, size)),
      );
      tensors = new Uint8Array(await new Blob(parts).arrayBuffer());
    }
  }
}

const isBinary = (text: string): boolean => /[\0\ufffd]/.test(text.slice(0, 512));

async function openedFile(file: File): Promise<Opened> {
  const other = otherFiles.find(([pattern]) => pattern.test(file.name));
  if (other) return { problem: notConfig(other[1]) };
  const start = await file.slice(0, 65_536).text();
  if (start.startsWith('GGUF')) {
    try {
      return { config: await ggufConfig(file) };
    } catch (error) {
      return { problem: (error as PosencError).message };
    }
  }
  if (isBinary(start)) return { problem: notConfig(`${file.name} is not text`) };
  return openedText(await file.slice(0, maxBytes + 1).text(), file.name);
}

export async function openedFiles(files: readonly File[]): Promise<Opened> {
  const configs = files.filter(({ name }) => name === 'config.json');
  const [file, ...others] = configs.length > 0 ? configs : files;
  if (!file) return { problem: `What you dropped contains no file. ${wanted}` };
  if (others.length > 0) {
    return { problem: `These are ${files.length} files. Open one config.json at a time.` };
  }
  try {
    return await openedFile(file);
  } catch {
    return { problem: `${file.name} could not be read. Is it a folder? ${wanted}` };
  }
}

/** A scaling as the config of a model whose only head has that width. */
export function withSizes(
  { name, keys }: Pick<BareScaling, 'name' | 'keys'>,
  headDim: number,
  base: number,
  longest: number | null,
): OpenConfig {
  // A base in the dictionary would go first.
  const scalingsWithoutBase = scalings.flatMap((key) => {
    const scaling = keys[key];
    if (!isDictionary(scaling)) return [];
    const rest = Object.entries(scaling).filter(([name]) => name !== 'rope_theta');
    return [[key, Object.fromEntries(rest)] as const];
  });
  const config = {
    ...keys,
    ...Object.fromEntries(scalingsWithoutBase),
    hidden_size: headDim,
    head_dim: headDim,
    num_attention_heads: 1,
    rope_theta: base,
    ...(longest === null ? {} : { max_position_embeddings: longest }),
  };
  return { name, text: JSON.stringify(config, null, 2) };
}
