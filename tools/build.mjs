// npm run build: the site, ready for any static host, in build/site; beside it, as one archive and as one file.
//   npm run build -- --url https://example.org/lesson/    for that address: title cards, a sitemap, canonical links
import { addressOption } from './lib/address.mjs';
import { main, runSteps } from './lib/steps.mjs';
import {
  addressSite,
  buildCore,
  buildSite,
  packSingleFile,
  packSite,
  setUp,
} from './lib/tasks.mjs';

await main(() => {
  const url = addressOption();
  return runSteps([
    ...setUp({ wasm: true }),
    ...buildCore,
    buildSite,
    ...addressSite(url),
    packSite,
    packSingleFile,
  ]);
});
