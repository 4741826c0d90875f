// npm start: builds the site and serves it on this machine.
//   npm start -- --port 8000 --base /another/path/
//   npm start -- --offline    pages keep the lesson in the browser, as on any other host
import { readArguments, serveHere } from './lib/local.mjs';
import { main, runSteps } from './lib/steps.mjs';
import { buildCore, buildPreview, buildSite, setUp } from './lib/tasks.mjs';

await main(async () => {
  const options = readArguments(['offline']);
  await runSteps([
    ...setUp({ wasm: true }),
    ...buildCore,
    options.offline ? buildSite : buildPreview,
  ]);
  await serveHere(options);
});
