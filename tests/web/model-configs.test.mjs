// A reader's config on the page of models, without the page: what was opened, the link to it, and what can be taken along.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { runnerImport } from 'vite';
import { ggufFile } from '../../tools/lib/gguf-file.mjs';
import { core } from './with-core.mjs';

/** @type {typeof import('./model-parts.mjs')} */
const models = /** @type {any} */ (
  (await runnerImport('./tests/web/model-parts.mjs', { logLevel: 'error' })).module
);
const { openedFiles, openedText, withSizes } = models;

/** @param {string} name @returns {any[]} */
const reference = (name) => JSON.parse(readFileSync(`tests/reference/models/${name}.json`, 'utf8'));

/** @type {{name: string, config: string}[]} */
const shipped = core['shippedModels']().models;
const configOf = (/** @type {string} */ name) =>
  shipped.find((one) => one.name === name)?.config ?? assert.fail(name);
/** @returns {import('../../build/package/node.js').ModelReport} */
const reportOf = (/** @type {string} */ text, /** @type {number | null} */ length = null) =>
  core['modelReport'](text, length);

const file = (/** @type {string} */ text, name = 'config.json') => new File([text], name);
const fits = JSON.stringify(reference('notes').find(({ notes }) => notes.length === 0).config);

test('a file or a text that is a config is opened under its name', async () => {
  assert.deepEqual(await openedFiles([file(fits, 'mine.json')]), {
    config: { name: 'mine.json', text: fits },
  });
  // Of the files of a folder, the one that is called so.
  assert.deepEqual(await openedFiles([file('{}', 'vocab.json'), file(fits)]), {
    config: { name: 'config.json', text: fits },
  });
  assert.deepEqual(openedText(`\`\`\`json\n${fits}\n\`\`\``, 'x'), {
    config: { name: 'x', text: fits },
  });
});

test('what is not a config has a sentence of its own', async () => {
  const [one, two] = [file('{}', '1.json'), file('{}', '2.json')];
  /** @type {[File[], RegExp][]} */
  const wrong = [
    [[], /^What you dropped contains no file\./],
    [[one, two], /^These are 2 files\. Open one config\.json at a time\.$/],
    [[file(' ')], /^There is no text in config\.json\./],
    [
      [file('x', 'model.safetensors')],
      /^This is not a config\.json: a \.safetensors file contains a model’s weights\./,
    ],
    [[file('x', 'pytorch_model.bin')], /weights/],
    [[file('\0\0{"a"')], /: config\.json is not text\./],
  ];
  for (const [files, said] of wrong) {
    const opened = await openedFiles(files);
    assert.ok('problem' in opened, String(said));
    assert.match(opened.problem, said);
  }
});

test('a GGUF file is read by slices, and has the numbers of its keys', async () => {
  const keys = {
    ...{ block_count: 2, embedding_length: 512, 'attention.head_count': 4, context_length: 8192 },
    'rope.freq_base': { float: 500000 },
  };
  const tensors = [{ name: 'rope_freqs.weight', values: Array(64).fill(2) }];
  const opened = await openedFiles([new File([ggufFile('llama', keys, tensors)], 'my.gguf')]);
  assert.ok('config' in opened);
  assert.equal(opened.config.name, 'my.gguf');
  const [rope] = reportOf(opened.config.text).ropes;
  assert.deepEqual([rope?.base.value, rope?.invFreq[0]], [500000, 0.5]);
  assert.equal(rope?.base.from, 'llama.rope.freq_base');
  // It can be linked to, as every config.
  const kept = JSON.parse(await models.relevantPart(opened.config));
  assert.deepEqual(reportOf(JSON.stringify(kept)), reportOf(opened.config.text));

  const damaged = await openedFiles([new File(['GGUF\x09\0\0\0'], 'bad.gguf')]);
  assert.ok('problem' in damaged);
  assert.match(damaged.problem, /version/);
});

