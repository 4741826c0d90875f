// Runs one program in MicroPython, in a worker without an origin. Through Python's module js a program can reach
// everything in this worker. What it must not reach, the browser keeps from the worker as a whole.
import { loadMicroPython } from '@micropython/micropython-webassembly-pyscript/micropython.mjs';
import { type Failure, maxAnswer, type Message, maxPrinted, short } from './messages.ts';
import { evaluate, run, setUp } from './python.ts';

/** The part of MicroPython that is used here. */
type Python = Awaited<ReturnType<typeof loadMicroPython>>;

const wasmPageBytes = 65536;
const initialHeapBytes = 1024 * 1024;
/** The limit of its memory: a hundred times as much as any exercise needs. */
const maxBytes = 48 * 1024 * 1024;

interface PythonError {
  type: string;
  message: string;
}
const isPythonError = (error: unknown): error is PythonError =>
  error instanceof Error && error.name === 'PythonError';

/** MicroPython reports a wrong indentation at the line above it: this is the next line that is not empty. */
function lineBelow(source: string, line: number): number {
  const lines = source.split('\n');
  const next = lines.findIndex((text, at) => at >= line && text.trim() !== '');
  return next < 0 ? line : next + 1;
}

/** From the traceback: the last line in the program, and the message at the end. */
function failureOf(error: unknown, source: string): Failure {
  if (!isPythonError(error)) return { type: 'Error', message: short(String(error)), line: null };
  const lines = [...error.message.matchAll(/^ {2}File "<program>", line (\d+)/gm)];
  const last = Number(lines[lines.length - 1]?.[1] ?? NaN);
  const text = error.message.replace(/^(Traceback.*| {2}File .*)\n/gm, '').trim();
  const message = text.startsWith(error.type) ? text.slice(error.type.length) : text;
  const line =
    error.type === 'IndentationError' && text.includes('unindent') ? lineBelow(source, last) : last;
  return {
    type: error.type.slice(0, 100),
    message: short(message.replace(/^:\s*/, '')),
    line: Number.isSafeInteger(line) ? line : null,
  };
}

/** Without a limit, MicroPython would use all memory of the machine. */
function limitMemory(refused: () => void): void {
  const grow = WebAssembly.Memory.prototype.grow;
  WebAssembly.Memory.prototype.grow = function (this: WebAssembly.Memory, pages: number) {
    if (this.buffer.byteLength + pages * wasmPageBytes > maxBytes) {
      refused();
      throw new RangeError('no more memory');
    }
    return grow.call(this, pages);
  };
}

/** MicroPython wants to fetch its WebAssembly, but nothing can be fetched here: it gets what the page has fetched. */
async function load(wasm: ArrayBuffer, stdout: (bytes: Uint8Array) => void): Promise<Python> {
  const { fetch } = self;
  self.fetch = () =>
    Promise.resolve(new Response(wasm, { headers: { 'Content-Type': 'application/wasm' } }));
  try {
    const url = 'micropython.wasm';
    return await loadMicroPython({ url, heapsize: initialHeapBytes, linebuffer: false, stdout });
  } finally {
    self.fetch = fetch;
  }
}

/** Sends each line as it is printed, so that the output is there even if the program has to be stopped. */
class Printed {
  private readonly decoder = new TextDecoder();
  private line = '';
  private room = maxPrinted;

  constructor(private readonly say: (message: Message) => void) {}

  take(bytes: Uint8Array): void {
    if (this.room <= 0) return;
    this.line += this.decoder.decode(bytes, { stream: true });
    if (this.line.endsWith('\n') || this.line.length >= this.room) this.flush();
  }

  flush(): void {
    const text = this.line.slice(0, this.room);
    this.line = '';
    this.room -= text.length;
    if (text) this.say({ kind: 'printed', text });
  }
}

async function work(
  port: MessagePort,
  { wasm, source, calls }: { wasm: ArrayBuffer; source: string; calls: readonly string[] },
): Promise<void> {
  const say = (message: Message) => port.postMessage(message);
  const printed = new Printed(say);
  let isFull = false;
  limitMemory(() => {
    if (!isFull) say({ kind: 'full' });
    isFull = true;
  });
  // A program that posts messages without end would keep the page from answering, even once it is stopped: thousands
  // would wait. (It cannot reach the port.)
  Object.defineProperty(self, 'postMessage', { value: undefined, configurable: true });
  // MicroPython's own messages are not for learners.
  for (const name of ['log', 'warn', 'error'] as const) console[name] = () => {};

  let python: Python;
  try {
    python = await load(wasm, (bytes) => printed.take(bytes));
    python.runPython(setUp);
  } catch (error) {
    say({ kind: 'broken', message: short(String(error)) });
    return;
  }
  say({ kind: 'began' });
  try {
    python.globals.set('source', source);
    python.runPython(run);
  } catch (error) {
    printed.flush();
    say({ kind: 'failed', failure: failureOf(error, source) });
    return;
  }
  for (const [index, call] of calls.entries()) {
    say({ kind: 'call', index });
    try {
      python.globals.set('call', call);
      python.runPython(evaluate);
      const text = String(python.globals.get('result'));
      say({ kind: 'answer', index, text: text.slice(0, maxAnswer) });
    } catch (error) {
      say({ kind: 'raised', index, failure: failureOf(error, source) });
    }
  }
  printed.flush();
  say({ kind: 'ended' });
}

self.addEventListener(
  'message',
  ({ data, ports: [port] }: MessageEvent) => {
    if (port) void work(port, data as { wasm: ArrayBuffer; source: string; calls: string[] });
  },
  { once: true },
);
