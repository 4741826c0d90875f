// Claims on trial as a reader meets them: every one that the core lists is voted on and tried, and what the page says
// of it is what the core says.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { loadClaims, loadCore } from '../../build/package/node.js';
import { isAccessible } from './accessible.mjs';
import { arrive, base, forbidStorage, open as openSite, origin, setWidth, test } from './site.mjs';
import { tryClaims } from './within.mjs';

/** @typedef {import('playwright-core').Locator} Locator */
/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('../../build/package/api.js').ClaimVerdict} ClaimVerdict */

const core = await loadClaims();
const { claims } = core.claims();
const at = 'claims.html';
const patience = { timeout: 240_000 };

/** @type {Record<ClaimVerdict, string>} */
const words = { true: 'True', false: 'False', depends: 'It depends' };
/** @type {Record<ClaimVerdict, string>} */
const within = { true: 'true', false: 'false', depends: 'it depends' };
const verdicts = /** @type {ClaimVerdict[]} */ (Object.keys(words));

const ofKind = (/** @type {string} */ kind) => claims.filter((claim) => claim.kind === kind);
const [computed] = ofKind('computed');
assert.ok(computed);
/** How many steps all models of a claim's plan take with one seed. @param {number} number */
const stepsOf = (number) =>
  core.claimPlan(number).models.reduce((sum, { options }) => sum + options.steps, 0);
const bySteps = ofKind('trained').sort((a, b) => stepsOf(a.number) - stepsOf(b.number));
/** The one that takes least, and the one that takes so much that it can be stopped in time. */
const [trained, lengthy] = [bySteps[0], bySteps[bySteps.length - 1]];
assert.ok(trained && lengthy);

/** @param {Parameters<typeof openSite>[0]} [how] */
async function open(how) {
  const site = await openSite({ at, ...how });
  await site.page.locator('posenc-tried section[aria-busy=false]').waitFor();
  return site;
}

/** A card, once it can be worked. @param {Page} page @param {number} number */
async function card(page, number) {
  const shown = page.locator(`#claim-${number}`);
  await arrive(shown, 'section[aria-busy=false]');
  return shown;
}

/** @param {Locator} shown @param {string} name */
const press = (shown, name) => shown.getByRole('button', { name, exact: true }).click();

/** @param {Locator} shown @param {ClaimVerdict} vote */
const vote = (shown, vote) => shown.getByLabel(words[vote], { exact: true }).check();

/** Once a trial is over: what the card says. @param {Locator} shown */
async function outcome(shown) {
  await shown.locator('section[aria-busy=false] .because').waitFor(patience);
  // (Without a click, which would move the focus.)
  await shown.locator('details.all').evaluate((all) => all.setAttribute('open', ''));
  const text = (/** @type {string} */ part) => shown.locator(part).first().innerText();
  return {
    verdict: /** @type {ClaimVerdict} */ (
      await shown.locator('.verdict').getAttribute('data-verdict')
    ),
    words: (await text('.verdict b')).replace(/^\S+\s/, ''),
    voted: await text('.voted'),
    findings: await shown.locator('.findings li').evaluateAll((all) =>
      all.map((one) => ({
        support: one.getAttribute('data-support'),
        word: one
          .querySelector('b')
          ?.textContent?.trim()
          .replace(/^\S+\s/, ''),
        text: one.querySelector('.text')?.textContent,
      })),
    ),
    because: await shown.locator('.because').textContent(),
  };
}

/** By what the findings are for and against. @param {{support?: string | null | undefined}[]} findings @returns {ClaimVerdict} */
function verdictBy(findings) {
  const has = (/** @type {string} */ side) => findings.some(({ support }) => support === side);
  if (!has('against')) return 'true';
  return has('for') ? 'depends' : 'false';
}

const sides = { for: 'for it', against: 'against it', aside: 'aside' };

/** What is kept. @param {Page} page @returns {Promise<any>} */
const stored = (page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('posenc.trials') ?? '{}').claims ?? {});

