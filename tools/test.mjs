// npm test: everything that checks Posenc.
//   npm test -- native browser    some parts of it: tools, lint, native, sanitize, fuzz, wasm, browser, engines
//   npm test -- --changed         what a change against main can fail
import { fuzz, fuzzTargets } from './lib/fuzz.mjs';
import { lintSteps } from './lib/lint.mjs';
import { Stop } from './lib/run.mjs';
import { main, runSteps, sideBySide } from './lib/steps.mjs';
import { browserTests, doctest, nodeTests, sameSuites, total } from './lib/suites.mjs';
import {
  buildCore,
  buildCpp,
  buildSite,
  buildWasmTests,
  configureCpp,
  librariesOfTests,
  packSingleFile,
  setUp,
} from './lib/tasks.mjs';

/** @typedef {import('./lib/steps.mjs').Step} Step */

/**
 * What parts build for themselves, one after the other: each keeps all processors busy.
 * @type {Record<string, Step>}
 */
const builds = {
  native: { title: 'Native build', run: buildCpp('native') },
  sanitize: {
    title: 'Native build by clang, with sanitizers',
    run: buildCpp('sanitize', ['posenc_tests']),
  },
  wasm: buildWasmTests,
};

/** Two at a time, as configuring keeps one processor busy. */
const configuring = sideBySide('Configuring the native builds', [
  { title: 'by GCC', run: configureCpp('native') },
  { title: 'by clang', run: configureCpp('sanitize') },
]);

/** The parts, in the order in which they run. @type {Record<string, Step[]>} */
const parts = {
  tools: [
    { title: 'Tools', run: nodeTests('tools') },
    { title: 'The page, where it needs no browser', run: nodeTests('web') },
  ],
  lint: lintSteps,
  native: [
    doctest('Native test suite', 'native'),
    { title: 'Command line', run: nodeTests('cli') },
  ],
  sanitize: [doctest('Test suite under the address and undefined-behavior sanitizers', 'sanitize')],
  fuzz: [
    { title: 'Native build of the fuzz targets', run: buildCpp('sanitize', fuzzTargets) },
    sideBySide('Fuzz targets', [
      // Two halves, by different seeds, as one takes as long as all the others.
      { title: 'Made-up answers to exercises', run: fuzz('answer', 7_500, 1) },
      { title: 'Other answers', run: fuzz('answer', 7_500, 2) },
      { title: 'Made-up inputs to "posenc eval"', run: fuzz('evaluate', 60_000, 1) },
      { title: 'Made-up results of programs', run: fuzz('nested', 15_000, 1) },
      { title: 'Made-up configs of models', run: fuzz('config', 10_000, 1) },
      { title: 'Made-up texts, checkpoints and options', run: fuzz('train', 2_000, 1) },
    ]),
  ],
  wasm: [
    doctest('The same test suite as WebAssembly, under Node', 'wasm'),
    {
      title: 'Boundary between JavaScript and the core, and its npm package',
      run: nodeTests('wasm'),
    },
  ],
  browser: [{ title: 'The built site in a browser', run: browserTests() }],
  engines: [
    { title: 'The built site in three engines', run: nodeTests('engines', /same bits in .*/) },
  ],
};

/**
 * All that the parts need, each once, then the parts.
 * @param {Set<string>} chosen @param {Record<string, Step[]>} steps of each part
 */
function stepsOf(chosen, steps) {
  const any = (/** @type {string[]} */ ...names) => names.some((name) => chosen.has(name));
  return [
    ...setUp({
      wasm: true,
      native: any('native', 'sanitize', 'fuzz', 'browser', 'engines'),
      clang: any('fuzz', 'sanitize'),
      browser: any('browser'),
      engines: any('engines'),
      python: any('tools', 'native'),
    }),
    ...(any('tools', 'lint', 'wasm', 'browser', 'engines') ? buildCore : []),
    ...(any('browser', 'engines', 'wasm') && !any('native')
      ? [{ title: 'posenc command', run: buildCpp('native', ['posenc']) }]
      : []),
    ...(any('browser', 'engines') ? [buildSite, packSingleFile] : []),
    ...(any('wasm') ? [librariesOfTests] : []),
    ...(chosen.has('native') && chosen.has('sanitize') ? [configuring] : []),
    ...Object.keys(builds)
      .filter((name) => chosen.has(name))
      .flatMap((name) => builds[name] ?? []),
    ...Object.keys(steps)
      .filter((name) => chosen.has(name))
      .flatMap((name) => steps[name] ?? []),
    ...(['native', 'sanitize', 'wasm'].every((name) => chosen.has(name)) ? [sameSuites] : []),
  ];
}

/** What a change against main can fail. */
async function stepsOfChange() {
  // Not before the npm packages are there: it reads imports with TypeScript's own parser.
  const { affectedByChange } = await import('./lib/changed.mjs');
  const { files, parts: affected, browser } = await affectedByChange();
  console.log(`${files.length} changed: ${[...affected].join(', ')}`);
  /** @type {Step[]} */
  const inBrowser = [];
  const chosen = [...browser.files];
  if (chosen.length > 0) {
    inBrowser.push({ title: `In a browser: ${chosen.join(', ')}`, run: browserTests(chosen) });
  }
  if (browser.pages.size > 0) {
    const pages = [...browser.pages];
    const one = browserTests(['every-page.test', '--grep', ` (${pages.join('|')}): `]);
    inBrowser.push({ title: `In a browser: all of ${pages.join(', ')}`, run: one });
  }
  if (browser.smoke) {
    const smoke = browserTests(['--grep', '@smoke']);
    inBrowser.push({ title: 'In a browser: a test of each kind', run: smoke });
  }
  return stepsOf(affected, { ...parts, browser: inBrowser });
}

await main(async () => {
  const given = process.argv.slice(2);
  if (given.length === 1 && given[0] === '--changed') {
    await runSteps(setUp({ wasm: true }));
    await runSteps(await stepsOfChange());
    return;
  }
  const chosen = new Set(given.length > 0 ? given : Object.keys(parts));
  const unknown = [...chosen].find((name) => !(name in parts));
  if (unknown !== undefined) {
    const names = Object.keys(parts).join(', ');
    throw new Stop(`there is no part "${unknown}"; expected --changed, or some of ${names}`);
  }
  await runSteps(stepsOf(chosen, parts));
});
// A step that fails ends the run before this line, with the tests that failed.
if (!process.exitCode) console.log(`\n${total.passed} passed, 0 failed`);
