// The page on real models, used with a config.json. (What the core says of every model and config:
// tests/native/model_config and tests/wasm/models.test.mjs. What is opened, linked and taken along:
// tests/web/model-configs.test.mjs.)
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { loadModels } from '../../build/package/node.js';
import { isAccessible } from './accessible.mjs';
import { open as openSite, test } from './site.mjs';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('playwright-core').Locator} Locator */

const at = 'models.html';
const core = await loadModels();
const shipped = core.shippedModels().models;
/** @type {{name: string, config: object, notes: string[]}[]} */
const noted = JSON.parse(readFileSync('tests/reference/models/notes.json', 'utf8'));
const fits = JSON.stringify(noted.find(({ notes }) => notes.length === 0)?.config);

/** @param {string} name @param {number | null} [length] */
const reportOf = (name, length = null) =>
  core.modelReport(shipped.find((one) => one.name === name)?.config ?? '', length);

/** @param {Parameters<typeof openSite>[0]} [how] */
async function open(how) {
  const site = await openSite({ at, ...how });
  const models = site.page.locator('posenc-models');
  await expect(models.getByRole('heading', { level: 2 }).first()).toBeVisible();
  return { ...site, models };
}

const shows = (/** @type {Locator} */ models, /** @type {string} */ name) =>
  expect(models.getByRole('heading', { level: 2, name, exact: true })).toBeVisible();
const trouble = (/** @type {Locator} */ models) => models.locator('#problem[role=alert]');
const search = (/** @type {Locator} */ models) => models.getByRole('combobox').first();
const plotOf = (/** @type {Locator} */ models) => models.locator('#picture posenc-line-plot');
const lengthBox = (/** @type {Locator} */ models) =>
  models.getByLabel('length of the text', { exact: true });

/** @param {Locator} models @param {string} name */
async function choose(models, name) {
  await search(models).fill(name);
  await search(models).press('Enter');
  await shows(models, name);
}

const asFile = (/** @type {string} */ text, name = 'config.json') => ({
  name,
  mimeType: 'application/json',
  buffer: Buffer.from(text),
});
/** @param {Locator} models @param {ReturnType<typeof asFile>} file */
const openFile = (models, file) => models.locator('input[type=file]').setInputFiles(file);

/** Drops a file on the middle of the page. @param {Page} page @param {string} name @param {string} text */
const drop = (page, name, text) =>
  page.evaluate(
    ([name = '', text = '']) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([text], name));
      for (const type of ['dragover', 'drop']) {
        const event = new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer });
        document.querySelector('main')?.dispatchEvent(event);
      }
    },
    [name, text],
  );

/** Pastes outside of any field. @param {Page} page @param {string} text */
const paste = (page, text) =>
  page.evaluate((text) => {
    const clipboardData = new DataTransfer();
    if (text) clipboardData.setData('text/plain', text);
    const event = new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData });
    document.querySelector('main')?.dispatchEvent(event);
  }, text);

/** The page has the frequencies of a set, or of another reading of it, for programs. @param {Locator} models @param {Iterable<number>} wanted */
async function takes(models, wanted) {
  const panel = models.locator('posenc-model-exports');
  await panel.getByLabel('Format').selectOption('json');
  const frequencies = async () =>
    JSON.parse((await panel.locator('pre').textContent()) ?? '').inv_freq;
  await expect.poll(frequencies).toEqual([...wanted]);
}