/** Votes differ from claim to claim: some are right, some are not. @param {number} number */
const voteOn = (number) => verdicts[number % 3] ?? 'true';

/** Every model is trained for a few steps, whatever the plan says: enough for a page that shows numbers. @param {number} steps */
function shortenTraining(steps) {
  const post = Worker.prototype.postMessage;
  Worker.prototype.postMessage = function (/** @type {any} */ message, /** @type {any} */ rest) {
    const short = { ...message, options: { ...message?.options, steps } };
    post.call(this, message?.type === 'start' ? short : message, rest);
  };
}

/** @typedef {Awaited<ReturnType<typeof tryClaims>>[number]} Said */

/**
 * Each claim of some kinds, tried on one page.
 * @param {import('../../build/package/api.js').Claim[]} some
 * @param {(claim: import('../../build/package/api.js').Claim, said: Said) => void} check
 * @param {Parameters<typeof openSite>[0]} [how] the page is opened
 */
async function tryAll(some, check, how) {
  const { page } = await open(how);
  const all = await tryClaims(
    page,
    some.map(({ number }) => ({ number, vote: voteOn(number) })),
  );
  assert.equal(all.length, some.length);
  for (const [n, said] of all.entries()) {
    const claim = /** @type {import('../../build/package/api.js').Claim} */ (some[n]);
    const about = `claim ${claim.number}`;
    assert.equal(said.heading, `“${claim.text}”`);
    assert.equal(said.verdicts, 0, 'no verdict before the trial');
    const own = voteOn(claim.number);
    const verdict = verdictBy(said.findings);
    assert.equal(said.verdict, verdict, about);
    assert.equal(said.words, words[verdict], about);
    const right = own === verdict;
    assert.equal(said.voted, `You voted “${within[own]}”: ${right ? 'right.' : 'wrong.'}`);
    for (const { support, word, text } of said.findings) {
      assert.equal(word, sides[/** @type {keyof typeof sides} */ (support)]);
      assert.ok(text && !/nan/i.test(text), `${about}: ${text}`);
    }
    const sources = claim.sources.map(({ url }) => url).filter(Boolean);
    assert.deepEqual(said.links, [...sources, `./${claim.section}.html`], about);
    const { vote, verdict: kept, outcome } = said.kept;
    assert.deepEqual([vote, kept, outcome], [own, verdict, right ? 'right' : 'wrong']);
    check(claim, said);
  }
  return page;
}

/** The chart of a card is what the core has drawn. @param {Said} said @param {import('../../build/package/api.js').Chart | null} chart */
function hasChart({ chart: shown }, chart) {
  if (!chart) {
    assert.equal(shown, null);
    return;
  }
  const names = chart.lines.flatMap(({ name, least }) =>
    least.length > 0 ? [name, `${name}, lowest`, `${name}, highest`] : [name],
  );
  assert.deepEqual(shown?.head.slice(1), names);
  const stops = new Set(chart.lines.flatMap(({ x }) => [...x]));
  assert.equal(shown?.rows, stops.size);
  assert.ok(!/NaN|undefined/.test(shown?.summary ?? ''), shown?.summary);
}

/** On a phone what a claim that was tried holds lies within the screen. @param {Page} page @param {number} number */
async function fits(page, number) {
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360);
  const beyond = await page.locator(`#claim-${number}`).evaluate((claim) =>
    [...(claim.shadowRoot?.querySelectorAll('.card, .findings, .models, posenc-line-plot') ?? [])]
      .map((part) => ({ part: part.className, box: part.getBoundingClientRect() }))
      .filter(({ box }) => box.left < 0 || box.right > 360)
      .map(({ part }) => part),
  );
  assert.deepEqual(beyond, [], `claim ${number}`);
}

