// The answer key of a set without a browser, against the command's answers. (The quiz in it, paper and copying:
// tests/browser/teach.test.mjs.)
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { printed } from '../posenc.mjs';
import { Browser, eventually } from './pages.mjs';
import { attribute, elementsIn, Shown, textIn } from './shown.mjs';

const asked = (/** @type {string[]} */ ...options) => printed(['exercise', ...options]);

/** As the page writes it. @param {string} text */
const written = (text) => text.replaceAll(').PE', ')·PE').replaceAll('-', '−');

class Key extends Shown {
  async settled() {
    await super.settled();
    await eventually(() => !this.element.isBusy, 'the key');
    return super.settled();
  }

  /** Asks for the key of what is typed. @param {string} typed */
  async ask(typed) {
    await this.type('A class link, or exercises with their variants', typed);
    const form = this.find(({ tagName }) => tagName === 'form');
    await this.send(form, 'submit', { preventDefault: () => {} });
  }

  /** What the key says of an exercise. @param {string} id */
  entry(id) {
    return this.find((one) => attribute(one, 'data-entry') === id);
  }

  /** The answers to an exercise by hand. @param {string} id */
  steps(id) {
    const steps = elementsIn(this.entry(id).childNodes).filter(
      (one) => attribute(one, 'data-step') !== null,
    );
    return steps.map((step) => {
      const [working, value] = ['code', 'b'].map((tag) => {
        const found = elementsIn(step.childNodes).find(({ tagName }) => tagName === tag);
        return found && textIn(found);
      });
      return { item: attribute(step, 'data-step'), working, value };
    });
  }
}

/** The page for instructors. @param {string} [search] @param {Record<string, unknown>} [globals] */
async function openKey(search = '', globals = {}) {
  const page = new Browser().open(`teach.html${search}`, globals);
  const { PosencAnswerKey } = await page.load('./web/src/record/answer-key.ts');
  return /** @type {Key} */ (await new Key(page, PosencAnswerKey).settled());
}

test('the key of a class link has the command’s answers, and comes only when it is asked for', async () => {
  const key = await openKey();
  assert.deepEqual(key.texts('entry'), []);
  const set = 'rope-chain:7,alibi-slopes:3,table-parameters:0,code-rope:7,e13.2:0';
  await key.ask(`https://example.org/exercises.html?set=${set}&class=Tuesday`);
  assert.match(
    key.text,
    /Answer key for Tuesday For the class: http:\/\/x\.org\/course\/exercises\.html\?set=/,
  );
  for (const [id, seed] of [
    ['rope-chain', '7'],
    ['alibi-slopes', '3'],
    ['table-parameters', '0'],
  ]) {
    const { steps } = asked(id ?? '', '--seed', seed ?? '', '--solution');
    const expected = steps.map((/** @type {any} */ { item, working, value }) => ({
      item,
      working: written(working),
      value: written(value),
    }));
    assert.ok(expected.length > 1);
    assert.deepEqual(key.steps(id ?? ''), expected, id);
  }
  const { facts } = asked('rope-chain', '--seed', '7');
  assert.ok(textIn(key.entry('rope-chain')).includes(facts.base));
  // Programs and labs: what decides instead of a key.
  assert.match(textIn(key.entry('code-rope')), /Tests decide.*def apply_rope\(x, position/);
  assert.match(textIn(key.entry('e13.2')), /There is no key/);
  await key.press('Hide');
  assert.deepEqual(key.texts('entry'), []);
});

test('a link to the key shows it; what is wrong with a set is said', async () => {
  const key = await openKey('?key=table-parameters:5&plan=45#answer-key');
  assert.match(key.text, /Answer key for the plan of 45 minutes/);
  assert.ok(key.steps('table-parameters').length > 1);
  const noSet = 'This link has no set. Copy it from the plan, or from your own set.';
  for (const [typed, said] of [
    ['', 'There is no key: it assigns no exercises'],
    ['e13.1', 'There is no key: "e13.1" is not an exercise with a variant'],
    ['e13.9:1', 'There is no key: there is no exercise "e13.9"'],
    ['e13.2:4', 'There is no key: e13.2 has no variants'],
    ['https://example.org/exercises.html', noSet],
    ['https://example.org/exercises.html?class=Tuesday#quiz', noSet],
    ['https://example.org/teach.html?key=e13.9:1#answer-key', 'there is no exercise "e13.9"'],
  ]) {
    await key.ask(typed ?? '');
    const alert = key.find((one) => attribute(one, 'role') === 'alert');
    assert.ok(textIn(alert).includes(said ?? ''), textIn(alert));
    assert.deepEqual(key.texts('entry'), []);
  }
  await key.ask('https://example.org/teach.html?key=table-parameters:5,e13.1-why:5#answer-key');
  assert.equal(key.texts('entry').length, 2);
  assert.ok(!key.all().some((one) => attribute(one, 'role') === 'alert'));
});

test('the key as a text has each answer with its working', async () => {
  /** @type {string[]} */
  const copied = [];
  const clipboard = { writeText: async (/** @type {string} */ text) => void copied.push(text) };
  const key = await openKey('?key=table-parameters:5,e13.1-why:5', { navigator: { clipboard } });
  await key.press('Copy as text');
  assert.match(key.text, /Key copied, as text\./);
  const [first] = asked('table-parameters', '--seed', '5', '--solution').steps;
  const [text = ''] = copied;
  assert.ok(text.includes(`: ${written(first.working)} = ${first.value}\n`), text);
  assert.match(text, /^E13\.1: .* \(e13\.1-why, variant 5\)\n[^]* → /m);
});
