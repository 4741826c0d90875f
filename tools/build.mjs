// npm run build: the site, ready for any static host, in build/site.
import { main, runSteps } from './lib/steps.mjs';
import { buildCore, buildSite, setUp } from './lib/tasks.mjs';

await main(() => runSteps([...setUp({ wasm: true }), ...buildCore, buildSite]));