test(
  'by keyboard a model is found by its name; its numbers are those of the core, each with its key',
  { tag: '@smoke' },
  async () => {
    const { page, models, hosts } = await open();
    const { keyboard } = page;
    const first = 'Llama-3.1-8B-Instruct';
    await shows(models, first);
    await expect(models.locator('#headline')).toHaveText(/29 kept/);
    await expect(models.locator('.sub')).toHaveText(/32\s+never complete.*25\s+within/s);
    const fact = (/** @type {string} */ name) =>
      models.locator('tr', { has: page.getByRole('rowheader', { name, exact: true }) }).first();
    await expect(fact('Base')).toHaveText(/500.000\s*rope_theta/);
    await expect(fact('Factor')).toHaveText(/8\s*rope_scaling\.factor/);
    const { source = '' } = shipped.find(({ name }) => name === first) ?? {};
    await expect(models.locator('.source').first()).toContainText(source);
    await takes(models, reportOf(first).ropes[0]?.invFreq ?? []);

    const field = search(models);
    await field.focus();
    await keyboard.press('ArrowDown');
    const options = models.locator('posenc-model-open').getByRole('option');
    await expect(options).toHaveCount(shipped.length);
    await expect(field).toHaveAttribute('aria-activedescendant', 'option-0');
    await keyboard.press('Escape');
    await expect(field).toHaveAttribute('aria-expanded', 'false');
    await keyboard.type('bloom');
    await expect(options).toHaveCount(1);
    await keyboard.press('Enter');
    await shows(models, 'BLOOM-176B');
    await expect(
      models.locator('posenc-line-plot[label="Slopes of the heads"] svg').first(),
    ).toBeVisible();
    await keyboard.type('no such model');
    await expect(models.getByText('No model of that name is listed')).toBeVisible();
    await keyboard.press('Escape');
    await choose(models, 'gpt-oss-120b');
    const { ropes, notes } = reportOf('gpt-oss-120b');
    await takes(models, ropes[0]?.invFreq ?? []);
    await expect(models.locator('[data-note]')).toHaveCount(notes.length);
    assert.equal(hosts.size, 1, 'nothing is fetched from elsewhere');
  },
);

/** Nothing is below that could be taken for a result. */
const showsNothing = (/** @type {Locator} */ models) =>
  expect(models.getByRole('heading', { level: 2 })).toHaveCount(0);
const editor = (/** @type {Locator} */ models) => models.getByLabel('Text of the config');

test('what is dropped, opened or pasted is shown, or has one sentence beside the control', async () => {
  const { page, models } = await open();
  await openFile(models, asFile(fits, 'mine.json'));
  await shows(models, 'mine.json');
  await drop(page, 'dropped.json', fits);
  await shows(models, 'dropped.json');
  await paste(page, fits);
  await shows(models, 'Pasted config');
  // Where the clipboard cannot be read, there is a field.
  await drop(page, 'dropped.json', fits);
  await shows(models, 'dropped.json');
  await models.getByRole('button', { name: 'Paste', exact: true }).click();
  await editor(models).fill(fits);
  await shows(models, 'Pasted config');
  await paste(page, '');
  await expect(trouble(models)).toHaveText(/no text on the clipboard/);
  await shows(models, 'Pasted config');

  // Refused by the page, and by the core: what was shown before is not this file's.
  await drop(page, 'model.safetensors', 'x');
  await expect(trouble(models)).toHaveText(/^This is not a config\.json: .*weights/);
  await showsNothing(models);
  await openFile(models, asFile(fits));
  await shows(models, 'config.json');
  await openFile(models, asFile(fits.replace(/"hidden_size": ?\d+/, '"hidden_size": "4096"')));
  await expect(trouble(models)).toHaveText(/^hidden_size must be .* but got "4096"\.$/);
  await showsNothing(models);
  await openFile(models, asFile('{"name": "x", "private": true, "dependencies": {}}'));
  await expect(trouble(models)).toHaveText(
    'This is not a config.json: it is a package.json; open the config.json of a model.',
  );
  await openFile(models, asFile(fits, 'mine.json'));
  await expect(trouble(models)).toHaveText('');
  await shows(models, 'mine.json');

  // A scaling without its model asks for what is missing.
  await paste(page, '{"type": "dynamic", "factor": 2.0}');
  await expect(models.getByLabel('Width of a head')).toBeFocused();
  await models.getByLabel('Width of a head').fill('64');
  await models.getByLabel('Base (rope_theta)').fill('10000');
  await models.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(models.getByText('The longest text must be a number.')).toBeVisible();
  await models.getByLabel('Longest text').fill('4096');
  await models.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(models.getByText('32 pairs, not scaled at this length')).toBeVisible();

  const mistaken = noted.find(({ notes }) => notes.join() === 'factor-and-lengths');
  await openFile(models, asFile(JSON.stringify(mistaken?.config)));
  await expect(models.locator('[data-note=factor-and-lengths] a').first()).toBeVisible();
  const notes = models.getByRole('region', { name: 'Notes' });
  await notes.getByRole('button', { name: 'Show it here' }).click();
  await shows(models, 'config.json, corrected');
  await expect(models.locator('[data-note]')).toHaveCount(0);
  // What is opened outlives a reload.
  await openFile(models, asFile(fits, 'mine.json'));
  await shows(models, 'mine.json');
  await page.reload();
  await shows(models, 'mine.json');
});

