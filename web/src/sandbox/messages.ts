// What the page and a sandbox say to each other, over a port of their own. (A program that tries hard can get hold of the
// sandbox's end: what comes over it is not to be relied on.)

/** What a sandbox is given: how to run Python, a program, and the calls to evaluate after it. */
export interface Task {
  /** The text of python.worker.ts as it is built, and MicroPython's WebAssembly. */
  python: string;
  wasm: ArrayBuffer;
  source: string;
  calls: readonly string[];
}

/** Why Python gave up; `line` of the program where its traceback ends, if it does there. */
export interface Failure {
  type: string;
  message: string;
  line: number | null;
}

export type Message =
  /** Python is there, and the program begins. */
  | { kind: 'began' }
  /** It runs this call, by its number. */
  | { kind: 'call'; index: number }
  | { kind: 'printed'; text: string }
  /** It asked for more memory than there is, which need not be its end. */
  | { kind: 'full' }
  | { kind: 'answer'; index: number; text: string }
  | { kind: 'raised'; index: number; failure: Failure }
  | { kind: 'failed'; failure: Failure }
  | { kind: 'ended' }
  /** Python itself could not be started. */
  | { kind: 'broken'; message: string };

/** In characters: what a program may print, and what one of its results may be long. (Four times what any task asks for.) */
export const maxPrinted = 4000;
export const maxAnswer = 30_000;
const maxMessage = 2000;

type Values = Record<string, unknown>;
const isObject = (value: unknown): value is Values => typeof value === 'object' && value !== null;
const isText = (value: unknown, longest: number): value is string =>
  typeof value === 'string' && value.length <= longest;

function isFailure(value: unknown): value is Failure {
  return (
    isObject(value) &&
    isText(value['type'], 100) &&
    isText(value['message'], maxMessage) &&
    (value['line'] === null || Number.isSafeInteger(value['line']))
  );
}

/** A message as the page takes it, or null: what a sandbox says is not to be relied on. */
export function messageFrom(value: unknown, calls: number): Message | null {
  if (!isObject(value)) return null;
  const { kind, index, text, failure, message } = value;
  const isCall =
    typeof index === 'number' && Number.isInteger(index) && index >= 0 && index < calls;
  const fits =
    kind === 'began' ||
    kind === 'full' ||
    kind === 'ended' ||
    (kind === 'call' && isCall) ||
    (kind === 'printed' && isText(text, maxPrinted)) ||
    (kind === 'answer' && isCall && isText(text, maxAnswer)) ||
    (kind === 'raised' && isCall && isFailure(failure)) ||
    (kind === 'failed' && isFailure(failure)) ||
    (kind === 'broken' && isText(message, maxMessage));
  return fits ? (value as unknown as Message) : null;
}

/** Cut to what messageFrom() takes. */
export const short = (text: string) =>
  text.length > maxMessage ? `${text.slice(0, maxMessage - 1)}…` : text;
