/* global document, Worker */
import { loadCore, PosencError } from 'posenc';

const show = (id, text) => (document.getElementById(id).textContent = text);

const worker = new Worker(new URL('./worker.mjs', import.meta.url), { type: 'module' });
worker.addEventListener('message', ({ data }) => show('worker', data));
worker.postMessage(512);

const core = await loadCore();
const options = { dModel: 64, base: 10000, variant: 'paper', layout: 'interleaved' };
const { cols, values } = core.sinusoidalTable(options, Float64Array.of(0, 1, 2));
show('here', values[2 * cols]);
try {
  core.sinusoidalTable({ ...options, dModel: 7 }, Float64Array.of(0));
} catch (error) {
  show('refused', error instanceof PosencError ? `${error.code}: ${error.message}` : error);
}