test('whether two models turn positions alike, in words', () => {
  const said = (/** @type {string} */ one, /** @type {string} */ other) =>
    models.comparisonText(core['compareModels'](configOf(one), configOf(other), null), 'A', 'B');
  assert.equal(said('Llama-3-8B', 'Llama-3-8B'), 'A and B turn positions alike.');
  assert.match(
    said('Llama-3-8B', 'Llama-3.1-8B-Instruct'),
    /^A and B differ in the frequency of pair 29, the first that differs: 0\.0026161 against 0\.00216657; at position 8\u202f191, angles are up to 7\.28 rad apart\.$/,
  );
  assert.match(said('Llama-3-8B', 'GPT-2'), /^A and B differ in the kind of encoding\.$/);
  for (const { name, config } of shipped) {
    assert.equal(core['compareModels'](config, config, null).alike, true, name);
    assert.doesNotMatch(said(name, 'Llama-3-8B'), /NaN|undefined/, name);
  }
});

test('what only the core can refuse gets the sentence of the core', () => {
  const said = (/** @type {string} */ text) => {
    const opened = openedText(text, 'x');
    assert.ok('config' in opened, text.slice(0, 80));
    try {
      reportOf(opened.config.text);
    } catch (error) {
      return models.sentenceOf(/** @type {any} */ (error).forReader());
    }
    return '';
  };
  assert.equal(said('hello'), 'This is not valid JSON: it must begin with { (line 1, column 1).');
  for (const [other, words] of /** @type {[object, RegExp][]} */ ([
    [
      { added_tokens: [], model: {} },
      /: it is a tokenizer\.json; open the config\.json beside it\.$/,
    ],
    [{ weight_map: {} }, /: it is an index of weights; /],
    [{ dim: 4096, n_heads: 32, rope_theta: 500000 }, /: it is a params\.json .* open the config/],
    [{ name: 'x', private: true, dependencies: {} }, /: it is a package\.json; open the config/],
    [{ peft_type: 'LORA' }, /: it is an adapter_config\.json; open the config/],
    [{ do_sample: true }, /: it is a generation_config\.json; /],
    [{ image_processor_type: 'x' }, /: it is a preprocessor_config\.json, about images or sound; /],
    [{ a: 'x'.repeat(1_000_001) }, /: it is larger than 1 MB, and a config\.json has a few kB\.$/],
    [{ added_tokens: 'x'.repeat(1_000_001) }, /: it is a tokenizer\.json; /],
  ])) {
    const sentence = said(JSON.stringify(other));
    assert.match(sentence, words);
    assert.match(sentence, /^This is not a config\.json: /);
  }
  assert.match(said(`${'['.repeat(5000)}${']'.repeat(5000)}`), /nested more than \d+ levels deep/);
  for (const { name, config, message_names: word } of reference('refused')) {
    const sentence = said(JSON.stringify(config));
    assert.ok(sentence.includes(word) && !sentence.startsWith('['), `${name}: ${sentence}`);
  }
  assert.equal(said(fits), '');
});

test('the place that an error of JSON names is where the editor goes', () => {
  const { openedText, placeIn, rangeOf, sentenceOf } = models;
  for (const [text, part] of /** @type {const} */ ([
    ['{\n  "é": "🐋",\n  "a": 1\n  "b": 2\n}', '"b"'],
    ['{"🐋": 1 2}', '2'],
    ['{"a": nan}', 'nan'],
    ['{"a": 1,}', '}'],
    ['{"a": "b,\n"c": 1}', '"b,'],
    ['{"a": [1', ''],
  ])) {
    const opened = openedText(text, 'x');
    assert.ok('config' in opened);
    /** @type {any} */
    let error;
    assert.throws(
      () => reportOf(opened.config.text),
      (thrown) => Boolean((error = thrown)),
    );
    const place = placeIn(sentenceOf(error.forReader()));
    assert.ok(place, error.message);
    assert.equal(text.slice(...rangeOf(text, place)), part, error.message);
  }
  assert.equal(placeIn('hidden_size must be a whole number'), null);
});

