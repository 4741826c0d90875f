// bench.html: the figures of npm run bench as bars, in one file that needs nothing else.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { join } from 'node:path';
import { build } from './paths.mjs';

/**
 * @typedef {{name: string, value: number, least?: number, most?: number, goal?: number, limit?: number}} Bar `value`: the
 *   median, if it was measured several times; `least` and `most` of these; `goal`: what it should reach, or stay below;
 *   `limit`: what nothing can pass, as the machine or the bytes are
 * @typedef {{title: string, unit: string, digits: number, note?: string, bars: Bar[]}} Chart
 */

/** Where the figures of each part are kept between two runs, as one run need not measure all. */
const kept = join(build, 'bench/charts.json');
/** The names of most bars are no longer. */
const nameWidth = 50;
export const benchPage = join(build, 'bench.html');

/** @param {string} text */
const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/**
 * A bar of what was measured several times.
 * @param {readonly number[]} values @param {Omit<Bar, 'value'>} about @returns {Bar}
 */
export function barOf(values, about) {
  const sorted = values.toSorted((a, b) => a - b);
  const value = sorted[sorted.length >> 1] ?? NaN;
  return { ...about, value, least: sorted[0] ?? NaN, most: sorted.at(-1) ?? NaN };
}

/** What stands above the lines of a chart. @param {Chart} chart */
export const headText = ({ title, unit, note }) => `\n${title}, ${unit}${note ? ` · ${note}` : ''}`;

/** @param {Chart} chart @param {Bar} bar */
export function barText({ digits }, { name, value, least, most }) {
  const spread =
    least === undefined || most === undefined
      ? ''
      : ` (${least.toFixed(digits)} to ${most.toFixed(digits)})`;
  return `${name.padEnd(nameWidth)}${value.toFixed(digits).padStart(10)}${spread}`;
}

/** The same as lines of text. @param {Chart} chart */
export const chartText = (chart) =>
  [headText(chart), ...chart.bars.map((bar) => barText(chart, bar))].join('\n');

/** @param {Chart} chart @param {Bar} bar @param {number} longest */
function barHtml({ unit, digits }, { name, value, least, most, goal, limit }, longest) {
  const share = (/** @type {number} */ of) => `${((100 * of) / longest).toFixed(2)}%`;
  const spread =
    least !== undefined && most !== undefined
      ? ` <small>${least.toFixed(digits)} to ${most.toFixed(digits)}</small>`
      : '';
  const mark = (/** @type {string} */ kind, /** @type {number | undefined} */ at) =>
    at === undefined ? '' : `<i class="${kind}" style="left:${share(at)}"></i>`;
  const marks = mark('goal', goal) + mark('limit', limit);
  const rounded = (/** @type {number} */ number) => Number(number.toFixed(digits));
  const named = [
    ...(goal === undefined ? [] : [`goal ${rounded(goal)}`]),
    ...(limit === undefined ? [] : [`limit ${rounded(limit)}`]),
  ];
  const aim = named.length > 0 ? ` <small>(${named.join(', ')})</small>` : '';
  return `<tr><th scope="row">${escaped(name)}</th><td><div class="bar"><b style="width:${share(value)}"></b>${marks}</div></td>
<td>${value.toFixed(digits)} ${escaped(unit)}${spread}${aim}</td></tr>`;
}

/** @param {Chart} chart */
function chartHtml(chart) {
  const longest = Math.max(
    ...chart.bars.map(({ value, goal, limit }) => Math.max(value, goal ?? 0, limit ?? 0)),
  );
  const note = chart.note ? `<p>${escaped(chart.note)}</p>` : '';
  const rows = chart.bars.map((bar) => barHtml(chart, bar, longest)).join('\n');
  return `<section><h2>${escaped(chart.title)}</h2>${note}<table>${rows}</table></section>`;
}

const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
table { width: 100%; border-spacing: 0 0.25rem; }
th { font-weight: normal; text-align: left; width: 38%; overflow-wrap: anywhere; }
td { white-space: nowrap; }
td:nth-child(2) { width: 36%; padding: 0 0.75rem; }
.bar { position: relative; height: 0.9em; background: color-mix(in srgb, CanvasText 10%, Canvas); }
.bar b { display: block; height: 100%; background: light-dark(#2b66c4, #7fb0ff); }
.bar i { position: absolute; top: -0.2em; bottom: -0.2em; width: 2px; background: CanvasText; }
.bar i.limit { width: 0; background: none; border-left: 2px dotted CanvasText; }
small { opacity: 0.75; }
@media (width < 40rem) { tr, th, td { display: block; width: auto; } td:nth-child(2) { width: auto; padding: 0; } }
`;

/** @returns {Record<string, Chart[]>} */
function keptCharts() {
  try {
    return JSON.parse(readFileSync(kept, 'utf8'));
  } catch {
    return {};
  }
}

/** @param {Chart[]} charts */
export function pageOf(charts) {
  const machine = `${cpus()[0]?.model ?? 'unknown processor'}, ${availableParallelism()} processors`;
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Posenc: speed and sizes</title><style>${style}</style>
<h1>Speed and sizes</h1>
<p>Measured on ${escaped(machine)}. A bar is a median; a vertical line is a goal, a dotted one a limit of the machine or of the bytes.</p>
${charts.map(chartHtml).join('\n')}
</html>
`;
}

/**
 * Writes the page anew, with these charts instead of those that the same part had.
 * @param {string} part a part of npm run bench @param {Chart[]} charts
 */
export function writeBenchPage(part, charts) {
  const all = { ...keptCharts(), [part]: charts };
  mkdirSync(join(build, 'bench'), { recursive: true });
  writeFileSync(kept, JSON.stringify(all));
  writeFileSync(benchPage, pageOf(Object.values(all).flat()));
  console.log('\nbuild/bench.html shows these figures as bars.');
}
