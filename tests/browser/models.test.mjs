// The page on real models, used with a config.json: what it shows is what the posenc command says.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { isAccessible } from './accessible.mjs';
import { open as openSite, setWidth, test } from './site.mjs';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('playwright-core').Locator} Locator */

const { step } = test;
const at = 'models.html';
const read = (/** @type {string} */ name) =>
  JSON.parse(readFileSync(`tests/reference/models/${name}.json`, 'utf8'));
/** @type {{name: string, config: object, source: string, certainty: string}[]} */
const shipped = read('models');
/** @type {{name: string, config: unknown, message_names: string}[]} */
const refused = read('refused');
/** @type {{name: string, config: object, notes: string[]}[]} */
const noted = read('notes');
/** @type {{model: string, layer_type: string | null, length: number | null, attention_factor: number, inv_freq: number[]}[]} */
const golden = read('frequencies');

/** What the command says of a model. @param {string} name @param {string[]} options @returns {any} */
function ofTheCommand(name, ...options) {
  const { stdout } = spawnSync('build/native/posenc', ['model', name, '--json', ...options], {
    encoding: 'utf8',
  });
  return JSON.parse(stdout);
}

/** To the twelfth digit: the last may differ, as each build has its own pow. @param {number[]} own @param {number[]} wanted */
function agree(own, wanted) {
  assert.equal(own.length, wanted.length);
  for (const [n, value] of wanted.entries()) {
    const off = Math.abs((own[n] ?? NaN) - value);
    assert.ok(off <= 1e-12 * value, `pair ${n}: ${own[n]}, and not ${value}`);
  }
}

/** @param {Parameters<typeof openSite>[0]} [how] */
async function open({ at: where = at, ...how } = {}) {
  const site = await openSite({ at: where, ...how });
  const models = site.page.locator('posenc-models');
  await models.locator('[aria-busy=false] h2').waitFor();
  return { ...site, models };
}

const shows = (/** @type {Locator} */ models, /** @type {string} */ name) =>
  models.getByRole('heading', { level: 2, name, exact: true }).waitFor();
const trouble = (/** @type {Locator} */ models) => models.locator('#problem[role=alert]');
const search = (/** @type {Locator} */ models) => models.getByRole('combobox').first();

/** @param {Locator} models @param {string} name */
async function choose(models, name) {
  await search(models).fill(name);
  await search(models).press('Enter');
  await shows(models, name);
}

const asFile = (/** @type {unknown} */ config, name = 'config.json') => ({
  name,
  mimeType: 'application/json',
  buffer: Buffer.from(typeof config === 'string' ? config : JSON.stringify(config)),
});

/** @param {Locator} models @param {ReturnType<typeof asFile>} file */
const openFile = (models, file) => models.locator('input[type=file]').setInputFiles(file);

/** Drops files, or a text, on the middle of the page. @param {Page} page @param {{name: string, text: string}[]} files */
const drop = (page, files, text = '') =>
  page.evaluate(
    ({ files, text }) => {
      const dataTransfer = new DataTransfer();
      for (const file of files) dataTransfer.items.add(new File([file.text], file.name));
      if (text) dataTransfer.setData('text/plain', text);
      for (const type of ['dragover', 'drop']) {
        const event = new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer });
        document.querySelector('main')?.dispatchEvent(event);
      }
    },
    { files, text },
  );

/** Pastes outside of any field. @param {Page} page @param {string} text */
const paste = (page, text) =>
  page.evaluate((text) => {
    const clipboardData = new DataTransfer();
    if (text) clipboardData.setData('text/plain', text);
    const event = new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData });
    document.querySelector('main')?.dispatchEvent(event);
  }, text);

/** The frequencies that the page has for programs. @param {Locator} models */
async function frequencies(models) {
  const panel = models.locator('posenc-model-exports');
  await panel.getByLabel('Format').selectOption('json');
  return JSON.parse((await panel.locator('pre').textContent()) ?? '');
}

/** The codes of the notes, in the order of the alphabet. @param {Locator} models */
const codesIn = async (models) =>
  (
    await models
      .locator('[data-note]')
      .evaluateAll((all) => all.map((one) => one.getAttribute('data-note') ?? ''))
  ).sort();

