// How soon the page follows a reader on an old phone: the first control of every figure and lab, and of the picture of a
// model's frequencies, is moved step by step, and the controls of every page are pressed, while Chromium runs the page's
// thread at a sixth of this machine's speed.
// (It does not slow workers, nor what paints in other threads: the time of workers counts six times instead.)
import { delaysOf, noteInteractions, useControls } from './interactions.mjs';
import { ofEachPage } from './site-in-chromium.mjs';
import { categories, moveMark, movesIn } from './trace.mjs';

/** @typedef {import('./trace.mjs').Move} Move */
/**
 * @typedef {{name: string, control: string, moves: Move[]}} Figure
 * @typedef {{limit: Figure}} Limit what every move costs at least
 * @typedef {{page: string, delays: import('./interactions.mjs').Delay[]}} Page
 */

export const slower = 6;
/** A phone of the usual width. */
const phone = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2.625,
  isMobile: true,
  hasTouch: true,
  serviceWorkers: /** @type {const} */ ('block'),
};
/** The page in which a move costs the least: nothing but a slider, and a rectangle that follows it. */
const leastPage = `<!doctype html><meta name="viewport" content="width=device-width">
  <input type="range" style="width: 300px" aria-label="slider" oninput="box.setAttribute('x', 2 * value)">
  <svg width="300" height="100"><rect id="box" width="10" height="50" /></svg>`;

/** A picture is shown in time if it does not miss a frame. */
const frameMs = 1000 / 60;

/** What is moved in a figure: what has a grip of its own, else its first slider, which may be of a guess, or a word. */
const controls = ['[role=slider]', 'input[type=range]', 'posenc-word-chips button'];
/** What is drawn anew when a control is moved; on the page of models that is no figure. */
const pictures = 'figure, #picture';
const ready = 'figure[aria-busy=false], [aria-busy=false] #picture';
/** A figure that is not ready after this time is an error. */
const readyMs = 60_000;
/** Steps of a move, and the time for each: the slowest figure is done by then. */
const steps = 16;
const stepMs = 250;

/** @param {readonly number[]} values @param {number} part */
const quantile = (values, part) =>
  [...values].sort((a, b) => a - b)[Math.floor(part * (values.length - 1))] ?? NaN;

/** What a move costs a phone that is slower in all its threads, in milliseconds. @param {Move} move */
export const costOf = ({ page, worker }) => page + slower * worker;

/** @param {import('playwright-core').CDPSession} session @param {number} rate */
const slowDown = (session, rate) => session.send('Emulation.setCPUThrottlingRate', { rate });

/**
 * Moves a control step by step, each once the page rests.
 * @param {import('playwright-core').Page} page @param {import('playwright-core').Locator} control
 * @returns {Promise<Move[]>}
 */
