// The page for instructors: its plans, its goals, its misconceptions and its links.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { runnerImport } from 'vite';
import { loadClaims, loadExercises } from '../../tools/lib/site/core.mjs';
/** @template T @param {string} file @returns {Promise<T>} */
const fromPage = async (file) =>
  (await runnerImport(`./web/src/${file}.ts`, { logLevel: 'error' })).module;

/** @type {typeof import('../../tools/lib/site/teaching.mjs')} */
const { finder, grading, readTeaching, withGoals, withMisconceptions, withPlans } = (
  await runnerImport('./tools/lib/site/teaching.mjs', { logLevel: 'error' })
).module;
/** @type {typeof import('../../web/src/exercises/assignment.ts')} */
const { assignmentIn } = await fromPage('exercises/assignment');

const text = readFileSync('web/lesson/teach.md', 'utf8');
const { goals, misconceptions } = await readTeaching();
const find = await finder(await loadClaims());
const loaded = await loadExercises();
const graded = await grading(loaded);

/** @type {{sections: {slug: string, title: string}[]}} */
const { sections } = JSON.parse(readFileSync('web/lesson/lesson.json', 'utf8'));
const pages = new Map(
  sections.map(({ slug, title }, n) => [
    slug,
    { title, number: n + 1, minutes: n === 0 ? 5.6 : null },
  ]),
);

test('every section has goals, and every question checks one of them', () => {
  assert.deepEqual(Object.keys(goals), [...pages.keys()]);
  const all = Object.values(goals).flat();
  const ids = all.flatMap(({ id }) => id ?? []);
  assert.equal(new Set(ids).size, ids.length, 'an id names one goal');
  const named = all.flatMap(({ quiz = [] }) => quiz);
  const questions = loaded.exercises.exercise('quiz', 0).items.map(({ id }) => id);
  assert.deepEqual(named.sort(), questions.sort());
});

test('goals are listed by section, with its time and links to what checks them', () => {
  const listed = withGoals('::: goals\n:::', goals, pages, find);
  const [first = ''] = listed.split('\n\n###');
  assert.match(
    first,
    /^### 1\. \[Attention has no order]\(\.\/order\.html\) · 6 minutes {#goals-order}\n\n- Prove/,
  );
  assert.ok(
    first.includes(
      '[Why does a transformer need information about positions?](./exercises.html#why-does-a-transformer-need-information-about-positions "Why does a transformer need information about positions?")',
    ),
    first,
  );
  // Of a long question, what it asks.
  assert.ok(listed.includes('[How many parameters is that?]('));
  // After a question mark, no period.
  assert.match(listed, /\?\]\([^)]+\)(?: |\n|$)/m);
  assert.doesNotMatch(listed, /\?\]\([^)]+\)\./);
  assert.match(listed, /\n### 13\. \[[^\]]+]\([^)]+\) · to be worked, not read {/);
});

test('a page without a place for a list is an error', () => {
  assert.throws(
    () => withGoals(':::goals\n:::', goals, pages, find),
    /^Error: the page for instructors has no "::: goals"$/,
  );
  assert.throws(
    () => withMisconceptions('::: misconception\n:::', misconceptions, graded, find),
    /^Error: the page for instructors has no "::: misconceptions"$/,
  );
});

test('a section without goals, goals without a section, and a goal that nothing can check, are errors', () => {
  const { order = [], ...others } = goals;
  assert.throws(
    () => withGoals('::: goals\n:::', { ...goals, ordr: order }, pages, find),
    /^Error: teaching\.json has goals for "ordr", which is not a section$/,
  );
  assert.throws(
    () => withGoals('::: goals\n:::', others, pages, find),
    /^Error: teaching\.json has no goals for "order"$/,
  );
  for (const [kind, name] of /** @type {const} */ ([
    ['exercises', 'e99'],
    ['quiz', 'nothing'],
    ['claims', '99'],
    ['mistakes', 'none'],
  ])) {
    const wrong = { ...others, order: [...order, { goal: 'x', [kind]: [name] }] };
    assert.throws(
      () => withGoals('::: goals\n:::', wrong, pages, find),
      new RegExp(`^Error: teaching\\.json: order: there is no "${kind} ${name}"$`),
    );
  }
});

