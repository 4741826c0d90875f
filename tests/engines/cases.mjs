// What is done with the built site in each engine: a part of what tests/browser does in Chromium.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { loadClaims, loadExercises, loadModels } from '../../build/package/node.js';
import { serve } from '../../tools/lib/serve.mjs';
import { deep, every } from './deep.mjs';
import { reportedToAnLms } from './lms.mjs';
import { pages, walk } from './walk.mjs';

/** @typedef {import('./driver.mjs').Page} Page */
/** @typedef {(page: Page, address: string) => Promise<void>} Case a page, and where the site is served */

/** Scrolls to an element, and waits until it is there. @param {Page} page @param {string} path */
const shown = (page, path) =>
  page.waitFor(
    path,
    (path) => {
      // As a reader who scrolls, and again while what comes to life above moves it.
      dispatchEvent(new WheelEvent('wheel'));
      deep(path.split('>>>')[0] ?? '')?.scrollIntoView({ behavior: 'instant' });
      return deep(path) !== undefined;
    },
    path,
  );

/** The outcomes that a page marks its answers with. @param {Page} page @param {string} path @param {string} by */
const outcomes = async (page, path, by) =>
  new Map(
    await page.evaluate(
      (path, by) =>
        every(path).map(
          (one) =>
            /** @type {const} */ ([one.getAttribute(by) ?? '', one.getAttribute('data-outcome')]),
        ),
      path,
      by,
    ),
  );

/** Figures of one page, and its exercise. @type {Case} */
export async function onePageWorks(page, address) {
  await page.goto(`${address}sinusoidal.html`);
  assert.ok((await walk(page)) >= 5);
  await exerciseGraded(page, address);
}

/** @type {Case} */
async function everyPageAlive(page, address) {
  let parts = 0;
  for (const file of pages) {
    await page.goto(address + file);
    parts += await walk(page);
    assert.deepEqual(await page.errors(), [], file);
  }
  assert.ok(pages.length >= 20 && parts >= 100, `${pages.length} pages with ${parts} parts`);
}

/** @type {Case} */
async function exerciseGraded(page, address) {
  const answers = {
    'PE(0)[0]': '0',
    'PE(5)[0]': '-0,959',
    'PE(5)[1]': '0.28',
    'PE(5)[2]': 'sin(0.5)',
    'PE(6)[0]': 'sin(6',
    'PE(0).PE(1)': '0.7',
  };
  const exercise = 'posenc-exercise >>>';
  await page.goto(`${address}sinusoidal.html`);
  await shown(page, `${exercise} button[type=submit]:enabled`);
  for (const [item, text] of Object.entries(answers)) {
    await page.fill(`${exercise} [data-item="${item}"] input`, text);
  }
  const status = `${exercise} .points [role=status]`;
  const before = await page.text(status);
  await page.press('Enter');
  await page.waitFor(
    'the grade',
    (path, before) => deep(path)?.textContent?.trim() !== before,
    ...[status, before],
  );
  const { items, score } = (await loadExercises()).gradeExercise('e13.1', 0, answers);
  const marked = await outcomes(page, `${exercise} [data-item][data-outcome]`, 'data-item');
  for (const { item, outcome } of items) {
    if (item in answers) assert.equal(marked.get(item), outcome, item);
  }
  assert.ok(score > 0 && (await page.text(status)).startsWith(`${score} of ${items.length}`));
}

/** The editor indents: lines are typed from their first letter. */
const programs = {
  wrong: `def sinusoidal_encoding(positions, d, base):
return [[0] * d]`,
  right: `from math import cos, sin
def sinusoidal_encoding(positions, d, base=1e4):
if d % 2: raise ValueError
return [[[sin, cos][j % 2](p / base ** (j // 2 * 2 / d)) for j in range(d)] for p in range(positions)]`,
};

