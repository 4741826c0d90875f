// npm run lighthouse [-- --runs=N PAGE ...]: Lighthouse's scores for every page of the built site, or for some, as on a
// phone: the median of N runs (1 without the option), with the least and the most, and which are below the goals in
// tools/lib/lighthouse.mjs. Not among the tests, for it times; and not among the packages, for it brings more of them
// than all others together.
import { relative } from 'node:path';
import {
  auditedPages,
  goals,
  readLighthouseArguments,
  reports,
  resultOf,
  withLighthouse,
} from './lib/lighthouse.mjs';
import { root } from './lib/paths.mjs';
import { Stop } from './lib/run.mjs';
import { main, runSteps } from './lib/steps.mjs';
import { buildCore, buildSite, setUp } from './lib/tasks.mjs';

await main(async () => {
  const { runs, pages } = readLighthouseArguments(process.argv.slice(2));
  await runSteps([...setUp({ wasm: true, browser: true }), ...buildCore, buildSite]);
  const all = auditedPages();
  const unknown = pages.find((page) => !all.includes(page));
  if (unknown !== undefined) {
    throw new Stop(`"${unknown}" is not a page that is audited; these are: ${all.join(', ')}`);
  }
  const chosen = pages.length > 0 ? pages : all;
  await withLighthouse(async (audit) => {
    /** @type {string[]} */
    const short = [];
    for (const page of chosen) {
      const scores = [];
      while (scores.length < runs) scores.push(await audit(page));
      const result = resultOf(page, scores);
      console.log(result.line);
      short.push(...result.short);
    }
    console.log(`\nLighthouse's reports are in ${relative(root, reports)}`);
    const wanted = Object.entries(goals).map(([name, goal]) => `${name} ${goal}`);
    if (short.length > 0) throw new Stop('some medians are below their goals', short.join('\n'));
    console.log(`Pages: ${chosen.length}, runs of each: ${runs}. All reach ${wanted.join(', ')}.`);
  });
});
