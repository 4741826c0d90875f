// The training benchmark as others run it: create() makes a model of any size from weights and batches that
// are given; train() is one step on the next batch, infer() one pass.
import createModule from './posenc-bench.mjs';

/**
 * @param {{
 *   cfg: {V: number, D: number, H: number, L: number, T: number, B: number},
 *   flat: Float32Array, x: Int32Array, y: Int32Array,
 * }} work sizes; every weight, in the order of the model's tensors; tokens and targets of some batches
 */
export async function create({ cfg: { V, D, H, L, T, B }, flat, x, y }) {
  const module = await createModule();
  const { value: bytes, error } = module.create(V, D, H, L, T, B, flat, x, y);
  if (error) throw new Error(error.message);
  return {
    /** The loss, whether it is wanted or not: it costs nothing. */
    train: () => module.train(),
    infer: () => module.infer(),
    /** The number of operations of one call of chains of multiplications and additions. */
    runChains: () => module.runChains(),
    info: { bytes },
  };
}
