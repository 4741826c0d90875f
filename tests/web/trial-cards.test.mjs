// What a card says of a claim: for every claim of the core its vote, verdict, findings, chart and models; and the
// difference that an exhibit of the museum shows.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { collectResult } from '@lit-labs/ssr/lib/render-result.js';
import { render } from '@lit-labs/ssr/lib/render.js';
import { runnerImport } from 'vite';
import { core } from './with-core.mjs';

/** @template T @param {string} file below web/src @returns {Promise<T>} */
const of = async (file) =>
  (await runnerImport(`./web/src/${file}.ts`, { logLevel: 'error' })).module;

/** @type {typeof import('../../web/src/trials/claim/claim-card.ts')} */
const { decisive, findingsList, heading, howTried, seedsField, sources, verdictLine, voting } =
  await of('trials/claim/claim-card');
/** @type {typeof import('../../web/src/trials/claim/balance.ts')} */
const { balance } = await of('trials/claim/balance');
/** @type {typeof import('../../web/src/trials/claim/chart.ts')} */
const { chartOf, tableOf } = await of('trials/claim/chart');
/** @type {typeof import('../../web/src/trials/claim/models-table.ts')} */
const { modelsTable, spreadsOf } = await of('trials/claim/models-table');
/** @type {typeof import('../../web/src/trials/core-lists.ts')} */
const { allClaims } = await of('trials/core-lists');
/** @type {typeof import('../../web/src/trials/claim/planned-training.ts')} */
const { runOf, Stopped } = await of('trials/claim/planned-training');
/** @type {typeof import('../../web/src/trials/exhibit/difference.ts')} */
const { difference } = await of('trials/exhibit/difference');

/** @typedef {import('../../build/package/node.js').Claim} Claim */
/** @typedef {import('../../build/package/node.js').Trial} Trial */
/** @typedef {import('../../build/package/api.js').ClaimVerdict} Verdict */

/** @param {unknown} template */
const htmlOf = async (template) =>
  (await collectResult(render(/** @type {any} */ (template)))).replaceAll(/<!--.*?-->|<\?>/gs, '');

const entities = /** @type {const} */ ({
  '&lt;': '<',
  '&gt;': '>',
  '&amp;': '&',
  '&quot;': '"',
  '&#39;': "'",
});

/** The text of some HTML. @param {string} html */
const textOf = (html) =>
  html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(
      /&\w+;|&#39;/g,
      (one) => entities[/** @type {keyof typeof entities} */ (one)] ?? one,
    )
    .replaceAll(/\s+/g, ' ')
    .trim();

/** @type {Record<Verdict, [heading: string, within: string]>} */
const words = {
  true: ['True', 'true'],
  false: ['False', 'false'],
  depends: ['It depends', 'it depends'],
};
const verdicts = /** @type {Verdict[]} */ (Object.keys(words));

/** By what the findings are for and against. @param {Trial['findings']} findings @returns {Verdict} */
function verdictBy(findings) {
  const has = (/** @type {string} */ side) => findings.some(({ support }) => support === side);
  if (!has('against')) return 'true';
  return has('for') ? 'depends' : 'false';
}

/** Of every claim that needs no training. @type {{claim: Claim, trial: Trial}[]} */
const tried = allClaims
  .filter(({ kind }) => kind !== 'trained')
  .map((claim) => ({ claim, trial: core['tryClaim'](claim.number, 'true', []) }));

