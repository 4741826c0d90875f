// What a reader drops, opens or pastes: a config, a part of one, or something else that has a sentence of its own.

/** A config to show. */
export interface OpenConfig {
  /** Of the model or the file. */
  name: string;
  /** Its JSON. */
  text: string;
}

/** A scaling without the model around it: two numbers are missing. */
export interface BareScaling {
  name: string;
  /** Keys of a config: rope_scaling or rope_parameters, and what else was there. */
  keys: Record<string, unknown>;
  /** The base, if it is named. */
  base: number | null;
}

export type Opened = { config: OpenConfig } | { scaling: BareScaling } | { problem: string };

const maxBytes = 1_000_000;

const wanted = 'Open the config.json of the model instead.';
const notConfig = (what: string): string => `This is not a config.json: ${what}. ${wanted}`;

/** Files that lie beside a config.json, by their names. */
const otherFiles: readonly (readonly [RegExp, string])[] = [
  [/\.safetensors$/i, 'a .safetensors file has the weights of a model'],
  [/\.gguf$/i, 'a .gguf file has the weights of a model'],
  [/\.(bin|pt|pth|ckpt|npz|h5|onnx)$/i, 'it looks like the weights of a model'],
  [/\.index\.json$/i, 'an index lists which file has which weights'],
  [/^tokenizer_config\.json$/i, 'tokenizer_config.json is about the tokenizer'],
  [
    /^(tokenizer|vocab|added_tokens|special_tokens_map)\.json$|^tokenizer\.model$/i,
    'it belongs to the tokenizer',
  ],
  [/^generation_config\.json$/i, 'generation_config.json is about sampling'],
  [/^(pre)?processor_config\.json$/i, 'it is about images or sound'],
];

type Dictionary = Record<string, unknown>;

const isDictionary = (value: unknown): value is Dictionary =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What a JSON object is, if it is known not to be a config. */
function otherKind(object: Dictionary): string | null {
  const has = (...keys: string[]) => keys.every((key) => key in object);
  if (has('weight_map')) return 'an index lists which file has which weights';
  if (has('added_tokens', 'model') || has('tokenizer_class')) return 'it belongs to the tokenizer';
  if (has('image_processor_type') || has('feature_extractor_type'))
    return 'it is about images or sound';
  return null;
}

const sizes = ['hidden_size', 'n_embd', 'd_model', 'text_config', 'model_type', 'architectures'];
const scalings = ['rope_scaling', 'rope_parameters'];
const scalingKeys = ['rope_type', 'type', 'factor', 'rope_theta'];

/** A scaling, or a config of which only the scaling was copied. */
function bareScaling(object: Dictionary, name: string): BareScaling | null {
  if (sizes.some((key) => key in object)) return null;
  const baseOf = (dictionary: unknown) =>
    isDictionary(dictionary) && typeof dictionary['rope_theta'] === 'number'
      ? dictionary['rope_theta']
      : null;
  const within = scalings.find((key) => isDictionary(object[key]));
  if (within) return { name, keys: object, base: baseOf(object) ?? baseOf(object[within]) };
  const isScaling = scalingKeys.some((key) => key in object);
  return isScaling ? { name, keys: { rope_scaling: object }, base: baseOf(object) } : null;
}

/** The JSON of a text; undefined where it is none. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Lines copied from the middle of a config have no braces around them. */
const asObject = (text: string): unknown =>
  /^\s*"\w+"\s*:/.test(text) ? parsed(`{${text.trim().replace(/,$/, '')}}`) : undefined;

/** What a text is. (Whether a config can be read, the core says.) */
export function openedText(text: string, name: string): Opened {
  if (text.trim() === '') return { problem: `There is no text in ${name}. ${wanted}` };
  if (new TextEncoder().encode(text).length > maxBytes) return { problem: tooLarge(name) };
  const whole = parsed(text);
  const object = whole ?? asObject(text);
  if (!isDictionary(object)) return { config: { name, text } };
  const other = otherKind(object);
  if (other) return { problem: notConfig(other) };
  const scaling = bareScaling(object, name);
  if (scaling) return { scaling };
  return { config: { name, text: whole === undefined ? JSON.stringify(object) : text } };
}

const tooLarge = (name: string): string =>
  `${name} has more than 1 MB, and a config.json has a few kB. ${wanted}`;

/** Bytes that no text begins with. */
const isBinary = (text: string): boolean => /[\0\ufffd]/.test(text.slice(0, 512));

/** What a file is. */
async function openedFile(file: File): Promise<Opened> {
  const other = otherFiles.find(([pattern]) => pattern.test(file.name));
  if (other) return { problem: notConfig(other[1]) };
  const start = await file.slice(0, 65_536).text();
  if (isBinary(start)) return { problem: notConfig(`${file.name} is not a text`) };
  if (file.size > maxBytes) {
    return /"added_tokens"|"weight_map"/.test(start)
      ? { problem: notConfig('it belongs to the tokenizer, or lists weights') }
      : { problem: tooLarge(file.name) };
  }
  return openedText(await file.text(), file.name);
}

/** What a reader has dropped or chosen. */
export async function openedFiles(files: readonly File[]): Promise<Opened> {
  const [file, ...others] = files;
  if (!file) return { problem: `There is no file in what was dropped. ${wanted}` };
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
  { name, keys }: BareScaling,
  headDim: number,
  base: number,
  longest: number | null,
): OpenConfig {
  const config = {
    hidden_size: headDim,
    num_attention_heads: 1,
    rope_theta: base,
    ...(longest === null ? {} : { max_position_embeddings: longest }),
    ...keys,
  };
  return { name, text: JSON.stringify(config, null, 2) };
}