test('a link restores models with a length and what they are compared with; a damaged one says so', async () => {
  const { page, models } = await open();
  await choose(models, 'Phi-3.5-mini-instruct');
  const compare = models.locator('posenc-model-compare');
  for (const name of ['GPT-J-6B', 'DeepSeek-V3']) {
    await compare.getByRole('combobox').fill(name);
    await compare.getByRole('combobox').press('Enter');
    await expect(compare.getByRole('button', { name: `Remove ${name}` })).toBeVisible();
  }
  await expect(compare.locator('posenc-line-plot svg').first()).toBeVisible();
  await lengthBox(models).fill('2048');
  await lengthBox(models).press('Enter');
  await expect(plotOf(models).getByText('text 2\u202f048')).toBeVisible();
  const short = reportOf('Phi-3.5-mini-instruct', 2048).ropes[0]?.invFreq ?? [];
  await takes(models, short);
  await models.getByRole('button', { name: 'Copy a link' }).click();
  await page.waitForURL(/model=Phi-3\.5-mini-instruct&length=2048&with=GPT-J-6B&with=DeepSeek-V3/);
  await page.reload();
  await shows(models, 'Phi-3.5-mini-instruct');
  await expect(compare.getByRole('button', { name: 'Remove DeepSeek-V3' })).toBeVisible();
  await takes(models, short);

  await openFile(models, asFile(fits, 'mine.json'));
  await shows(models, 'mine.json');
  await models.getByRole('button', { name: 'Keep when I open another' }).click();
  await choose(models, 'T5-small');
  await expect(plotOf(models).getByText('encoder', { exact: true })).toBeVisible();
  await models.getByRole('button', { name: 'Copy a link' }).click();
  await page.waitForURL(/#model=T5-small&with=.*&withConfig=[\w-]+\.mine\.json/);
  const link = page.url();
  await page.goto('about:blank');
  await page.goto(link);
  await shows(models, 'T5-small');
  await models.getByRole('button', { name: 'Remove mine.json' }).click();
  await expect(models.getByRole('button', { name: 'Remove mine.json' })).toHaveCount(0);

  const plain = link.split(/[?#]/)[0];
  await page.goto(`${plain}?model=GPT-J-6B&length=0.5`);
  await shows(models, 'GPT-J-6B');
  await expect(models.getByText('length must be a whole number')).toBeVisible();
  await lengthBox(models).fill('100');
  await lengthBox(models).press('Enter');
  await expect(plotOf(models).getByText('text 100')).toBeVisible();
  await lengthBox(models).fill('12.5');
  await lengthBox(models).press('Enter');
  await expect(models.getByText('length must be a whole number')).toBeVisible();
  await expect(plotOf(models).getByText('text 100')).toBeVisible();
  await page.goto('about:blank');
  await page.goto(`${plain}#config=nonsense`);
  await expect(trouble(models)).toHaveText(/damaged/);
  await showsNothing(models);
  await choose(models, 'T5-small');
  await expect(trouble(models)).toHaveText('');
});

test('an edit counts while typing; a text that is not JSON has no result, and a way to the place', async () => {
  const { page, models } = await open();
  await openFile(models, asFile(JSON.stringify(JSON.parse(fits), null, 2), 'mine.json'));
  await shows(models, 'mine.json');
  const base = models.getByRole('row', { name: /^Base/ }).first();
  await expect(base).toContainText(/500.000/);
  await models.getByRole('button', { name: 'Edit', exact: true }).click();
  const field = editor(models);
  const text = await field.inputValue();
  assert.deepEqual(JSON.parse(text), JSON.parse(fits));

  // From the first key on, what is below is not this text's.
  const isStale = () =>
    field.evaluate(async (box) => {
      box.dispatchEvent(new Event('input'));
      const models = /** @type {any} */ (document.querySelector('posenc-models'));
      await models.updateComplete;
      return models.shadowRoot.querySelector('.stale[inert] h2') !== null;
    });
  assert.equal(await isStale(), true);
  await expect(models.locator('.stale')).toHaveCount(0);

  // By keys, without leaving the field.
  const select = (/** @type {string} */ part) =>
    field.evaluate((/** @type {HTMLTextAreaElement} */ box, part) => {
      const at = box.value.indexOf(part);
      box.focus();
      box.setSelectionRange(at, at + part.length);
    }, part);
  await select('500000');
  await page.keyboard.type('7');
  await expect(base).toContainText(/Base\s*7\s*rope_theta/);
  await shows(models, 'mine.json, edited');
  await expect(field).toBeFocused();

  const [entry = ''] = /"num_attention_heads": \d+,/.exec(text) ?? [];
  await select(entry);
  await page.keyboard.type(entry.slice(0, -1));
  const lines = text.split('\n');
  const line = lines.findIndex((one) => one.includes(entry)) + 2;
  const next = /"\w+"/.exec(lines[line - 1] ?? '')?.[0] ?? '';
  await expect(trouble(models)).toHaveText(
    `This is not valid JSON: a comma is missing before ${next} (line ${line}, column 3).`,
  );
  await showsNothing(models);
  await models.getByRole('button', { name: `Go to line ${line}` }).click();
  await expect(field).toBeFocused();
  assert.equal(
    await field.evaluate((/** @type {HTMLTextAreaElement} */ box) =>
      box.value.slice(box.selectionStart, box.selectionEnd),
    ),
    next,
  );
  await isAccessible(page, { within: 'posenc-models' });
  // The field's own undo brings all back.
  for (let n = 0; n < 80 && (await field.inputValue()) !== text; n++) {
    await page.keyboard.press('ControlOrMeta+z');
  }
  await expect(base).toContainText(/500.000/);
  await expect(trouble(models)).toHaveText('');

  await field.fill('');
  await showsNothing(models);
  await expect(trouble(models)).toHaveText('');
  // A listed model can be changed, too; choosing one replaces what was typed.
  await choose(models, 'Qwen3-8B');
  await expect(field).toHaveValue(/"model_type": "qwen3"/);
  await expect(models.locator('.source').first()).toHaveText(
    /^\s*A mirror of its makers’ config: tenstorrent/,
  );
  await choose(models, 'Qwen3-8B + YaRN as its docs advise');
  await expect(models.locator('.source').first()).toHaveText(
    /^\s*Config from its makers’ own repository: QwenLM/,
  );
  const [rope] = reportOf('Qwen3-8B + YaRN as its docs advise').ropes;
  await expect(models.locator('#picture')).toContainText(rope?.shortTexts?.message ?? 'none');
});

test('by engine: a column for each; longer texts: arguments to copy, and the changed config is opened', async () => {
  const name = 'gpt-oss-120b';
  const { config = '' } = shipped.find((one) => one.name === name) ?? {};
  const { page, models } = await open({
    at: `${at}?model=${name}`,
    options: { permissions: ['clipboard-read', 'clipboard-write'] },
  });
  const { engines, groups } = core.modelEngines(config, null);
  const table = models.locator('posenc-model-engines').getByRole('table');
  await expect(table.getByRole('columnheader')).toHaveText(
    engines.map(({ title, version }) => `${title}${version}`),
  );
  const letters = engines.map(({ engine }) => {
    const group = groups.findIndex((one) => one.engines.includes(engine));
    assert.ok(group >= 0);
    return 'ABCDEF'.charAt(group);
  });
  const row = table.getByRole('row', { name: 'Computes' });
  await expect(row.getByRole('cell')).toHaveText(letters);

  const serving = models.locator('posenc-model-serving');
  const box = serving.getByLabel('length to reach, in tokens', { exact: true });
  await box.fill('0');
  await box.press('Enter');
  await expect(serving).toContainText(/length must be a whole number/);
  await box.fill('300000');
  await box.press('Enter');
  const { message, flags } = core.modelServing(config, 300000);
  await expect(serving).toContainText(message);
  await serving.getByRole('button', { name: 'Copy the arguments of llama.cpp' }).click();
  await expect(serving).toContainText('Arguments of llama.cpp copied.');
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  assert.equal(copied, flags.find(({ engine }) => engine === 'llama-cpp')?.flags);
  await serving.getByRole('button', { name: 'Show it here' }).click();
  await shows(models, `${name}, for 300000 tokens`);
  await expect(serving.getByText('Arguments of llama.cpp copied.')).toHaveCount(0);
  await expect(models.getByRole('row', { name: 'Claimed length' }).first()).toContainText(
    /300.000/,
  );
});

test('on a phone: how other software reads it, the slider, files and a card; axe, light and dark', async () => {
  const { page, models } = await open({
    at: `${at}?model=gpt-oss-120b&with=BLOOM-176B&with=gemma-3-1b-it`,
    options: { viewport: { width: 360, height: 800 }, reducedMotion: 'reduce' },
  });
  const { ropes, differences } = reportOf('gpt-oss-120b');
  const own = ropes[0]?.invFreq ?? [];
  const rounded = differences.find(({ reading }) => reading === 'rounded-ramp')?.invFreq ?? [];
  const button = models.locator('[data-reading=rounded-ramp]').getByRole('button');
  await button.click();
  await expect(button).toHaveAttribute('aria-pressed', 'true');
  await expect(plotOf(models).getByText('rounded ramp', { exact: true })).toBeVisible();
  await takes(models, rounded);
  const plot = models.locator('#picture').getByRole('application');
  await plot.focus();
  // The first key goes to the middle.
  await page.keyboard.press('Home');
  await page.keyboard.press('Home');
  for (let n = 0; n < 17; n++) await page.keyboard.press('ArrowRight');
  await expect(models.locator('#picture output')).toHaveText(
    /^pair 17, .*wavelength .* before, .* after; .* rounded ramp/,
  );
  await models.getByRole('button', { name: 'Copy a link' }).click();
  await page.waitForURL(/reading=rounded-ramp/);
  await page.reload();
  // The browser goes back to where the page was scrolled, and what is out of sight waits.
  await models.scrollIntoViewIfNeeded();
  await expect(button).toHaveAttribute('aria-pressed', 'true');
  await button.click();
  await takes(models, own);

  const taken = async (/** @type {string} */ name) => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      models.getByRole('button', { name, exact: true }).click(),
    ]);
    return {
      name: download.suggestedFilename(),
      text: readFileSync(await download.path(), 'utf8'),
    };
  };
  const file = await taken('Download');
  assert.equal(file.name, 'gpt-oss-120b-inv-freq.json');
  assert.deepEqual(JSON.parse(file.text).inv_freq, [...own]);
  assert.match((await taken('Card (SVG)')).text, /<svg[^>]*>.*gpt-oss-120b/s);
  await isAccessible(page, { within: 'posenc-models' });
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360);

  // The picture follows each step of the slider.
  await choose(models, 'Phi-3.5-mini-instruct');
  const slider = models.locator('#picture').getByRole('slider').first();
  await slider.press('Home');
  const lengths = new Set();
  for (let n = 0; n < 3; n++) {
    const length = await lengthBox(models).inputValue();
    const drawn = new RegExp(`^text ${[...length].join('\\D?')}$`);
    await expect(plotOf(models).getByText(drawn)).toBeVisible();
    lengths.add(length);
    await slider.press('ArrowRight');
  }
  assert.equal(lengths.size, 3);
});