/** @type {Case} */
async function programRun(page, address) {
  const exercise = 'posenc-code[name=code-sinusoidal] >>>';
  await page.goto(`${address}exercises.html`);
  await shown(page, `${exercise} [data-case]`);
  await page.click(`${exercise} button "Open the editor"`);
  for (const [kind, program] of Object.entries(programs)) {
    await page.fill(`${exercise} .cm-content`, program);
    const lines = await page.evaluate(
      (path) => every(path).map((line) => line.textContent),
      `${exercise} .cm-line`,
    );
    const head = program.split('\n').findIndex((line) => line.endsWith(':'));
    assert.deepEqual(
      lines,
      program.split('\n').map((line, n) => (n > head ? `    ${line}` : line)),
    );
    await page.click(`${exercise} button "Run the tests"`);
    await page.waitFor(
      `the program to be ${kind}`,
      (exercise, kind) => {
        const status = deep(`${exercise} .points [role=status]`)?.textContent?.trim() ?? '';
        const [, passed, all] = /^(\d+) of (\d+) tests passed/.exec(status) ?? [];
        const isIdle = deep(`${exercise} button[type=submit]:enabled`);
        return isIdle && passed && (passed === all) === (kind === 'right');
      },
      ...[exercise, kind],
    );
    const all = [...(await outcomes(page, `${exercise} [data-case]`, 'data-case')).values()];
    assert.ok(all.length >= 4);
    const isRight = all.every((outcome) => outcome === 'right');
    assert.equal(isRight, kind === 'right', all.join());
  }
}

/** An option of a question that is right or is not, as written. @param {string} question @param {boolean} right */
function option(question, right) {
  const text = readFileSync('web/lesson/13-exercises.md', 'utf8');
  const [, inner = ''] =
    new RegExp(`<section data-question="${question}">([\\s\\S]*?)</section>`).exec(text) ?? [];
  const all = [...inner.matchAll(/<details data-option="([^"]+)">[\s\S]*?\*\*(Right|No)\.\*\*/g)];
  return all.find(([, , verdict]) => (verdict === 'Right') === right)?.[1] ?? '';
}

/** @type {Case} */
async function quizAnswered(page, address) {
  const quiz = 'posenc-quiz >>>';
  await page.goto(`${address}exercises.html`);
  await shown(page, `${quiz} .question[data-asked]`);
  for (const right of [false, true]) {
    const question = await page.evaluate(
      (path) => deep(path)?.getAttribute('data-asked') ?? '',
      `${quiz} .question`,
    );
    await page.click(`${quiz} .sure label "fairly sure"`);
    await page.click(`${quiz} .options input[value="${option(question, right)}"]`);
    await page.click(`${quiz} button "Check"`);
    await shown(page, `${quiz} .verdicts`);
    assert.equal(await page.text(`${quiz} .chosen .what b`), right ? '✓ Yes.' : '✕ Not quite.');
    await page.click(`${quiz} .next`);
    await page.waitFor('the next question', (path) => !deep(path), `${quiz} .verdicts`);
  }
}

/** What the page hands over as a file, kept from being one. @param {Page} page @param {string} button */
async function exported(page, button) {
  await page.evaluate(() => {
    HTMLAnchorElement.prototype.click = () => {};
    URL.createObjectURL = (blob) => {
      Reflect.set(globalThis, 'handedOver', /** @type {Blob} */ (blob).text());
      return 'blob:';
    };
  });
  await page.click(button);
  return page.waitFor(
    'the exported file',
    async () => /** @type {string} */ (await Reflect.get(globalThis, 'handedOver')),
  );
}

/** @type {Case} */
async function labTrained(page, address) {
  const lab = '#lab-1 >>>';
  await page.goto(
    `${address}train.html?lab-1.seeds=1&lab-1.steps=50&lab-1.schemes=rope+alibi#lab-1`,
  );
  await shown(page, `${lab} figure[aria-busy=false]`);
  await page.click(`${lab} button "Train without a guess"`);
  await page.waitFor('the end of the training', () =>
    every('#lab-1 >>> [role=status]').some((one) =>
      one.textContent?.trim().startsWith('Finished.'),
    ),
  );
  await page.click(`${lab} button "Link and data"`);
  const text = await exported(page, `${lab} button "Whole run (JSON)"`);
  const { runs } = JSON.parse(text);
  assert.deepEqual(
    runs.map((/** @type {any} */ { options, losses }) => [options.scheme, losses.length]),
    [
      ['rope', 50],
      ['alibi', 50],
    ],
  );
  const folder = mkdtempSync(join(tmpdir(), 'posenc-run-'));
  try {
    writeFileSync(join(folder, 'run.json'), text);
    const said = execFileSync('build/native/posenc', [
      ...['train', '--repeat', join(folder, 'run.json')],
    ]);
    assert.match(String(said), /^2 runs repeated: all equal$/m);
  } finally {
    rmSync(folder, { recursive: true });
  }
  await page.reload();
  await shown(page, `${lab} figure[aria-busy=false]`);
  await page.waitFor('the kept run', () =>
    every('#lab-1 >>> .note').some((note) =>
      note.textContent?.startsWith('Trained in this browser on'),
    ),
  );
}

