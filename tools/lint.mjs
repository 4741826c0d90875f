// npm run lint: formats, rules, layers, types and plain English.
import { lintSteps } from './lib/lint.mjs';
import { main, runSteps } from './lib/steps.mjs';
import { buildCore, setUp } from './lib/tasks.mjs';

await main(() => runSteps([...setUp({ wasm: true }), ...buildCore, ...lintSteps]));
