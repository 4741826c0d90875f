// npm run lighthouse [-- PAGE ...]: Lighthouse's verdict on every page of the built site, or on some, as on a phone. Not
// among the tests, for it times; and not among the packages, for it brings more of them than all others together.
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { browser } from './lib/debian.mjs';
import { site } from './lib/paths.mjs';
import { run, Stop } from './lib/run.mjs';
import { serve } from './lib/serve.mjs';
import { sandboxName } from './lib/site/sandbox.mjs';
import { main, runSteps } from './lib/steps.mjs';
import { buildCore, buildSite, setUp } from './lib/tasks.mjs';

/** The last that Node 20 runs. */
const lighthouse = 'lighthouse@12.8.2';
const least = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 };

/** Some pages by their names, or all. */
const only = process.argv.slice(2);

await main(async () => {
  await runSteps([...setUp({ wasm: true, browser: true }), ...buildCore, buildSite]);
  const folder = mkdtempSync(join(tmpdir(), 'posenc-lighthouse-'));
  // As a host delivers it: packed, where that makes it smaller.
  const delivered = join(folder, 'site');
  cpSync(site, delivered, { recursive: true });
  for (const file of readdirSync(delivered, { recursive: true, encoding: 'utf8' })) {
    if (!/\.(html|css|js|mjs|svg|wasm|txt)$/.test(file)) continue;
    const path = join(delivered, file);
    writeFileSync(`${path}.gz`, gzipSync(readFileSync(path)));
  }
  const { port, close } = await serve(delivered, { packed: true });
  /** @type {string[]} */
  const short = [];
  try {
    // (Search engines do not list the pages for wrong addresses and for frames; the one in which programs run is empty.)
    const pages = readdirSync(site).filter(
      (file) =>
        file.endsWith('.html') &&
        !['404.html', 'embed.html', 'lms.html', sandboxName].includes(file) &&
        (only.length === 0 || only.includes(file.replace('.html', ''))),
    );
    for (const page of pages) {
      const report = join(folder, `${page}.json`);
      await run(
        'npx',
        [
          ...['--yes', lighthouse, `http://127.0.0.1:${port}/${page}`, '--quiet'],
          ...['--output=json', `--output-path=${report}`],
          '--chrome-flags=--headless=new --no-sandbox',
        ],
        { env: { CHROME_PATH: browser() ?? '' }, failure: `Lighthouse failed on ${page}` },
      );
      const { categories } = JSON.parse(readFileSync(report, 'utf8'));
      const scores = Object.entries(least).map(([name, wanted]) => {
        const score = Math.round(categories[name].score * 100);
        if (score < wanted) short.push(`${page}: ${name} ${score}, not ${wanted}`);
        return `${name} ${score}`;
      });
      console.log(`${page}: ${scores.join(', ')}`);
    }
    if (short.length > 0) throw new Stop('a score is too low', short.join('\n'));
    rmSync(folder, { recursive: true });
  } finally {
    await close();
  }
});
