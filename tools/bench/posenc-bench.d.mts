/** The module that build/bench has beside the adapter: cpp/wasm/bench.cpp. */
export default function create(): Promise<{
  create(
    V: number,
    D: number,
    NH: number,
    L: number,
    T: number,
    B: number,
    parameters: Float32Array,
    x: Int32Array,
    y: Int32Array,
  ): { value: { bytes: number; flop: number }; error?: { message: string } };
  train(): number;
  infer(): number;
  runChains(): number;
}>;