/** Sets the length of the text, until it is drawn. @param {Locator} models @param {number} length */
async function setLength(models, length) {
  const box = models.getByLabel('length of the text', { exact: true });
  await box.fill(String(length));
  await box.press('Enter');
  const drawn = String(length).replace(/\B(?=(\d{3})+$)/g, '\u202f');
  await models.locator('#picture posenc-line-plot').getByText(`text ${drawn}`).waitFor();
}

/** What the page lists under a name. @param {Locator} models @param {string} name */
const fact = async (models, name) =>
  (
    await models
      .locator('tr', { has: models.page().getByRole('rowheader', { name, exact: true }) })
      .first()
      .locator('td')
      .textContent()
  )
    ?.replaceAll(/\s+/g, ' ')
    .trim();

test(
  'a model by its name: numbers as the command has them, each with its key; source and certainty',
  { tag: '@smoke' },
  async () => {
    const { models, hosts } = await open();
    await shows(models, 'Llama-3.1-8B-Instruct');
    assert.match((await models.locator('#headline').textContent()) ?? '', /29 of 64 pairs kept/);
    assert.match(
      (await models.locator('.sub').textContent()) ?? '',
      /32\s+never complete.*25\s+within/s,
    );
    assert.match((await fact(models, 'Base')) ?? '', /^500.000 ?rope_theta$/);
    assert.match((await fact(models, 'Factor')) ?? '', /^8 ?rope_scaling\.factor$/);
    for (const name of ['Llama-3.1-8B-Instruct', 'gpt-oss-120b']) {
      await step(name, async () => {
        if (name !== 'Llama-3.1-8B-Instruct') await choose(models, name);
        const { ropes, notes } = ofTheCommand(name);
        const own = await frequencies(models);
        agree(own.inv_freq, ropes[0].inv_freq);
        agree([own.attention_factor, own.base], [ropes[0].attention_factor, ropes[0].base]);
        assert.deepEqual(
          await codesIn(models),
          notes.map((/** @type {{code: string}} */ { code }) => code).sort(),
        );
        const { source = '' } = shipped.find((one) => one.name === name) ?? {};
        assert.ok((await models.locator('.source').first().textContent())?.includes(source));
      });
    }
    assert.equal(hosts.size, 1, 'nothing is fetched from elsewhere');
  },
);

test('by keyboard: the list opens, moves, chooses and closes; a name that is unknown says so', async () => {
  const { page, models } = await open();
  const field = search(models);
  await field.focus();
  await page.keyboard.press('ArrowDown');
  const options = models.locator('posenc-model-open').getByRole('option');
  assert.equal(await options.count(), shipped.length);
  assert.equal(await field.getAttribute('aria-activedescendant'), 'option-0');
  await page.keyboard.press('Escape');
  assert.equal(await field.getAttribute('aria-expanded'), 'false');
  await page.keyboard.type('bloom');
  assert.equal(await options.count(), 1);
  await page.keyboard.press('Enter');
  await shows(models, 'BLOOM-176B');
  await models.locator('posenc-line-plot[label="Slopes of the heads"] svg').waitFor();
  await page.keyboard.type('no such model');
  await models.getByText('No model of that name is listed').waitFor();
});

