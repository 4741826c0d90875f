// The messages between the page and a sandbox, over a port of their own. (A determined program can get hold of the
// sandbox's end, so the page does not trust what it receives.)

/** The task of a sandbox: how to run Python, a program, and the calls to evaluate after it. */
export interface Task {
  /** The text of python.worker.ts as it is built, and MicroPython's WebAssembly. */
  python: string;
  wasm: ArrayBuffer;
  source: string;
  calls: readonly string[];
}

/** An error in Python. `line`: the program's line at which the traceback ends; null if it ends elsewhere. */
export interface Failure {
  type: string;
  message: string;
  line: number | null;
}

export type Message =
  /** Python has started, and the program begins. */
  | { kind: 'began' }
  /** The call with this number begins. */
  | { kind: 'call'; index: number }
  | { kind: 'printed'; text: string }
  /** The program asked for more memory than the limit. It may still go on. */
  | { kind: 'full' }
  | { kind: 'answer'; index: number; text: string }
  | { kind: 'raised'; index: number; failure: Failure }
  | { kind: 'failed'; failure: Failure }
  | { kind: 'ended' }
  /** Python itself could not be started. */
  | { kind: 'broken'; message: string };

/** The longest output and the longest result, in characters. (Four times as long as any task needs.) */
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

/** A message from a sandbox, checked because it cannot be trusted; null if it is not one. */
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

/** Cut to the length that messageFrom() accepts. */
export const short = (text: string) =>
  text.length > maxMessage ? `${text.slice(0, maxMessage - 1)}…` : text;
