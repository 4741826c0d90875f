// npm run build:lms: the site as packages for learning management systems, in build/lms.
//   npm run build:lms -- --standard scorm12 --sections rope,alibi --exercises e13.1:7,quiz:3 --mastery 80
//   npm run build:lms -- --config course.json    the same names, in a JSON file
import { readOptions } from './lib/lms/options.mjs';
import { packageSteps } from './lib/lms/steps.mjs';
import { main, runSteps } from './lib/steps.mjs';
import { buildCore, buildSite, npmPackages, packSite, setUp } from './lib/tasks.mjs';

await main(async () => {
  const { check, pack } = packageSteps(readOptions(process.argv.slice(2)));
  // What is asked for is checked with the npm packages, before all else is brought.
  const needs = setUp({ wasm: true });
  await runSteps([npmPackages, check, ...needs, ...buildCore, buildSite, packSite, pack]);
  console.log('The packages are in build/lms.');
});
