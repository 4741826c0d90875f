// Runs a learner's program where it can do no harm, and asks it for results. Each run has a frame and a worker of its
// own (web/src/sandbox): what a program breaks is gone with it, and a program that does not end is ended.
import wasmAddress from '@micropython/micropython-webassembly-pyscript/micropython.wasm?url';
import pythonAddress from '../../../../build/lesson/python.js?url';
import { type Failure, type Message, messageFrom, most_printed } from '../../sandbox/messages.ts';
import { siteFile } from '../site-file.ts';

export type { Failure };

/** So long a program may take. */
export const most_seconds = 2;
/** From its start, in milliseconds: what it takes to end it is part of what is promised. */
const most_time = most_seconds * 1000 - 100;
/** For Python itself to start, once it has been fetched: on a slow phone it takes one. */
const most_start = 30_000;

export type Phase = 'loading' | 'running';

export interface Ran {
  /** By the call: Python's repr of what it gave, or "raise ValueError: what it said"; '' if it was not reached. */
  answers: Record<string, string>;
  /** What calls raised. */
  raised: Record<string, Failure>;
  printed: string;
  /** The program itself came to no end, and no call was tried. */
  error: Failure | null;
  /** It was ended: it took too long, it took too long when no memory was left, or somebody asked for it. */
  stopped: 'time' | 'memory' | 'asked' | null;
  /** The call during which it was; null: the program itself. */
  during: string | null;
}

/** Python could not be brought or started: nothing that a program could do about it. */
export class CannotRun extends Error {}

/** What a run takes, brought once. */
let brought: Promise<{ python: string; wasm: ArrayBuffer }> | null = null;

async function fetched(address: string): Promise<Response> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${response.status} for ${address}`);
  return response;
}

export function bringPython() {
  brought ??= Promise.all([
    fetched(pythonAddress).then((response) => response.text()),
    fetched(wasmAddress).then((response) => response.arrayBuffer()),
  ]).then(([python, wasm]) => ({ python, wasm }));
  return brought.catch((error: unknown) => {
    // Asked again, it may come.
    brought = null;
    throw new CannotRun(
      `Python could not be brought (${(error as Error).message}). It needs the network the first time.`,
    );
  });
}

const sandboxAddress = () => siteFile('sandbox.html');

function openFrame(): Promise<HTMLIFrameElement> {
  const frame = document.createElement('iframe');
  frame.hidden = true;
  frame.title = 'Where Python runs';
  frame.src = sandboxAddress().href;
  const loaded = new Promise<HTMLIFrameElement>((resolve) =>
    frame.addEventListener('load', () => resolve(frame), { once: true }),
  );
  document.body.append(frame);
  return loaded;
}

const seconds = (milliseconds: number) => Math.round(milliseconds / 1000);

/** A run under way. */
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
  /** The calls whose results are there. */
  private readonly given = new Set<number>();
  private isFull = false;

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
    const { python, wasm } = await bringPython();
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
      if (message && !this.isOver) this.take(message);
    };
    this.timer = window.setTimeout(() => {
      this.fail(new CannotRun(`Python did not start within ${seconds(most_start)} seconds.`));
    }, most_start);
    const task = { python, wasm, source, calls: this.calls };
    frame.contentWindow?.postMessage(task, sandboxAddress().origin, [port2]);
  }

  private take(message: Message): void {
    const { answers, raised } = this.result;
    switch (message.kind) {
      case 'began':
        // A program may hold the port as well: it begins once, whatever it says.
        if (this.hasBegun) return;
        this.hasBegun = true;
        clearTimeout(this.timer);
        this.timer = window.setTimeout(() => this.end(this.isFull ? 'memory' : 'time'), most_time);
        this.onPhase('running');
        return;
      case 'call':
        this.result.during = this.calls[message.index] ?? null;
        return;
      case 'printed':
        this.result.printed = (this.result.printed + message.text).slice(0, most_printed);
        return;
      case 'full':
        this.isFull = true;
        return;
      case 'answer':
        if (!this.isFirst(message.index)) return;
        answers[this.calls[message.index] ?? ''] = message.text;
        return;
      case 'raised': {
        if (!this.isFirst(message.index)) return;
        const call = this.calls[message.index] ?? '';
        const { type, message: told } = message.failure;
        raised[call] = message.failure;
        answers[call] = `raise ${type}: ${told}`;
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

  /** Each call has one result, that which came first. */
  private isFirst(index: number): boolean {
    const { size } = this.given;
    return this.given.add(index).size > size;
  }

  /** Nothing of a run is left: with its frame goes its worker, whatever it is doing. */
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