test('the script of the first claim does not draw all claims at once', async () => {
  const { page } = await openSite({
    at,
    prepare: (page) =>
      page.addInitScript(() => {
        const define = customElements.define.bind(customElements);
        customElements.define = (name, ...rest) => {
          define(name, ...rest);
          if (name !== 'posenc-claim') return;
          const all = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(name)]);
          // A task later, what was drawn together is there.
          setTimeout(() => {
            document.body.dataset['drawn'] = String(all.filter((one) => one.shadowRoot).length);
            document.body.dataset['waiting'] = String(
              all.filter((one) => 'waiting' in one.dataset).length,
            );
          });
        };
      }),
  });
  await page.locator('#claim-1').scrollIntoViewIfNeeded();
  await page.waitForFunction(() => 'drawn' in document.body.dataset);
  const { drawn, waiting } = await page.evaluate(() => ({ ...document.body.dataset }));
  assert.ok(Number(drawn) <= 3, `${drawn} were drawn`);
  assert.equal(Number(drawn) + Number(waiting), claims.length);
  // The others follow, without a reader who scrolls to them.
  await page.waitForFunction(
    (count) =>
      [...document.querySelectorAll('posenc-claim:not([data-waiting])')].filter((one) =>
        one.shadowRoot?.querySelector('[aria-busy=false]'),
      ).length === count,
    claims.length,
  );
});

test('every claim that is computed: vote, trial, and the verdict and findings of the core', async () => {
  const options = /** @type {const} */ ({ reducedMotion: 'reduce' });
  /** @type {Parameters<typeof tryAll>[1]} */
  const check = ({ number }, said) => {
    const trial = core.tryClaim(number, voteOn(number), []);
    assert.equal(said.verdict, trial.verdict, `claim ${number}`);
    assert.deepEqual(
      said.findings.map(({ support, text }) => ({ support, text })),
      trial.findings.map(({ support, text }) => ({ support, text })),
      `claim ${number}`,
    );
    assert.equal(said.because, trial.because);
    hasChart(said, trial.chart);
    assert.deepEqual(said.buttons, [], 'the same numbers would come out');
  };
  const page = await tryAll(ofKind('computed'), check, { options });
  // The menu of one with a chart is open: its data were looked at.
  const last = ofKind('computed').findLast(({ number }) => !core.tryClaim(number, '', []).chart);
  if (last) {
    const shown = await card(page, last.number);
    await press(shown, 'Link and data');
    await press(shown, 'How this was computed');
    await shown.locator('details.all > summary').click();
    await shown.locator('.findings').waitFor();
  }
  await isAccessible(page, { within: 'main', when: 'all are tried' });
  await setWidth(page, 360);
  for (const { number } of ofKind('computed')) await fits(page, number);
});

test(
  'every claim that is timed: the machine decides, and can be asked again',
  { tag: '@smoke' },
  async () => {
    const timed = ofKind('timed');
    const page = await tryAll(timed, ({ number }, said) => {
      const trial = core.tryClaim(number, '', []);
      assert.equal(said.findings.length, trial.findings.length, `claim ${number}`);
    });
    for (const { number } of timed) {
      const shown = await card(page, number);
      await press(shown, 'Try again');
      await outcome(shown);
    }
  },
);

// What their models learn, and the verdict that follows, is tested natively (tests/cli/claims.test.mjs).
test('every claim about trained models: each model of its plan, with several seeds, whose spread is shown', async () => {
  const share = /^([\d.]+\u202f%|no answer)$/;
  const spread = /^([\d.]+\u202f%( to [\d.]+\u202f%)?|no answer)$/;
  /** @type {Parameters<typeof tryAll>[1]} */
  const check = ({ number }, { models: lines, buttons }) => {
    const { models, seeds } = core.claimPlan(number);
    const asked = models.flatMap(({ name, tests }) =>
      tests.map(({ under, length }) => `${name} ${under ? `${under}, ` : ''}length ${length}`),
    );
    assert.deepEqual(
      lines.map(([first]) => first?.replaceAll(/\s+/g, ' ').trim()),
      asked,
      `claim ${number}`,
    );
    for (const [, mean = '', apart = ''] of lines) {
      assert.match(mean, share);
      if (seeds > 1) assert.match(apart, spread);
    }
    // All its workers are gone.
    assert.deepEqual(buttons, ['Try again']);
  };
  await tryAll(ofKind('trained'), check, {
    prepare: (page) => page.addInitScript(shortenTraining, 3),
  });
});