async function moved(page, control) {
  const box = await control.boundingBox();
  if (!box) return [];
  const isSlider = await control.evaluate((one) => one.localName === 'input');
  // A slider from its one end to the other; a grip from where it is.
  const reach = isSlider ? 0.8 * box.width : 120;
  const [x, y] = [box.x + (isSlider ? 0.1 * box.width : box.width / 2), box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.waitForTimeout(stepMs);
  const session = await page.context().newCDPSession(page);
  await slowDown(session, slower);
  const its = page.context().browser();
  await its?.startTracing(page, { categories: [...categories, '__metadata'] });
  for (let n = 1; n <= steps; n++) {
    await page.evaluate((name) => performance.mark(name), moveMark);
    // (Playwright's own move would run a script in the page.)
    await session.send('Input.dispatchMouseEvent', {
      ...{ type: 'mouseMoved', button: 'left', buttons: 1 },
      ...{ x: x + (reach * n) / steps, y },
    });
    await page.waitForTimeout(stepMs);
  }
  const trace = JSON.parse(String(await its?.stopTracing()));
  await slowDown(session, 1);
  await session.detach();
  await page.mouse.up();
  return movesIn(trace.traceEvents, isSlider ? 'input' : undefined);
}

/** Whether a part of the page draws a picture, once its script is there. @param {import('playwright-core').Locator} part */
const hasPicture = (part) =>
  part.evaluate(async (one, pictures) => {
    await customElements.whenDefined(one.localName);
    await /** @type {any} */ (one).updateComplete;
    return (one.shadowRoot?.querySelector(pictures) ?? null) !== null;
  }, pictures);

/** @param {import('playwright-core').Locator} part @returns the first control that is in sight, if any */
async function controlOf(part) {
  for (const name of controls) {
    for (const one of await part.locator(name).all()) if (await one.isVisible()) return one;
  }
  return null;
}

/**
 * The figures of a page that have something to move.
 * @param {import('playwright-core').Page} page @param {string} name
 * @returns {AsyncGenerator<Figure>}
 */
async function* figuresOf(page, name) {
  for (const part of await page.locator('main .part').all()) {
    await page.evaluate(() => dispatchEvent(new WheelEvent('wheel')));
    await part.evaluate((one) => one.scrollIntoView({ block: 'center', behavior: 'instant' }));
    if (!(await hasPicture(part))) continue;
    await part.locator(ready).first().waitFor({ timeout: readyMs });
    await page.waitForTimeout(500);
    const control = await controlOf(part);
    if (!control) continue;
    // In a figure that is taller than the window it may be out of sight.
    await control.evaluate((one) => one.scrollIntoView({ block: 'center', behavior: 'instant' }));
    await page.waitForTimeout(stepMs);
    const moves = await moved(page, control);
    const label = (await control.getAttribute('aria-label')) ?? '';
    yield { name: `${name}#${(await part.getAttribute('id')) ?? ''}`, control: label, moves };
  }
}

/** @param {import('playwright-core').Browser} running @returns {Promise<Limit>} */
async function limitOf(running) {
  const context = await running.newContext(phone);
  const page = await context.newPage();
  await page.setContent(leastPage);
  const moves = await moved(page, page.locator('input'));
  await context.close();
  return { limit: { name: 'a slider and a rectangle', control: 'slider', moves } };
}

/**
 * Each as soon as it is measured: the limit, then the figures of a page and the page itself.
 * @param {{only: readonly string[]}} options some pages by their names, or all
 * @returns {AsyncGenerator<Limit | Figure | Page>}
 */
function measured({ only }) {
  let isFirst = true;
  return ofEachPage(only, async function* (running, name, address) {
    if (isFirst) yield await limitOf(running);
    isFirst = false;
    const context = await running.newContext(phone);
    const page = await context.newPage();
    await page.addInitScript(noteInteractions);
    await page.goto(address);
    yield* figuresOf(page, name);
    await slowDown(await context.newCDPSession(page), slower);
    await useControls(page);
    yield { page: name, delays: await delaysOf(page) };
    await context.close();
  });
}

/** @param {number} value @param {number} width */
const cell = (value, width) => value.toFixed(1).padStart(width);

/** @param {Figure} figure */
function lineOf({ name, control, moves }) {
  const of = (/** @type {(move: Move) => number} */ what, part = 0.5) =>
    quantile(moves.map(what), part);
  const script = (/** @type {Move} */ move) => move.page - move.style - move.layout - move.paint;
  return [
    `${name}, ${control}`.slice(0, 44).padEnd(44),
    cell(of(costOf), 8),
    cell(of(costOf, 0.95), 8),
    cell(of(costOf, 1), 8),
    cell(of(script), 9),
    cell(
      of(({ style }) => style),
      8,
    ),
    cell(
      of(({ layout }) => layout),
      8,
    ),
    cell(
      of(({ paint }) => paint),
      8,
    ),
    cell(
      of(({ worker }) => slower * worker),
      9,
    ),
    cell(
      of(({ elapsed }) => elapsed),
      9,
    ),
  ].join('');
}

/**
 * Measures, and prints a line for each figure and page, and a summary.
 * @param {{only: readonly string[]}} options some pages by their names, or all
 */
export async function showFrames({ only }) {
  console.log(
    `
From a control's move to the changed picture, in milliseconds, on a phone ${slower} times slower. Chromium slows the
page's thread; what workers compute counts ${slower} times; what other threads paint is not in it. "Elapsed" is until the
frame has been handed on: it has waits for the next frame, and workers at full speed.
`,
  );
  console.log(
    `${''.padEnd(44)}  median    95 %     max   script   style  layout   paint   worker  elapsed`,
  );
  /** @type {number[]} */
  const medians = [];
  let limit = NaN;
  for await (const one of measured({ only })) {
    if ('limit' in one) {
      limit = quantile(one.limit.moves.map(costOf), 0.5);
      console.log(lineOf(one.limit));
      continue;
    }
    if ('moves' in one) {
      if (one.moves.length > 0) medians.push(quantile(one.moves.map(costOf), 0.5));
      console.log(one.moves.length > 0 ? lineOf(one) : `${one.name}: nothing moved`);
      continue;
    }
    const [worst] = one.delays;
    const next = worst ? `${worst.duration} ms, ${worst.what}` : 'under 16 ms';
    console.log(
      `${one.page}: Interaction to Next Paint ${next} (${one.delays.length} interactions of 16 ms or more)`,
    );
  }
  const inTime = medians.filter((median) => median <= frameMs).length;
  console.log(
    `\n${inTime} of ${medians.length} figures under ${frameMs.toFixed(1)} ms; all under ${Math.ceil(Math.max(...medians))} ms (medians); no page takes less than ${limit.toFixed(1)} ms`,
  );
}