/** A host of its own, which can be switched off. @type {Case} */
async function storedOffline(page) {
  const base = '/some/course/';
  const { port, close } = await serve('build/site', { at: [base] });
  const address = `http://127.0.0.1:${port}${base}`;
  try {
    await page.goto(`${address}about.html`);
    await page.waitFor('the site to be kept', () =>
      document.body.textContent?.includes('Saved for offline use.'),
    );
  } finally {
    await close();
  }
  await assert.rejects(fetch(address));
  await page.reload();
  assert.match(await page.text('h1'), /./);
  await page.goto(`${address}sinusoidal.html`);
  assert.ok((await walk(page)) >= 5);
}

/** @type {Case} */
async function customFormula(page, address) {
  const core = await loadClaims();
  const own = 'posenc-own >>>';
  await page.goto(`${address}own.html`);
  await shown(page, `${own} section[aria-busy=false]`);
  const formula = 'cos(pos/(i + 1))';
  await page.fill(`${own} textarea`, formula);
  for (const { id, text } of core.ownEncoding(formula, 16, 64).invariants) {
    await shown(page, `${own} li[data-invariant=${id}] .text "${text}"`);
  }
  const bad = 'sin(pos) + x';
  let message = '';
  try {
    core.ownEncoding(bad, 16, 64);
  } catch (error) {
    message = /** @type {Error} */ (error).message;
  }
  await page.fill(`${own} textarea`, bad);
  await page.waitFor(
    'what is wrong with a formula',
    (path) => deep(path)?.textContent?.trim(),
    `${own} #problem`,
  );
  assert.notEqual(message, '');
  // While typing, its beginning is wrong as well.
  await page.waitFor(
    `"${message}" beside the formula`,
    (path, message) => deep(path)?.textContent?.trim() === message,
    ...[`${own} #problem`, message],
  );
}

/** @type {Case} */
async function realModel(page, address) {
  const models = await loadModels();
  const shipped = models.shippedModels().models.find(({ name }) => name === 'DeepSeek-V3');
  const config = shipped?.config ?? '';
  const [rope] = models.modelReport(config, null).ropes;
  const frequencies = async () =>
    (await page.evaluate((path) => deep(path)?.textContent ?? '', 'posenc-model-exports >>> pre'))
      .trim()
      .split('\r\n')
      .slice(1)
      .map((line) => Number(line.split(',')[1]));
  await page.goto(`${address}models.html?model=DeepSeek-V3`);
  await shown(page, 'posenc-models >>> h2 "DeepSeek-V3"');
  assert.deepEqual(await frequencies(), [...(rope?.invFreq ?? [])]);

  const packed = deflateRawSync(config).toString('base64url');
  await page.goto(`${address}models.html#config=${packed}.mine.json`);
  await shown(page, 'posenc-models >>> h2 "mine.json"');
  assert.deepEqual(await frequencies(), [...(rope?.invFreq ?? [])]);
}

/** @type {Record<string, Case>} */
export const cases = {
  'every page is alive': everyPageAlive,
  'answers to E13.1 are graded as the core grades them': exerciseGraded,
  'a program is typed and run: wrong, then right': programRun,
  'a question of the quiz, wrong and right': quizAnswered,
  'a lab trains what the command repeats to the bit, and keeps it': labTrained,
  'after one visit the site works without a network': storedOffline,
  'an own formula, and what is none': customFormula,
  'a real model by its name, and a config in a link': realModel,
  'in a learning management system, work is reported and comes back': reportedToAnLms,
};
