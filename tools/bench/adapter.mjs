// The training benchmark as others run it: create() makes a model of any size; train() is one step on the next
// batch, infer() one pass.
import createModule from './posenc-bench.mjs';

/**
 * @param {{
 *   cfg: {V: number, D: number, H: number, L: number, T: number, B: number},
 *   flat?: Float32Array, x?: Int32Array, y?: Int32Array,
 * }} work sizes; every weight, in the order of the model's tensors; tokens and targets of some batches. Without
 *   these, weights and batches of our own.
 */
export async function create({ cfg: { V, D, H, L, T, B }, flat, x, y }) {
  const module = await createModule();
  const none = { flat: new Float32Array(), x: new Int32Array(), y: new Int32Array() };
  const given = flat && x && y ? { flat, x, y } : none;
  const { value, error } = module.create(V, D, H, L, T, B, given.flat, given.x, given.y);
  if (error) throw new Error(error.message);
  return {
    /** The loss, whether it is wanted or not: it costs nothing. */
    train: () => module.train(),
    infer: () => module.infer(),
    /** How many operations in chains of multiplications and additions one call is. */
    runChains: () => module.runChains(),
    /** `bytes`: all memory of model and optimizer; `flop`: of the matrix products of one step. */
    info: value,
  };
}