test('what is trained in the page is what the core trains under Node, to the last digit', async () => {
  const { number } = trained;
  const library = await loadCore();
  const runs = core.claimPlan(number).models.map(({ options, tests }) => {
    const { id } = library.createTrainer({ ...options, seed: 1 });
    const { accuracies: curve } = library.trainSteps(id, options.steps);
    const own = [...tests].sort(
      (a, b) => a.inverseFrequencies.length - b.inverseFrequencies.length,
    );
    const answers = new Map(
      own.map((one) => {
        if (one.inverseFrequencies.length > 0) {
          library.useFrequencies(id, one.inverseFrequencies, one.attentionFactor);
        }
        return [one, library.evaluateLength(id, one.length)];
      }),
    );
    library.disposeTrainer(id);
    return {
      accuracies: Float64Array.from(tests, (one) => answers.get(one)?.accuracy ?? NaN),
      losses: Float64Array.from(tests, (one) => answers.get(one)?.loss ?? NaN),
      curve: Float64Array.from(curve),
    };
  });
  const trial = core.tryClaim(number, '', runs);

  const { page } = await open();
  const shown = await card(page, number);
  await shown.getByLabel('seeds').selectOption('1');
  await press(shown, 'Try it without a vote');
  const said = await outcome(shown);
  assert.equal(said.voted, 'Tried without a vote.');
  assert.deepEqual(
    said.findings.map(({ text }) => text),
    trial.findings.map(({ text }) => text),
  );
  await shown.getByText(/1\s+seed: too few to show a spread/).waitFor();

  // More seeds: what has been trained is not trained again, and the vote that was not given stays so.
  await page.evaluate(() => {
    const noted = /** @type {any} */ (globalThis);
    noted.started = [];
    const post = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (/** @type {any} */ message, /** @type {any} */ rest) {
      if (message?.type === 'start') noted.started.push(message.options.seed);
      post.call(this, message, rest);
    };
  });
  /** @returns {Promise<number[]>} */
  const started = () => page.evaluate(() => /** @type {any} */ (globalThis).started.sort());
  await shown.getByLabel('seeds').selectOption('3');
  await press(shown, 'Try again');
  await shown.getByText(/\d models?,\s+3\s+seeds/).waitFor(patience);
  assert.equal(await shown.locator('.voted').innerText(), 'Tried without a vote.');
  const models = core.claimPlan(number).models.length;
  assert.equal((await started()).filter((seed) => seed === 1).length, 0);
  // (Those that a worker hands to another begin there again.)
  assert.ok((await started()).length >= 2 * models);
  await page.evaluate(() => {
    const noted = /** @type {any} */ (globalThis);
    noted.started = [];
  });
  await shown.getByLabel('seeds').selectOption('1');
  await press(shown, 'Try again');
  await shown.getByText(/1\s+seed: too few/).waitFor(patience);
  assert.deepEqual(await started(), []);
});