test('the core finds every misconception with an answer, and says so in its own words', () => {
  const list = (/** @type {import('../../tools/lib/site/teaching.mjs').Misconception[]} */ all) =>
    withMisconceptions('::: misconceptions\n:::', all, graded, find);
  assert.equal(list(misconceptions).split('\n\n').length, misconceptions.length);
  const degrees = misconceptions.find((one) => one.try?.slip === 'degrees');
  assert.ok(degrees?.try && misconceptions.filter((one) => one.try).length >= 10);
  assert.match(
    list([degrees]),
    /^- \*\*“My calculator .*<br>In \[Work out encodings and their products]\(\.\/exercises\.html#by-hand-e13-1\), `0\.017` for PE\(1\), dimension 0 gets “The angle is in radians, not in degrees\.” Museum: /,
  );
  // An exercise's own words, where it has some.
  const table = misconceptions.find((one) => one.try?.exercise === 'table-parameters');
  assert.ok(table && list([table]).includes('“Positions start at 0.”'));

  const changed = (/** @type {object} */ change) => () =>
    list([{ ...degrees, try: { .../** @type {any} */ (degrees.try), ...change } }]);
  assert.throws(
    changed({ slip: 'radians' }),
    /^Error: teaching\.json: the core knows no slip "radians"$/,
  );
  assert.throws(
    changed({ slip: 'exponent' }),
    /^Error: teaching\.json: in e13\.1, "0\.017" for PE\(1\)\[0] must show the slip "exponent" but shows "degrees"$/,
  );
  assert.throws(changed({ answer: '0.84' }), /must show the slip "degrees" but shows "rounded"$/);
  assert.throws(
    () => list([{ says: 'Nothing finds me.', so: 'x' }]),
    /^Error: teaching\.json: nothing finds "Nothing finds me\."$/,
  );
});

test('the times of a plan add up, and its links have the same set', () => {
  const [, withPlan = ''] = withPlans(text, 'teach.md').split('## Three plans');
  const plans = withPlan.split('### ').slice(1, 4);
  for (const [n, total] of [45, 90, 180].entries()) {
    const plan = plans[n] ?? '';
    const times = [...plan.matchAll(/^\| (\d+)–(\d+) \|/gm)].map(([, from, to]) => [from, to]);
    assert.equal(times[0]?.[0], '0');
    assert.equal(times.at(-1)?.[1], String(total));
    for (const [n, [from]] of times.entries()) if (n > 0) assert.equal(from, times[n - 1]?.[1]);
    const [, set = ''] = /<posenc-class-link set="([^"]+)">/.exec(plan) ?? [];
    for (const address of [
      `./teach.html?key=${set}&plan=${total}#answer-key`,
      `./teach.html?choose=${set}#choose-your-own`,
      `./exercises.html?set=${set}`,
    ])
      assert.ok(plan.includes(`](${address})`), plan);
    const read = assignmentIn(`?set=${set}`);
    assert.ok(read && 'set' in read && read.set.length >= 3, JSON.stringify(read));
  }
  assert.throws(
    () => withPlans('::: plan 45 e13.1:1\n| minutes |\n|---|\n| 40 |\n| 4 |\n:::', 'teach.md'),
    /^Error: teach\.md: a plan for 45 minutes has 44 minutes$/,
  );
});

test('a link that sets a figure leads to that figure, and the sections with figures have a question', () => {
  const files = readdirSync('web/lesson');
  const links = [...text.matchAll(/\(\.\/([\w-]+)\.html\?([^)#]+)#([\w-]+)\)/g)].filter(
    ([, page]) => page !== 'teach',
  );
  assert.ok(links.length >= 20);
  for (const [link, page, search, id] of links) {
    const file = files.find((one) => one.replace(/^\d+-|\.md$/g, '') === page) ?? '';
    const section = readFileSync(`web/lesson/${file}`, 'utf8');
    assert.ok(new RegExp(`^<posenc-(${id}(?! id=)|[\\w-]+ id="${id}")`, 'm').test(section), link);
    for (const key of new URLSearchParams(search).keys()) assert.ok(key.startsWith(`${id}.`), link);
  }
  const table = text.slice(text.indexOf('{#questions}'), text.indexOf('{#goals}'));
  const rows = table.split('\n').filter((line) => line.startsWith('| '));
  assert.equal(rows.length - 1, 20);
  for (const { slug } of sections.filter((one) => !['book', 'exercises'].includes(one.slug))) {
    assert.ok(table.includes(`(./${slug}.html`), slug);
  }
});