test('every claim that needs no training: verdict, vote, findings and balance', async () => {
  for (const { claim, trial } of tried) {
    const about = `claim ${claim.number}`;
    const { verdict, findings, tilt } = trial;
    assert.equal(verdict, verdictBy(findings), about);
    assert.equal(trial.vote, verdict === 'true' ? 'right' : 'wrong', about);
    for (const vote of verdicts) {
      const outcome = vote === verdict ? 'right' : 'wrong';
      const line = textOf(await htmlOf(verdictLine({ verdict, vote, outcome, isStored: false })));
      const [word, within] = [words[verdict][0], words[vote][1]];
      assert.match(line, new RegExp(`^[✓✕◐] ${word} You voted “${within}”: ${outcome}\\.$`), about);
    }
    const items = [
      ...(await htmlOf(findingsList(findings))).matchAll(
        /<li[^>]*data-support="(\w+)"[^>]*>(.*?)<\/li>/gs,
      ),
    ];
    const side = { for: '+ for it', against: '− against it', aside: '· aside' };
    assert.deepEqual(
      items.map(([, support, inner = '']) => [support, textOf(inner)]),
      findings.map(({ support, text }) => [support, textOf(`${side[support]}${text}`)]),
      about,
    );
    const count = (/** @type {string} */ one) =>
      findings.filter(({ support }) => support === one).length;
    const drawn = await htmlOf(balance(trial));
    assert.ok(drawn.includes(`Findings: ${count('for')} for, ${count('against')} against.`));
    for (const one of ['for', 'against']) {
      assert.equal(drawn.split(`<rect class="${one}"`).length - 1, Math.min(count(one), 6), about);
    }
    // It leans to the side with more findings.
    const turn = Number(/rotate\((\S+)\)/.exec(drawn)?.[1]);
    assert.equal(Math.sign(turn), Math.sign(count('against') - count('for')), about);
    assert.equal(Math.sign(turn), Math.sign(tilt), about);
    const decided = [
      ...(await htmlOf(decisive(verdict, findings))).matchAll(/<li class="(\w+)"/g),
    ].map(([, one]) => one);
    assert.deepEqual(
      decided,
      { true: ['for'], false: ['against'], depends: ['for', 'against'] }[verdict],
      about,
    );
  }
});

test('every chart has its lines, in the picture and as data', async () => {
  let drawn = 0;
  for (const {
    claim: { number },
    trial: { chart },
  } of tried) {
    if (!chart) continue;
    drawn++;
    const { head, count, row } = tableOf(chart);
    assert.deepEqual(
      head.slice(1),
      chart.lines.flatMap(({ name, least }) =>
        least.length > 0 ? [name, `${name}, lowest`, `${name}, highest`] : [name],
      ),
    );
    assert.equal(count, new Set(chart.lines.flatMap(({ x }) => [...x])).size, `claim ${number}`);
    const values = chart.lines.flatMap(({ x, y }) => Array.from(x, (at, n) => [at, y[n] ?? NaN]));
    const cells = Array.from({ length: count }, (_, n) => row(n));
    for (const [at, value = NaN] of values) {
      const own = cells.find(([across]) => across === at);
      assert.ok(
        own?.includes(Number.isNaN(value) ? 'no answer' : value),
        `claim ${number} at ${at}`,
      );
    }
    const html = await htmlOf(chartOf(chart, 'chart'));
    assert.doesNotMatch(html, /NaN|undefined/, `claim ${number}`);
    for (const { name } of chart.lines)
      assert.ok(textOf(html).includes(textOf(name)), `${number}: ${name}`);
  }
  assert.ok(drawn > 5);
});

test('every claim about trained models: a line for each model and test, with the spread of its seeds', async () => {
  for (const { number, kind, seeds } of allClaims) {
    if (kind !== 'trained') continue;
    const plan = core['claimPlan'](number);
    for (const count of [1, seeds]) {
      const runs = plan.models.flatMap((/** @type {any} */ { tests }) =>
        Array.from({ length: count }, (_, seed) => ({
          accuracies: Float64Array.from(
            tests,
            (/** @type {unknown} */ __, /** @type {number} */ n) =>
              n === 0 ? 0.5 + seed / 100 : NaN,
          ),
          losses: Float64Array.from(tests, () => 1),
          curve: new Float64Array(0),
        })),
      );
      const html = await htmlOf(modelsTable(await spreadsOf(plan, runs)));
      const body = html.split('<tbody>')[1] ?? '';
      const lines = [...body.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, inner = '']) =>
        [...inner.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gs)].map(([, cell = '']) => textOf(cell)),
      );
      assert.deepEqual(
        lines.map(([name]) => name),
        plan.models.flatMap((/** @type {any} */ { name, tests }) =>
          tests.map((/** @type {any} */ { under, length }) =>
            textOf(`${name} ${under ? `${under}, ` : ''}length ${length}`),
          ),
        ),
        `claim ${number}`,
      );
      for (const [, mean, spread] of lines) {
        const isNone = mean === 'no answer';
        if (count === 1) assert.equal(isNone || mean === '50.0 %', true, mean);
        else
          assert.match(
            spread ?? '',
            isNone ? /^no answer$/ : /^50\.0 % to 5\d\.0 %$/,
            `claim ${number}`,
          );
      }
      assert.equal(html.includes('too few to show a spread'), count === 1);
    }
    const how = await htmlOf(howTried(number, '', plan, seeds));
    assert.equal(how.split('createTrainer(').length - 1, plan.models.length, `claim ${number}`);
  }
});