test('a vote comes first, or is left out on purpose; the first one counts, after a reload too', async () => {
  const { page } = await open();
  const { number, text } = computed;
  const { verdict } = core.tryClaim(number, '', []);
  const wrong = verdicts.find((one) => one !== verdict) ?? 'true';
  let shown = await card(page, number);
  await press(shown, 'Put it on trial');
  await shown.getByText('Vote first, or try it without a vote.').waitFor();
  assert.equal(await shown.locator('.verdict').count(), 0);
  await vote(shown, wrong);
  assert.equal(await shown.getByText('Vote first').count(), 0);
  assert.equal(await shown.getByRole('button', { name: 'Try it without a vote' }).count(), 0);
  await press(shown, 'Put it on trial');
  await outcome(shown);
  const tried = page.locator('posenc-tried');
  await tried.getByText(`1 of ${claims.length} tried, 0 votes right, 1 wrong`).waitFor();
  await shown
    .locator('[role=status]')
    .filter({ hasText: `${words[verdict]}. You voted “${within[wrong]}”: wrong.` })
    .waitFor();

  await page.reload();
  shown = await card(page, number);
  await shown.locator('.verdict').waitFor();
  assert.equal(await shown.locator('.verdict').getAttribute('data-verdict'), verdict);
  assert.equal(await shown.locator('.voted').innerText(), `You voted “${within[wrong]}”: wrong.`);
  assert.equal(await shown.getByRole('radio').count(), 0, 'the vote is fixed');
  assert.equal(await shown.locator('.findings').count(), 0, 'findings are not kept');
  await press(shown, 'Run it again');
  const said = await outcome(shown);
  assert.equal(said.voted, `You voted “${within[wrong]}”: wrong.`);
  // Another right, and another tab sees it.
  const other = claims.find((one) => one.kind === 'computed' && one.number !== number);
  assert.equal(await shown.locator('h3').textContent(), `“${text}”`);
  if (!other) return;
  const second = await page.context().newPage();
  await second.goto(`${origin}${base}${at}`);
  const there = await card(second, other.number);
  await vote(there, core.tryClaim(other.number, '', []).verdict);
  await press(there, 'Put it on trial');
  await outcome(there);
  await tried.getByText(`2 of ${claims.length} tried, 1 vote right, 1 wrong`).waitFor();
  const here = await card(page, other.number);
  await here.locator('.verdict.kept').waitFor();
});

test('a verdict waits a moment, and its balance has what the findings weigh', async () => {
  const { page } = await open();
  const { number } = computed;
  const { verdict, findings } = core.tryClaim(number, 'true', []);
  const shown = await card(page, number);
  await vote(shown, 'true');
  await press(shown, 'Put it on trial');
  await shown.getByRole('img', { name: 'A balance, swinging.' }).waitFor();
  assert.equal(await shown.locator('.verdict').count(), 0, 'no verdict yet');
  await shown.locator('.because').waitFor();
  const count = (/** @type {string} */ side) =>
    findings.filter(({ support }) => support === side).length;
  const [yes, no] = [count('for'), count('against')];
  await shown.getByRole('img', { name: `Findings: ${yes} for, ${no} against.` }).waitFor();
  assert.equal(await shown.locator('.balance .against').count(), Math.min(no, 6));
  assert.equal(await shown.locator('.balance .for').count(), Math.min(yes, 6));
  // Without a chart, the finding that decides stands before the folded ones.
  const side = verdict === 'false' ? 'against' : 'for';
  const decisive = findings.find(({ support }) => support === side);
  assert.ok((await shown.locator('.decisive').innerText()).includes(decisive?.text ?? '?'));
  assert.equal(await shown.locator('.findings').isVisible(), false, 'folded');
  await shown.locator('details.all > summary').click();
  assert.equal(await shown.locator('.findings li').count(), findings.length);
});

test('what is kept can be taken along, reset and brought back', async () => {
  const { page } = await open();
  const { number } = computed;
  const { verdict } = core.tryClaim(number, '', []);
  const shown = await card(page, number);
  await vote(shown, verdict);
  await press(shown, 'Put it on trial');
  await outcome(shown);
  const before = await stored(page);

  const second = await page.context().newPage();
  await second.goto(`${origin}${base}record.html`);
  const record = second.locator('posenc-record');
  await arrive(record, 'section[aria-busy=false]');
  const [download] = await Promise.all([
    second.waitForEvent('download'),
    record.getByRole('button', { name: 'Export' }).click(),
  ]);
  const buffer = readFileSync(await download.path());
  await record.getByRole('button', { name: 'Reset everything' }).click();
  // The card of the other tab can be voted on again.
  await shown.getByRole('radio').first().waitFor();
  assert.deepEqual(await stored(page), {});
  await page.locator('posenc-tried').getByText(`0 of ${claims.length} tried`).waitFor();
  await record
    .locator('#file')
    .setInputFiles({ name: 'work.json', mimeType: 'application/json', buffer });
  await shown.locator('.verdict.kept').waitFor();
  assert.deepEqual(await stored(page), before);
  await page.locator('posenc-tried').getByText('1 vote right').waitFor();
});