test('a scaling without its model asks for two numbers, and for the longest text where it depends on that', () => {
  const yarn = openedText(
    '"rope_scaling": {"rope_type": "yarn", "factor": 4.0, "original_max_position_embeddings": 32768},',
    'the clipboard',
  );
  assert.ok('scaling' in yarn);
  assert.deepEqual([yarn.scaling.base, yarn.scaling.needsLongest], [null, false]);
  const report = reportOf(withSizes(yarn.scaling, 64, 1_000_000, null).text);
  const [rope] = report.ropes;
  assert.deepEqual(
    [rope?.invFreq.length, rope?.base.value, rope?.headDim.value],
    [32, 1_000_000, 64],
  );
  const dynamic = openedText('{"type": "dynamic", "factor": 2.0, "rope_theta": 500000}', 'x');
  assert.ok('scaling' in dynamic);
  assert.deepEqual([dynamic.scaling.base, dynamic.scaling.needsLongest], [500_000, true]);
  const longer = reportOf(withSizes(dynamic.scaling, 64, 10_000, 4096).text);
  assert.equal(
    longer.ropes[0] && models.headlineOf(longer.ropes[0]),
    '32 pairs, not scaled at this length',
  );
});

test('a corrected config has no notes left, and every other character of it stays', () => {
  for (const { name, config } of reference('notes')) {
    const text = JSON.stringify(config, null, 2);
    const { notes } = reportOf(text);
    const after = models.corrected(text, notes);
    if (after === null) continue;
    const left = reportOf(after).notes.filter(({ edits }) => edits.length > 0);
    assert.deepEqual(left, [], name);
    const edited = notes.flatMap(({ edits }) => edits.map(({ path }) => path.split('.').at(-1)));
    const lines = text.split('\n').filter((line) => /^ {2}"\w+": [^{[]/.test(line));
    for (const line of lines.filter((one) => !edited.some((key) => one.includes(`"${key}"`)))) {
      assert.ok(after.includes(line.replace(/,$/, '')), `${name}: ${line}`);
    }
  }
});

test('a link has a shipped model by its name, and another config by what matters of it', async () => {
  const page = new URL('http://x.org/models.html?model=T5-small#old');
  const isShipped = (/** @type {{name: string, text: string}} */ { name, text }) =>
    shipped.some((one) => one.name === name && one.config === text);
  const known = (/** @type {string} */ name) => ({ name, text: configOf(name) });
  const rest = { length: null, layers: null, reading: null, compared: [] };
  const address = new URL(
    await models.linkTo(
      page,
      {
        ...rest,
        config: known('Phi-3.5-mini-instruct'),
        length: 2048,
        compared: [known('GPT-J-6B'), known('DeepSeek-V3')],
      },
      isShipped,
    ),
  );
  assert.equal(
    address.search,
    '?model=Phi-3.5-mini-instruct&length=2048&with=GPT-J-6B&with=DeepSeek-V3',
  );
  const asked = models.askedIn(address);
  assert.deepEqual(
    [asked.model, asked.length, asked.compared],
    ['Phi-3.5-mini-instruct', 2048, ['GPT-J-6B', 'DeepSeek-V3']],
  );

  const own = {
    ...JSON.parse(configOf('gpt-oss-120b')),
    _name_or_path: '/home/secret',
  };
  const mine = { name: 'my.model.json', text: JSON.stringify(own) };
  const link = new URL(
    await models.linkTo(page, { ...rest, config: known('T5-small'), compared: [mine] }, isShipped),
  );
  assert.equal(link.search, '', 'a server does not see the config');
  const { model, comparedConfigs } = models.askedIn(link);
  assert.equal(model, 'T5-small');
  const [packed] = comparedConfigs;
  assert.equal(packed?.name, 'my.model.json');
  const kept = JSON.parse(await models.unpacked(packed?.letters ?? ''));
  assert.ok('rope_scaling' in kept && !('_name_or_path' in kept) && !('vocab_size' in kept));
  assert.deepEqual(reportOf(JSON.stringify(kept)), reportOf(mine.text));
});

test('a packed text comes back whole; damaged letters, and some that would be gigabytes, are refused', async () => {
  for (const text of ['', '{}', 'ß∞😀'.repeat(1000)]) {
    const letters = await models.packed(text);
    assert.match(letters, /^[\w-]*$/);
    assert.equal(await models.unpacked(letters), text);
  }
  await assert.rejects(models.unpacked('nonsense'));
  await assert.rejects(models.unpacked('%'));
  await assert.rejects(models.unpacked(await models.packed(' '.repeat(1_000_001))), /too long/);
});

test('a wrong length in an address is none; a slider has the lengths that a config names', () => {
  const lengthIn = (/** @type {string} */ text) =>
    models.askedIn({ search: `?length=${text}`, hash: '' }).length;
  assert.deepEqual(['-1', '0', 'x', '', '7'].map(lengthIn), [null, null, null, null, 7]);
  assert.equal(lengthIn('0.5'), 0.5, 'the core has a sentence for it');
  assert.deepEqual([0.5, 0, 1e300, 12.5, 1].map(models.isLength), [
    false,
    false,
    false,
    false,
    true,
  ]);
  const report = reportOf(configOf('Llama-3.1-8B-Instruct'));
  assert.equal(models.lengthOf(report), 131_072);
  const stops = models.stopsFor(report);
  assert.ok(
    [256, 8192, 131_072, 524_288].every((one) => stops.includes(one)),
    `${stops}`,
  );
  assert.deepEqual(
    stops.toSorted((a, b) => a - b),
    stops,
  );
});

test('the frequencies of every model are taken along to the last digit, in four formats', () => {
  for (const { name, config } of shipped) {
    const report = reportOf(config);
    for (const rope of report.ropes) {
      const view = { report, rope, length: models.lengthOf(report), difference: null };
      const exported = models.exportedOf(name, view);
      const wanted = [...rope.invFreq];
      const text = (/** @type {string} */ format) => models.formats[format]?.write(exported) ?? '';
      const json = JSON.parse(text('json'));
      assert.deepEqual(json.inv_freq, wanted, name);
      assert.deepEqual(
        [json.model, json.layer_type, json.base, json.attention_factor],
        [name, rope.layers, rope.usedBase, rope.attentionFactor],
      );
      assert.equal(json.read_as, undefined);
      const columns = text('csv')
        .trim()
        .split('\r\n')
        .slice(1)
        .map((line) => line.split(',').map(Number));
      assert.deepEqual(
        columns.map(([, frequency]) => frequency),
        wanted,
      );
      for (const format of ['cpp', 'python']) {
        const numbers = [...text(format).matchAll(/^ {4}(.+),$/gm)].map(([, number]) =>
          Number(number),
        );
        assert.deepEqual(numbers, wanted, `${name}, ${format}`);
      }
      const called = models.fileNameOf(name, rope.layers);
      assert.match(called, /^[\w.-]+$/);
      assert.equal(called.includes('attention'), rope.layers !== null, name);
    }
    for (const difference of report.differences) {
      const rope =
        report.ropes.find(({ layers }) => layers === difference.layers) ?? report.ropes[0];
      assert.ok(rope, name);
      const { rope: read, reading } = models.exportedOf(name, {
        report,
        rope,
        length: 7,
        difference,
      });
      assert.ok(reading && read.invFreq === difference.invFreq, name);
    }
  }
  assert.equal(models.fileNameOf('../My model (2).json', null), '..-my-model-2');
});
