// npm run build:package: the core as an npm package, in build/package.
import { main, runSteps } from './lib/steps.mjs';
import { buildCore, setUp } from './lib/tasks.mjs';

await main(async () => {
  await runSteps([...setUp({ wasm: true }), ...buildCore]);
  console.log('npm pack ./build/package makes a file that npm install accepts.');
});