test('where nothing can be kept it is said, and trials go on', async () => {
  const { page } = await open({ prepare: forbidStorage });
  const shown = await card(page, computed.number);
  await press(shown, 'Try it without a vote');
  await outcome(shown);
  await shown.getByText('This browser stores nothing for this page').waitFor();
  await page
    .locator('posenc-tried')
    .getByText(`1 of ${claims.length} tried, 0 votes right, 1 without a vote`)
    .waitFor();
});

test('a link to a card leads there, with the focus; by keyboard one votes and tries', async () => {
  const { page } = await openSite({
    at: `${at}#claim-${lengthy.number}`,
    // Long enough to be stopped.
    prepare: (page) => page.addInitScript(shortenTraining, 40),
  });
  const shown = page.locator(`#claim-${lengthy.number}`);
  await shown.locator('section[aria-busy=false]').waitFor();
  await page.waitForFunction((id) => document.activeElement?.id === id, `claim-${lengthy.number}`);
  await page.waitForFunction((id) => {
    const { top, bottom } = document.getElementById(id)?.getBoundingClientRect() ?? {};
    return top !== undefined && bottom !== undefined && top >= 0 && top < innerHeight;
  }, `claim-${lengthy.number}`);
  const focused = () =>
    page.evaluate(() => {
      const inner = document.activeElement?.shadowRoot?.activeElement;
      const named = inner?.getAttribute('value') ?? inner?.getAttribute('aria-label');
      return named ?? inner?.textContent?.trim();
    });
  await page.keyboard.press('Tab');
  assert.equal(await focused(), 'Link to this claim');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowDown');
  assert.ok(await shown.getByLabel('False', { exact: true }).isChecked());
  await page.keyboard.press('Tab');
  assert.equal(await focused(), 'Put it on trial');
  await page.keyboard.press('Enter');
  await shown.locator('progress').waitFor();
  assert.equal(await focused(), 'Stop');
  await page.keyboard.press('Enter');
  await shown.getByText('Stopped.').waitFor();
  assert.equal(await focused(), 'Put it on trial');
  await page.keyboard.press('Enter');
  await outcome(shown);
  // The verdict is read next.
  const isRead = await page.evaluate(() =>
    document.activeElement?.shadowRoot?.activeElement?.matches('.verdict'),
  );
  assert.ok(isRead);
});

test('training shows how far it is, and ends when it is stopped or the page goes', async () => {
  const { page } = await open();
  const shown = await card(page, lengthy.number);
  const workers = () => page.workers().filter((worker) => /training/.test(worker.url()));
  const begin = async () => {
    await shown.getByLabel('seeds').selectOption('5');
    await press(shown, 'Try it without a vote');
    await shown.getByText(/^\d+ of \d+ models trained/).waitFor();
    await page.waitForFunction(
      (id) => (document.getElementById(id)?.shadowRoot?.querySelector('progress')?.value ?? 0) > 0,
      `claim-${lengthy.number}`,
    );
    assert.ok(workers().length > 0);
  };
  const gone = () => Promise.all(workers().map((worker) => worker.waitForEvent('close')));
  await begin();
  await Promise.all([gone(), press(shown, 'Stop')]);
  assert.equal(await shown.locator('.verdict').count(), 0);
  await begin();
  await Promise.all([gone(), page.evaluate(() => dispatchEvent(new Event('pagehide')))]);
  await begin();
  await Promise.all([gone(), shown.evaluate((one) => one.remove())]);
  assert.deepEqual(await stored(page), {});
});

