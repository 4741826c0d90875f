// What engines compute from a config, and the change for longer texts, through the npm package.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadModels, PosencError } from '../../build/package/node.js';

const models = await loadModels();
const shipped = models.shippedModels().models;
const rotating = shipped.filter(({ config }) => models.modelEngines(config, null).engines.length);

/** @param {string} name */
function configOf(name) {
  const found = shipped.find((model) => model.name === name);
  assert.ok(found, name);
  return found.config;
}

test('every model that rotates has each engine once, and Transformers 5 computes what the report says, but for its notes', () => {
  assert.ok(rotating.length > shipped.length / 2);
  for (const { name, config } of rotating) {
    const { engines, groups, differences } = models.modelEngines(config, null);
    assert.equal(new Set(engines.map(({ engine }) => engine)).size, 6, name);
    const computing = engines.filter(({ answer }) => answer === 'computed');
    assert.deepEqual(
      groups.flatMap((group) => group.engines).sort(),
      computing.map(({ engine }) => engine).sort(),
    );
    assert.equal(2 * differences.length, groups.length * Math.max(groups.length - 1, 0), name);
    for (const { ropes, source, version, title } of computing) {
      assert.ok(ropes.length > 0 && source && version && title, name);
      for (const { invFreq, waves } of ropes) {
        assert.ok(invFreq.every(Number.isFinite) && waves.length === invFreq.length, name);
      }
    }
    const own = engines.find(({ engine }) => engine === 'transformers-5');
    assert.ok(own);
    if (own.notes.length > 0) continue;
    assert.deepEqual(
      own.ropes.map(({ invFreq, attentionFactor }) => [invFreq, attentionFactor]),
      models
        .modelReport(config, null)
        .ropes.map(({ invFreq, attentionFactor }) => [invFreq, attentionFactor]),
      name,
    );
  }
});

test('the change for longer texts reaches them, and the arguments of engines have the same values', () => {
  let scaled = 0;
  for (const { name, config } of rotating) {
    const { claimed } = models.modelReport(config, null);
    if (!claimed) continue;
    const length = 4 * claimed.value;
    const { answer, edits, flags, factor } = models.modelServing(config, length);
    if (answer !== 'scaled') continue;
    scaled += 1;
    const file = JSON.parse(config);
    for (const { keys, value } of edits) {
      const inner = keys.slice(0, -1).reduce((object, key) => (object[key] ??= {}), file);
      inner[String(keys.at(-1))] = JSON.parse(value);
    }
    const changed = models.modelReport(JSON.stringify(file), null);
    const reached = changed.ropes.map(({ claimedAfterFactor }) => claimedAfterFactor ?? 0);
    assert.ok(Math.max(changed.claimed?.value ?? 0, ...reached) >= length, name);
    assert.ok(
      changed.ropes.some((rope) => rope.factor?.value === factor),
      name,
    );
    for (const { engine, flags: text } of flags) {
      assert.ok(text.includes(String(length)), `${name}: ${text}`);
      if (engine === 'llama-cpp') continue;
      const given = JSON.parse(/'(.*)'/.exec(text)?.[1] ?? '');
      assert.ok(JSON.stringify(given).includes(`"factor":${factor}`), `${name}: ${text}`);
    }
  }
  assert.ok(scaled > 20);
  // A class of which llama.cpp has another name.
  const { flags } = models.modelServing(configOf('gpt-oss-20b'), 262144);
  assert.match(
    flags.find(({ engine }) => engine === 'llama-cpp')?.flags ?? '',
    / gpt-oss\.context_length=int:262144$/,
  );
});

test('models that do not rotate have no engines, and a length out of range is named', () => {
  const config = configOf('GPT-2');
  assert.deepEqual(models.modelEngines(config, null), { engines: [], groups: [], differences: [] });
  assert.equal(models.modelServing(config, 4096).answer, 'impossible');
  for (const length of [0, 1.5, NaN]) {
    for (const call of [models.modelEngines, models.modelServing]) {
      assert.throws(
        () => call(configOf('Qwen3-8B'), length),
        (error) => error instanceof PosencError && /length must be/.test(error.message),
      );
    }
  }
});