test('what is dropped, opened or pasted is shown, or has one sentence beside the control', async () => {
  const { page, models } = await open();
  const [fits] = noted.filter(({ notes }) => notes.length === 0);
  await step('a file that is opened', async () => {
    await openFile(models, asFile(fits?.config, 'mine.json'));
    await shows(models, 'mine.json');
  });
  await step('a file that is dropped', async () => {
    await drop(page, [{ name: 'dropped.json', text: JSON.stringify(fits?.config) }]);
    await shows(models, 'dropped.json');
  });
  await step('a text that is pasted', async () => {
    await paste(page, JSON.stringify(fits?.config));
    await shows(models, 'Pasted config');
  });
  await step(
    'a text that is pasted into the field, where the clipboard cannot be read',
    async () => {
      await openFile(models, asFile(fits?.config, 'mine.json'));
      await shows(models, 'mine.json');
      await models.getByRole('button', { name: 'Paste', exact: true }).click();
      await models.getByLabel('Paste the text').fill(JSON.stringify(fits?.config));
      await models.getByLabel('Paste the text').press('Tab');
      await shows(models, 'Pasted config');
    },
  );
  const two = [1, 2].map((n) => ({ name: `${n}.json`, text: '{}' }));
  /** @type {[string, () => Promise<unknown>, RegExp][]} */
  const wrong = [
    ['several files', () => drop(page, two), /^These are 2 files\./],
    ['an empty clipboard', () => paste(page, ''), /no text on the clipboard/],
    [
      'more than 1 MB',
      () => openFile(models, asFile(`{"a": "${'x'.repeat(1_000_001)}"}`)),
      /larger than 1 MB/,
    ],
    [
      'weights',
      () => openFile(models, asFile('x', 'model.safetensors')),
      /^This is not a config\.json: .*weights/,
    ],
    [
      'weights by their bytes',
      () => openFile(models, asFile('\0\0{"a"', 'config.json')),
      /is not text/,
    ],
    [
      'a tokenizer',
      () => openFile(models, asFile({ added_tokens: [], model: {} }, 'x.json')),
      /tokenizer/,
    ],
    ['no JSON', () => openFile(models, asFile('hello')), /JSON/],
    [
      'deep nesting',
      () => openFile(models, asFile(`${'['.repeat(5000)}${']'.repeat(5000)}`)),
      /nested more than \d+ levels deep/,
    ],
  ];
  for (const [name, does, expected] of wrong) {
    await step(name, async () => {
      await does();
      await trouble(models).getByText(expected).waitFor();
    });
  }
  for (const { name, config, message_names } of refused) {
    await step(name, async () => {
      await openFile(models, asFile(config));
      await trouble(models).getByText(message_names).waitFor();
      await openFile(models, asFile(fits?.config, 'mine.json'));
      await trouble(models).and(page.locator(':empty')).waitFor({ state: 'attached' });
    });
  }
});

test('every frequency of the reference, and every note', async () => {
  const { page, models } = await open();
  let name = '';
  for (const { model, layer_type, length, attention_factor, inv_freq } of golden) {
    await step([model, layer_type, length].filter((part) => part !== null).join(', '), async () => {
      if (model !== name) await choose(models, model);
      name = model;
      if (layer_type !== null) {
        const label = layer_type === 'full_attention' ? 'full attention' : 'sliding window';
        await models.getByRole('radio', { name: label, exact: true }).check();
      }
      if (length !== null) await setLength(models, length);
      const own = await frequencies(models);
      assert.equal(own.layer_type, layer_type);
      agree(own.inv_freq, inv_freq);
      agree([own.attention_factor], [attention_factor]);
    });
  }
  for (const model of ['Phi-3.5-mini-instruct', 'internlm2_5-7b', 'T5-small', 'Whisper-tiny']) {
    await step(`the first place of every plot of ${model}`, async () => {
      await choose(models, model);
      await models.locator('posenc-line-plot svg').first().waitFor();
      for (const plot of await models.getByRole('application').all()) {
        await plot.focus();
        await page.keyboard.press('Home');
        await page.keyboard.press('Home');
        assert.equal(await plot.locator('[x1=NaN], [x2=NaN], [y1=NaN]').count(), 0);
      }
    });
  }
  for (const [n, { name, config, notes }] of noted.entries()) {
    await step(name, async () => {
      await openFile(models, asFile(config, `${n}.json`));
      await shows(models, `${n}.json`);
      assert.deepEqual(await codesIn(models), notes.toSorted());
    });
  }
});

test('a scaling without its model asks for two numbers; a corrected config has no notes left', async () => {
  const { page, models } = await open();
  await paste(
    page,
    '"rope_scaling": {"rope_type": "yarn", "factor": 4.0, "original_max_position_embeddings": 32768},',
  );
  await models.getByLabel('Width of a head').fill('64');
  await models.getByLabel('Base (rope_theta)').fill('1000000');
  await models.getByRole('button', { name: 'Show', exact: true }).click();
  await shows(models, 'Pasted config');
  const { inv_freq, base, head_dim } = await frequencies(models);
  assert.deepEqual([inv_freq.length, base, head_dim], [32, 1_000_000, 64]);
  assert.match((await fact(models, 'Layout of pairs')) ?? '', /depends on the class/);
  // What a base depends on is asked for, too.
  await paste(page, '{"type": "dynamic", "factor": 2.0}');
  await models.getByRole('button', { name: 'Show', exact: true }).click();
  await models.getByText('The longest text must be a number.').waitFor();
  await models.getByLabel('Longest text').fill('4096');
  await models.getByRole('button', { name: 'Show', exact: true }).click();
  await models.getByText('32 pairs, not scaled at this length').waitFor();

  const one = noted.find(({ notes }) => notes.join() === 'factor-and-lengths');
  await openFile(models, asFile(one?.config));
  await models.locator('[data-note=factor-and-lengths] a').waitFor();
  await models.getByRole('button', { name: 'Show it here' }).click();
  await shows(models, 'config.json, corrected');
  assert.equal(await models.locator('[data-note]').count(), 0);
});

