// Runs a learner's program where it can do no harm, and collects the results of its functions. Each run has its own
// frame and worker (web/src/sandbox), so that no damage remains, and a program that does not end can be stopped.
import wasmAddress from '@micropython/micropython-webassembly-pyscript/micropython.wasm?url';
import pythonAddress from '../../../../build/lesson/python.js?url';
import { type Failure, type Message, messageFrom, maxPrinted } from '../../sandbox/messages.ts';
import { siteFile, siteOrigin } from '../site-file.ts';

export type { Failure };

/** How long a program may take. */
export const maxSeconds = 2;
/** The same in milliseconds from its start, minus the time to stop it. */
const timeLimitMs = maxSeconds * 1000 - 100;
/** How long Python may take to start, once it has been fetched. On a slow phone that is a second. */
const startLimitMs = 30_000;

export type Phase = 'loading' | 'running';

export interface Ran {
  /** By call: Python's repr of its result, or "raise ValueError: the message"; '' if it was not reached. */
  answers: Record<string, string>;
  /** The errors that calls raised. */
  raised: Record<string, Failure>;
  printed: string;
  /** The error of the program itself: then no call was tried. */
  error: Failure | null;
  /** Why it was stopped: it took too long, it took too long after its memory was full, or the learner stopped it. */
  stopped: 'time' | 'memory' | 'asked' | null;
  /** The call during which it was stopped; null for the program itself. */
  during: string | null;
}

/** Python could not be loaded or started, whatever the program. */
export class CannotRun extends Error {}

/** What a run needs, loaded once. */
let loaded: Promise<{ python: string; wasm: ArrayBuffer }> | null = null;

async function fetched(address: string): Promise<Response> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${response.status} for ${address}`);
  return response;
}

export function loadPython() {
  loaded ??= Promise.all([
    fetched(pythonAddress).then((response) => response.text()),
    fetched(wasmAddress).then((response) => response.arrayBuffer()),
  ]).then(([python, wasm]) => ({ python, wasm }));
  return loaded.catch((error: unknown) => {
    // The next attempt may succeed.
    loaded = null;
    throw new CannotRun(
      `Python could not be loaded (${(error as Error).message}). It needs a network connection the first time.`,
    );
  });
}

function openFrame(): Promise<HTMLIFrameElement> {
  const frame = document.createElement('iframe');
  frame.hidden = true;
  frame.title = 'Python sandbox';
  frame.src = siteFile('sandbox.html').href;
  const loaded = new Promise<HTMLIFrameElement>((resolve) =>
    frame.addEventListener('load', () => resolve(frame), { once: true }),
  );
  document.body.append(frame);
  return loaded;
}

const seconds = (milliseconds: number) => Math.round(milliseconds / 1000);

/** A run of a program, from its start to its result. */
export class Run {
  readonly done: Promise<Ran>;
  private readonly result: Ran;
  private resolve: (ran: Ran) => void = () => {};
  private reject: (error: CannotRun) => void = () => {};
  private frame: HTMLIFrameElement | null = null;
  private port: MessagePort | null = null;
  private timer = 0;
  private isOver = false;
  private hasBegun = false;
  /** The calls that have a result. */
  private readonly finished = new Set<number>();
  private isMemoryFull = false;

  constructor(
    source: string,
    private readonly calls: readonly string[],
    private readonly onPhase: (phase: Phase) => void,
  ) {
    this.result = {
      answers: Object.fromEntries(calls.map((call) => [call, ''])),
      raised: {},
      printed: '',
      error: null,
      stopped: null,
      during: null,
    };
    this.done = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
    this.begin(source).catch((error: unknown) => this.fail(error as CannotRun));
  }

  stop(): void {
    this.end('asked');
  }

  private async begin(source: string): Promise<void> {
    this.onPhase('loading');
    const { python, wasm } = await loadPython();
    if (this.isOver) return;
    const frame = await openFrame();
    if (this.isOver) {
      frame.remove();
      return;
    }
    this.frame = frame;
    const { port1, port2 } = new MessageChannel();
    this.port = port1;
    port1.onmessage = ({ data }) => {
      const message = messageFrom(data, this.calls.length);
      if (message && !this.isOver) this.onMessage(message);
    };
    this.timer = window.setTimeout(() => {
      this.fail(new CannotRun(`Python did not start within ${seconds(startLimitMs)} seconds.`));
    }, startLimitMs);
    const task = { python, wasm, source, calls: this.calls };
    frame.contentWindow?.postMessage(task, siteOrigin(), [port2]);
  }

  private onMessage(message: Message): void {
    const { answers, raised } = this.result;
    switch (message.kind) {
      case 'began':
        // A program may have the port, too: only the first message of this kind counts.
        if (this.hasBegun) return;
        this.hasBegun = true;
        clearTimeout(this.timer);
        this.timer = window.setTimeout(
          () => this.end(this.isMemoryFull ? 'memory' : 'time'),
          timeLimitMs,
        );
        this.onPhase('running');
        return;
      case 'call':
        this.result.during = this.calls[message.index] ?? null;
        return;
      case 'printed':
        this.result.printed = (this.result.printed + message.text).slice(0, maxPrinted);
        return;
      case 'full':
        this.isMemoryFull = true;
        return;
      case 'answer':
        if (!this.isFirst(message.index)) return;
        answers[this.calls[message.index] ?? ''] = message.text;
        return;
      case 'raised': {
        if (!this.isFirst(message.index)) return;
        const call = this.calls[message.index] ?? '';
        const { failure } = message;
        raised[call] = failure;
        answers[call] = `raise ${failure.type}: ${failure.message}`;
        return;
      }
      case 'failed':
        this.result.error = message.failure;
        this.end(null);
        return;
      case 'ended':
        this.end(null);
        return;
      case 'broken':
        this.fail(new CannotRun(`Python could not be started: ${message.message}`));
        return;
    }
  }

  /** Whether this is the first result of a call: later ones do not count. */
  private isFirst(index: number): boolean {
    const { size } = this.finished;
    return this.finished.add(index).size > size;
  }

  /** Removes all of the run: its worker ends with its frame, whatever it is doing. False if it was over already. */
  private close(): boolean {
    if (this.isOver) return false;
    this.isOver = true;
    clearTimeout(this.timer);
    this.port?.close();
    this.frame?.remove();
    return true;
  }

  private end(stopped: Ran['stopped']): void {
    if (!this.close()) return;
    this.resolve({ ...this.result, stopped, during: stopped ? this.result.during : null });
  }

  private fail(error: CannotRun): void {
    if (this.close()) this.reject(error);
  }
}