test('a worker that does not come, and a core that does not: said, and tried again', async () => {
  const { page } = await open({ mayComplain: true });
  const shown = await card(page, trained.number);
  await page.route('**/training.worker*.js', (route) => route.abort());
  await vote(shown, 'true');
  await press(shown, 'Put it on trial');
  await shown.locator('.error').getByText('could not be loaded').waitFor();
  assert.deepEqual(await stored(page), {});
  await page.unroute('**/training.worker*.js');
  await press(shown, 'Try again');
  const { voted } = await outcome(shown);
  assert.match(voted, /^You voted “true”/);

  const { page: second } = await openSite({
    at,
    mayComplain: true,
    prepare: (page) => page.route('**/*.wasm', (route) => route.fulfill({ status: 404 })),
  });
  const there = second.locator(`#claim-${computed.number}`);
  await arrive(there, '[aria-busy=false]');
  // It can be read all the same, and voted on.
  assert.equal(await there.locator('h3').textContent(), `“${computed.text}”`);
  await press(there, 'Try it without a vote');
  await there.locator('.error').waitFor();
  await second.unroute('**/*.wasm');
  await press(there, 'Try it without a vote');
  await outcome(there);
  await second.locator('posenc-tried').getByText(`1 of ${claims.length} tried`).waitFor();
});

test('the list shows those that are not tried yet, or by what a vote came to', async () => {
  const { page } = await open();
  const { number } = computed;
  const shown = await card(page, number);
  await vote(shown, core.tryClaim(number, '', []).verdict);
  await press(shown, 'Put it on trial');
  await outcome(shown);
  const tried = page.locator('posenc-tried');
  /** Once these are to be seen and no others. @param {number[]} wanted */
  const shows = (wanted) =>
    page.waitForFunction((wanted) => {
      const all = [...document.querySelectorAll('posenc-claim')]
        .filter((one) => one.checkVisibility())
        .map((one) => Number(one.getAttribute('number')));
      return JSON.stringify(all.sort((a, b) => a - b)) === JSON.stringify(wanted);
    }, wanted);
  const numbers = (/** @type {boolean} */ isTried) =>
    claims.map((one) => one.number).filter((one) => (one === number) === isTried);
  await tried.getByLabel('Show').selectOption('open');
  await shows(numbers(false));
  await tried.getByLabel('Show').selectOption('right');
  await shows(numbers(true));
  // Sections without any are hidden too.
  const withClaims = page.locator('main section:has(posenc-claim)');
  assert.equal(await withClaims.locator('h2:visible').count(), 1);
  // The next is the first on the page that is not tried. A link to a hidden one shows all.
  const order = await page
    .locator('posenc-claim')
    .evaluateAll((all) => all.map((one) => Number(one.getAttribute('number'))));
  const next = order.find((one) => one !== number) ?? 0;
  await tried.locator(`.next a[href="#claim-${next}"]`).click();
  await shows(claims.map((one) => one.number));
  await page.waitForFunction((id) => document.activeElement?.id === id, `claim-${next}`);
});

/** What was tried before, as it is kept. @param {Page} page @param {object} trials */
const keep = (page, trials) =>
  page.addInitScript((trials) => {
    const empty = { version: 1, claims: {}, mistakes: {}, formulas: [] };
    localStorage.setItem('posenc.trials', JSON.stringify({ ...empty, ...trials }));
  }, trials);

