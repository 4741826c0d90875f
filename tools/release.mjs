// npm run release: everything that is published as one version, with checksums, in build/release.
//   npm run release -- --url https://example.org/lesson/    with the site built for that address, as by npm run build
import { join } from 'node:path';
import { addressOption } from './lib/address.mjs';
import { checkLicense } from './lib/license.mjs';
import { packageSteps } from './lib/lms/steps.mjs';
import { build, packageFolder, releaseFolder, site } from './lib/paths.mjs';
import { main, runSteps } from './lib/steps.mjs';
import {
  addressSite,
  buildCore,
  buildCpp,
  buildSite,
  packSingleFile,
  setUp,
  singleFilePath,
} from './lib/tasks.mjs';
import { toolchain } from './lib/toolchain.mjs';

/** @param {readonly string[]} lms the packages, once they are made @returns {import('./lib/steps.mjs').Step} */
const releaseStep = (lms) => ({
  title: 'Files to download, and their checksums',
  async run(report) {
    // Not before the npm packages are there.
    const { makeRelease } = await import('./lib/release.mjs');
    const { headers: eigen } = await toolchain(report);
    const built = {
      site,
      package: packageFolder,
      command: join(build, 'native/posenc'),
      lms,
      oneFile: singleFilePath,
      eigen,
    };
    const files = await makeRelease(built, releaseFolder);
    return `build/release\n  ${files.join('\n  ')}`;
  },
});

/** @type {import('./lib/steps.mjs').Step} */
const lintStep = {
  title: 'The npm package, as publint and attw see it',
  async run() {
    const { lintPackage } = await import('./lib/release.mjs');
    await lintPackage(releaseFolder);
  },
};

await main(() => {
  checkLicense();
  const addressed = addressSite(addressOption());
  const { check, pack, files } = packageSteps();
  return runSteps([
    ...setUp({ wasm: true, native: true }),
    check,
    ...buildCore,
    buildSite,
    // Before the site gets what only its own address needs, such as title cards.
    pack,
    packSingleFile,
    ...addressed,
    { title: 'posenc command', run: buildCpp('native', ['posenc']) },
    releaseStep(files),
    lintStep,
  ]);
});
