// What Lighthouse says about a page of the built site, as on a phone.
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { spreadOf } from './spread.mjs';
import { browser } from './debian.mjs';
import { build, site } from './paths.mjs';
import { run, Stop } from './run.mjs';
import { serve } from './serve.mjs';
import { sandboxName } from './site/sandbox.mjs';

/** @typedef {'performance' | 'accessibility' | 'best-practices' | 'seo'} Category */
/** @typedef {Record<Category, number>} Scores from 0 to 100 */

/** The last that Node 20 runs. */
const lighthouse = 'lighthouse@12.8.2';

/** What the median of a page's runs must reach. @type {Scores} */
export const goals = { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 };

/**
 * Without a window, Chromium offers a page that has not drawn anything for a few frames only one frame per second: an idle
 * page that could be drawn after 0.3 s was drawn after 1.3 or 2.3 s (https://github.com/GoogleChrome/lighthouse/issues/17148).
 * The last flag makes it wait for the page instead.
 */
const chromeFlags = ['--headless=new', '--no-sandbox', '--run-all-compositor-stages-before-draw'];

/** The whole report of each run, such as `rope-1.json`. */
export const reports = join(build, 'lighthouse');

/** Search engines do not list the pages for wrong addresses and for frames; the one in which programs run is empty. */
const notAudited = ['404.html', 'embed.html', 'lms.html', sandboxName];

/** The names of all pages that are audited. */
export const auditedPages = () =>
  readdirSync(site)
    .filter((file) => file.endsWith('.html') && !notAudited.includes(file))
    .map((file) => file.replace('.html', ''));

/**
 * What the command line asks for: `--runs=N`, and names of pages.
 * @param {string[]} args
 * @returns {{runs: number, pages: string[]}} no pages: all
 */
export function readLighthouseArguments(args) {
  /** @type {{values: {runs: string}, positionals: string[]}} */
  let given;
  try {
    const options = /** @type {const} */ ({ runs: { type: 'string', default: '1' } });
    given = parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    throw new Stop(/** @type {Error} */ (error).message);
  }
  const runs = Number(given.values.runs);
  if (!(Number.isInteger(runs) && runs > 0)) {
    throw new Stop(`--runs must be a whole number from 1 but got "${given.values.runs}"`);
  }
  return { runs, pages: given.positionals };
}

/**
 * Serves a copy of the site as a host delivers it: packed, where that makes a file smaller.
 * @template Result
 * @param {(audit: (page: string) => Promise<Scores>) => Promise<Result>} use
 */
export async function withLighthouse(use) {
  const delivered = mkdtempSync(join(tmpdir(), 'posenc-lighthouse-'));
  mkdirSync(reports, { recursive: true });
  cpSync(site, delivered, { recursive: true });
  for (const file of readdirSync(delivered, { recursive: true, encoding: 'utf8' })) {
    if (!/\.(html|css|js|mjs|svg|wasm|txt)$/.test(file)) continue;
    const path = join(delivered, file);
    writeFileSync(`${path}.gz`, gzipSync(readFileSync(path)));
  }
  const { port, close } = await serve(delivered, { packed: true });
  /** @type {Map<string, number>} */
  const audits = new Map();
  try {
    return await use(async (page) => {
      const nth = (audits.get(page) ?? 0) + 1;
      audits.set(page, nth);
      return audit(`http://127.0.0.1:${port}/${page}.html`, join(reports, `${page}-${nth}.json`));
    });
  } finally {
    await close();
    rmSync(delivered, { recursive: true });
  }
}

/** @param {string} address @param {string} report the file to write @returns {Promise<Scores>} */
async function audit(address, report) {
  await run(
    'npx',
    [
      ...['--yes', lighthouse, address, '--quiet', '--output=json', `--output-path=${report}`],
      `--chrome-flags=${chromeFlags.join(' ')}`,
    ],
    { env: { CHROME_PATH: browser() ?? '' }, failure: `Lighthouse failed on ${address}` },
  );
  const { categories } = JSON.parse(readFileSync(report, 'utf8'));
  const names = /** @type {Category[]} */ (Object.keys(goals));
  return /** @type {Scores} */ (
    Object.fromEntries(names.map((name) => [name, Math.round(categories[name].score * 100)]))
  );
}

/** @param {readonly number[]} values */
function summary(values) {
  const { median, least, most } = spreadOf(values);
  return { median, spread: least === most ? '' : ` (${least} to ${most})` };
}

/**
 * A page's runs in a line, and what in it is below a goal.
 * @param {string} page @param {readonly Scores[]} runs
 * @returns {{line: string, short: string[]}}
 */
export function resultOf(page, runs) {
  const categories = /** @type {[Category, number][]} */ (Object.entries(goals));
  /** @type {string[]} */
  const short = [];
  const cells = categories.map(([name, goal]) => {
    const { median, spread } = summary(runs.map((scores) => scores[name]));
    if (median < goal) short.push(`${page}: ${name} ${median}${spread}, not ${goal}`);
    return `${name} ${median}${spread}`.padEnd(name.length + 18);
  });
  return { line: `${page.padEnd(14)}${cells.join('')}`.trimEnd(), short };
}