test('a link restores a model by its name and a config by what matters of it', async () => {
  const { page, models } = await open();
  await step('a shipped model, with a length and two others', async () => {
    await choose(models, 'Phi-3.5-mini-instruct');
    const compare = models.locator('posenc-model-compare');
    for (const name of ['GPT-J-6B', 'DeepSeek-V3']) {
      await compare.getByRole('combobox').fill(name);
      await compare.getByRole('combobox').press('Enter');
      await compare.getByRole('button', { name: `Remove ${name}` }).waitFor();
    }
    await compare.locator('posenc-line-plot svg').waitFor();
    await setLength(models, 2048);
    const short = ofTheCommand('Phi-3.5-mini-instruct', '--length', '2048').ropes[0];
    await models.getByText('within 2\u202f048 tokens (this text)').waitFor();
    agree((await frequencies(models)).inv_freq, short.inv_freq);
    await models.getByRole('button', { name: 'Copy a link' }).click();
    await page.waitForURL(
      /model=Phi-3\.5-mini-instruct&length=2048&with=GPT-J-6B&with=DeepSeek-V3/,
    );
    await page.reload();
    await shows(models, 'Phi-3.5-mini-instruct');
    await compare.getByRole('button', { name: 'Remove DeepSeek-V3' }).waitFor();
    agree((await frequencies(models)).inv_freq, short.inv_freq);
  });
  await step('a config, without what is not about positions', async () => {
    const mine = {
      ...shipped.find(({ name }) => name === 'gpt-oss-120b')?.config,
      _name_or_path: '/home/secret',
    };
    await openFile(models, asFile(mine, 'mine.json'));
    await shows(models, 'mine.json');
    await models.getByRole('button', { name: 'Copy a link' }).click();
    await page.waitForURL(/#config=[\w-]+\.mine\.json/);
    const link = page.url();
    await page.goto('about:blank');
    await page.goto(link);
    await shows(models, 'mine.json');
    agree((await frequencies(models)).inv_freq, ofTheCommand('gpt-oss-120b').ropes[0].inv_freq);
    assert.ok(
      !(await page.evaluate(() => new URL(location.href).search)),
      'a server does not see the config',
    );
    const kept = await page.evaluate(async () => {
      const packed =
        (new URLSearchParams(location.hash.slice(1)).get('config') ?? '').split('.')[0] ?? '';
      const bytes = Uint8Array.from(
        atob(packed.replaceAll('-', '+').replaceAll('_', '/')),
        (letter) => letter.charCodeAt(0),
      );
      return new Response(
        new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw')),
      ).json();
    });
    assert.ok('rope_scaling' in kept && !('_name_or_path' in kept));
  });
  await step('a config that is kept to compare with', async () => {
    await models.getByRole('button', { name: 'Keep when I open another' }).click();
    await choose(models, 'T5-small');
    await models
      .locator('#picture posenc-line-plot')
      .getByText('encoder', { exact: true })
      .waitFor();
    await models.getByRole('button', { name: 'Remove mine.json' }).waitFor();
    await models.getByRole('button', { name: 'Copy a link' }).click();
    await page.waitForURL(/#model=T5-small&with=.*&withConfig=[\w-]+\.mine\.json/);
    const link = page.url();
    await page.goto('about:blank');
    await page.goto(link);
    await shows(models, 'T5-small');
    await models.getByRole('button', { name: 'Remove DeepSeek-V3' }).waitFor();
    await models.getByRole('button', { name: 'Remove mine.json' }).click();
    await models.getByRole('button', { name: 'Remove mine.json' }).waitFor({ state: 'detached' });
  });
  await step('what is opened outlives a reload', async () => {
    await openFile(models, asFile(noted[0]?.config, 'mine.json'));
    await shows(models, 'mine.json');
    await page.reload();
    await shows(models, 'mine.json');
    await choose(models, 'GPT-J-6B');
    await page.reload();
    await shows(models, 'GPT-J-6B');
  });
  await step('a wrong length, in a link and in the box', async () => {
    await page.goto(`${page.url().split('?')[0]}?model=GPT-J-6B&length=0.5`);
    await shows(models, 'GPT-J-6B');
    await models.getByText('length must be a whole number').waitFor();
    const box = models.getByLabel('length of the text', { exact: true });
    for (const wrong of ['0', '1e300', '12.5']) {
      await setLength(models, 100);
      await box.fill(wrong);
      await box.press('Enter');
      await models.getByText('length must be a whole number').waitFor();
      await models.locator('#picture posenc-line-plot').getByText('text 100').waitFor();
    }
  });
  await step('a damaged link', async () => {
    const link = `${page.url().split('#')[0]}#config=nonsense`;
    await page.goto('about:blank');
    await page.goto(link);
    await trouble(models).getByText('damaged').waitFor();
    await shows(models, 'Llama-3.1-8B-Instruct');
  });
});

test('how other software reads it is drawn; files and a card; 360 px; axe, light and dark', async () => {
  const { page, models } = await open({
    at: `${at}?model=gpt-oss-120b&with=BLOOM-176B&with=gemma-3-1b-it`,
    options: { reducedMotion: 'reduce' },
  });
  await step('another reading', async () => {
    const button = models.locator('[data-reading=rounded-ramp]').getByRole('button');
    await button.click();
    assert.equal(await button.getAttribute('aria-pressed'), 'true');
    await models
      .locator('#picture posenc-line-plot')
      .getByText('rounded ramp', { exact: true })
      .waitFor();
    const plot = models.locator('#picture').getByRole('application');
    await plot.focus();
    // The first key goes to the middle.
    await page.keyboard.press('Home');
    await page.keyboard.press('Home');
    for (let n = 0; n < 17; n++) await page.keyboard.press('ArrowRight');
    const said = (await models.locator('#picture output').textContent()) ?? '';
    assert.match(said, /^pair 17, .*wavelength .* before, .* after; .* rounded ramp/);
    // What is drawn can be taken along, and a link shows it again.
    const drawn = await frequencies(models);
    assert.equal(drawn.read_as, 'rounded ramp');
    await models.getByRole('button', { name: 'Copy a link' }).click();
    await page.waitForURL(/reading=rounded-ramp/);
    await page.reload();
    await models.locator('[data-reading=rounded-ramp] [aria-pressed=true]').waitFor();
    agree((await frequencies(models)).inv_freq, drawn.inv_freq);
    await button.click();
    assert.equal((await frequencies(models)).read_as, undefined);
    await models.locator('posenc-model-exports').getByLabel('Format').selectOption('csv');
  });
  await step('files', async () => {
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
    const { inv_freq: wanted } = ofTheCommand('gpt-oss-120b').ropes[0];
    const csv = await taken('Download');
    assert.equal(csv.name, 'gpt-oss-120b-inv-freq.csv');
    const columns = csv.text
      .trim()
      .split('\r\n')
      .slice(1)
      .map((line) => Number(line.split(',')[1]));
    agree(columns, wanted);
    for (const [format, ending] of [
      ['cpp', '.hpp'],
      ['python', '.py'],
    ]) {
      await models.getByLabel('Format').selectOption(format ?? '');
      const { name, text } = await taken('Download');
      assert.ok(name.endsWith(ending ?? ''));
      const numbers = [...text.matchAll(/^ {4}(.+),$/gm)].map(([, number]) => Number(number));
      agree(numbers, wanted);
    }
    assert.match((await taken('Card (SVG)')).text, /<svg[^>]*>.*gpt-oss-120b/s);
  });
  await step('axe', () => isAccessible(page));
  await step('360 px', async () => {
    await setWidth(page, 360);
    await page.waitForFunction(() => document.documentElement.scrollWidth <= innerWidth);
  });
});

// (How soon it follows is measured: npm run bench -- frames models.)
test('the picture follows each step of the slider', async () => {
  const { models } = await open({ at: `${at}?model=Phi-3.5-mini-instruct` });
  const slider = models.locator('#picture').getByRole('slider').first();
  const plot = models.locator('#picture posenc-line-plot');
  const lengths = new Set();
  await slider.press('Home');
  for (let n = 0; n < 6; n++) {
    const length = Number(
      await models.getByLabel('length of the text', { exact: true }).inputValue(),
    );
    // (With its thousands apart.)
    await plot.getByText(new RegExp(`^text ${[...String(length)].join('\\D?')}$`)).waitFor();
    lengths.add(length);
    await slider.press('ArrowRight');
  }
  assert.equal(lengths.size, 6);
});
