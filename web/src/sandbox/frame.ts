// Runs in the frame without an origin: starts a worker for one program, and passes the port to the page on to it.
import type { Task } from './messages.ts';

addEventListener('message', ({ source, data, ports: [port] }: MessageEvent) => {
  // In a frame that has an origin, a program could use everything of that origin.
  if (source !== parent || source === window || self.origin !== 'null' || !port) return;
  const { python, wasm, ...task } = data as Task;
  const text = new Blob([python], { type: 'text/javascript' });
  const worker = new Worker(URL.createObjectURL(text));
  worker.postMessage({ wasm, ...task }, [port, wasm]);
});
