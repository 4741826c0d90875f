// npm run build:bench: the training benchmark for a harness of others, in build/bench.
import { buildBench } from './lib/bench.mjs';
import { main, runSteps } from './lib/steps.mjs';
import { setUp } from './lib/tasks.mjs';

await main(async () => {
  await runSteps([...setUp({ wasm: true }), ...buildBench]);
  console.log(
    'build/bench/adapter.mjs exports create({ cfg, flat, x, y }) -> { train, infer, info }.',
  );
});
