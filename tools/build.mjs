// npm run build: the site, ready for any static host, in build/site, and as one archive beside it.
import { main, runSteps } from './lib/steps.mjs';
import { buildCore, buildSite, packSite, setUp } from './lib/tasks.mjs';

await main(() => runSteps([...setUp({ wasm: true }), ...buildCore, buildSite, packSite]));