test('a card has names for its controls, its sources, and its kind', async () => {
  for (const claim of allClaims) {
    const head = await htmlOf(heading(claim, claim.text, '#x'));
    assert.ok(textOf(head).endsWith(textOf(`“${claim.text}”`)), `claim ${claim.number}`);
    assert.match(head, /aria-label="Link to this claim"/);
    const linked = async (/** @type {boolean} */ isStated) => {
      const html = await htmlOf(sources(claim, isStated));
      const hrefs = (/** @type {string} */ part) =>
        [...part.matchAll(/href="([^"]+)"/g)].map(([, href = '']) => textOf(href));
      const [shown = '', folded = ''] = html.split('<details');
      return { shown: hrefs(shown), folded: hrefs(folded) };
    };
    const { shown, folded } = await linked(false);
    assert.ok(shown.length <= 3);
    const place = `./${claim.section}.html`;
    const urls = claim.sources.map(({ url }) => textOf(url)).filter(Boolean);
    assert.deepEqual([...shown, ...folded], [place, ...urls]);
    assert.equal((await linked(true)).shown[0], `${place}#claim-${claim.number}`);
    if (claim.models === 0) continue;
    const field = { claim, chosen: claim.seeds, disabled: false, choose: () => {} };
    assert.match(await htmlOf(seedsField(field)), /^<label class="seeds"/);
  }
  const fields = await htmlOf(
    voting({ vote: '', disabled: false, isMissing: true, choose: () => {} }),
  );
  assert.match(fields, /<legend>Your vote<\/legend>/);
  const labels = [...fields.matchAll(/<label\s*>(.*?)<\/label/gs)].map(([, inner = '']) =>
    textOf(inner),
  );
  assert.deepEqual(labels, ['True', 'False', 'It depends']);
  assert.match(textOf(fields), /Vote first, or try it without a vote\./);
});

test('the fixed code of every exhibit is the old code but for the lines that are marked', () => {
  for (const { id, code } of core['exhibits']().exhibits) {
    const { lines: repaired } = core['repairedCode'](id);
    const lines = difference(code, repaired);
    const texts = (/** @type {string} */ without) =>
      lines.filter(({ is }) => is !== without).map(({ text }) => text);
    assert.deepEqual(texts('added'), code, id);
    assert.deepEqual(texts('removed'), repaired, id);
    const kept = lines.filter(({ is }) => is === 'same').length;
    assert.ok(
      kept < code.length && kept >= code.length - 3,
      `${id} keeps ${kept} of ${code.length}`,
    );
    for (const { is, line, text } of lines)
      assert.equal(is === 'added' ? null : code[Number(line) - 1], is === 'added' ? line : text);
  }
});

test('claims share the runs of the same options, until nobody waits for one that is not over', async () => {
  const options = core['trainingDefaults']('reverse', 'none');
  const [first, other] = [runOf(options, [8]), runOf({ ...options, seed: 2 }, [8])];
  assert.equal(runOf({ ...options }, [8]), first);
  assert.notEqual(other, first);
  const [one, two] = [() => {}, () => {}];
  for (const user of [one, two]) first.use(user);
  first.leave(one);
  assert.equal(runOf(options, [8]), first);
  first.leave(two);
  await assert.rejects(first.trained, Stopped);
  const anew = runOf(options, [8]);
  assert.notEqual(anew, first);
  for (const run of [anew, other]) {
    run.leave(one);
    await assert.rejects(run.trained, Stopped);
  }
});