test('mistakes that were looked for are listed with how that ended', async () => {
  const { exhibits } = core.exhibits();
  const [first, second] = exhibits;
  const on = '2026-05-01T10:00:00.000Z';
  const mistakes = {
    ...(first && { [first.id]: { picks: [1, 2], end: 'found', at: on } }),
    ...(second && { [second.id]: { picks: [], end: 'shown', at: on } }),
    // One that a newer version of the lesson has.
    later: { picks: [], end: 'found', at: on },
  };
  const { page } = await openSite({
    at: 'museum.html',
    prepare: (page) => keep(page, { mistakes }),
  });
  const tried = page.locator('posenc-tried');
  await tried
    .getByText(`1 of ${exhibits.length} found${second ? ', 1 shown' : ''}`, { exact: true })
    .waitFor();
  const lines = await tried.locator('.mistakes li').evaluateAll((all) =>
    all.map((one) => [
      one
        .querySelector('.state')
        ?.textContent?.trim()
        .replace(/^\S+\s/, ''),
      one.querySelector('a')?.textContent,
      one.querySelector('a')?.getAttribute('href'),
    ]),
  );
  assert.deepEqual(
    lines,
    exhibits.map(({ id, title }, n) => [
      ['found', 'shown'][n] ?? 'not found yet',
      title,
      `#mistake-${id}`,
    ]),
  );
});

test('formulas that were brought are listed, the newest first, and can be used again', async () => {
  const formulas = [
    { formula: 'pos', d: 4, holds: ['distinct', 'shift-linear'], at: '2026-05-01T10:00:00.000Z' },
    { formula: 'sin(pos / 2^i)', d: 16, holds: ['bounded'], at: '2026-05-02T10:00:00.000Z' },
  ];
  const { page } = await open({ prepare: (page) => keep(page, { formulas }) });
  await page.evaluate(() => {
    const list = document.createElement('posenc-tried');
    list.setAttribute('kind', 'formulas');
    document.querySelector('main')?.prepend(list);
    document.addEventListener('posenc-formula', (event) => {
      document.title = JSON.stringify(/** @type {CustomEvent} */ (event).detail);
    });
  });
  const list = page.locator('posenc-tried[kind=formulas]');
  await list.getByText('2 formulas tried').waitFor();
  assert.deepEqual(await list.locator('code').allTextContents(), ['sin(pos / 2^i)', 'pos']);
  const holds = await list.locator('li p').allInnerTexts();
  assert.deepEqual(holds, [
    '✓ keeps: bounded · ✕ breaks: distinct, shift-linear, offset-only',
    '✓ keeps: distinct, shift-linear · ✕ breaks: bounded, offset-only',
  ]);
  assert.equal(await list.locator('li p a').first().getAttribute('href'), './own.html#bounded');
  await list.getByRole('button', { name: 'Use it again' }).nth(1).click();
  assert.deepEqual(JSON.parse(await page.title()), { formula: 'pos', d: 4 });
  // What another tab brings is there at once.
  const second = await page.context().newPage();
  await second.goto(`${origin}${base}licences.txt`);
  await second.evaluate(
    (formulas) =>
      localStorage.setItem(
        'posenc.trials',
        JSON.stringify({ version: 1, claims: {}, mistakes: {}, formulas }),
      ),
    formulas.slice(0, 1),
  );
  await list.getByText('1 formula tried').waitFor();
});

test('axe finds nothing in claims before, while and after they are tried, light and dark', async () => {
  const { page } = await open({ options: { reducedMotion: 'reduce' } });
  const check = (/** @type {string} */ when, number = lengthy.number) =>
    isAccessible(page, { within: `#claim-${number}`, when });
  const shown = await card(page, lengthy.number);
  await press(shown, 'Put it on trial');
  await check('before');
  await vote(shown, 'depends');
  await shown.getByLabel('seeds').selectOption('5');
  await press(shown, 'Put it on trial');
  await shown.locator('progress').waitFor();
  await check('under way');
  await press(shown, 'Stop');
  const short = await card(page, trained.number);
  await press(short, 'Try it without a vote');
  await outcome(short);
  await setWidth(page, 360);
  await fits(page, trained.number);
  await check('after', trained.number);
  await page.reload();
  await card(page, trained.number);
  await check('kept', trained.number);
});
