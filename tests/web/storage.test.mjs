// Everything that is kept of a reader, in every state of the browser's storage: with room, full, forbidden, unreadable,
// and shared by tabs.
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { Browser } from './tabs.mjs';

/** @typedef {typeof import('./stored-work.mjs')} Modules */
/** @typedef {import('./tabs.mjs').Tab} Tab */

/** A kind of work in one tab. Its pieces are numbered. @typedef {{add(n: number): void, pieces(): number[], notice(): string, watch(changed: () => void): () => void}} Keeper */

Object.assign(globalThis, { location: { search: '', href: 'http://x.org/' } });

const at = (/** @type {number} */ n) => `2026-05-01T10:00:0${n}.000Z`;

/** @type {import('../../web/src/storage/lab-work.ts').StoredOutcome} */
const outcome = {
  ...{ task: 'order', schemes: ['none'], lengths: [8], seeds: 1, accuracies: [0.5] },
  ...{ trainLongest: 8, chance: 0.5, ceiling: null },
};

/** The numbers at the end of texts. @param {string[]} texts */
const numbersIn = (texts) => texts.map((text) => Number(/\d+$/.exec(text)?.[0]));

/**
 * How each kind of work is kept, by the name that the storage has for it.
 * @type {Record<string, {name: string, open: (modules: Modules) => Keeper}>}
 */
const kinds = {
  'an exercise by hand': {
    name: 'e13.1',
    open: ({ Work, answered, noticeOf }) => {
      const work = new Work('e13.1');
      return {
        add: (n) => work.change(0, answered(`PE(0)[${n}]`, `${n}`)),
        pieces: () => numbersIn(Object.values(work.sheet(0).answers)),
        notice: () => noticeOf(work.storageProblem, work.unreadableCopy, 'the boxes start empty'),
        watch: (changed) => work.watch(changed),
      };
    },
  },
  'variants of an exercise': {
    name: 'rope-chain',
    open: ({ Work, answered, noticeOf }) => {
      const work = new Work('rope-chain');
      return {
        add: (n) => {
          work.choose(n);
          work.change(n, answered('score(1)', `${n}`));
        },
        pieces: () =>
          Object.values(work.folder.sheets).map(({ answers }) => Number(answers['score(1)'])),
        notice: () => noticeOf(work.storageProblem, work.unreadableCopy, 'the boxes start empty'),
        watch: (changed) => work.watch(changed),
      };
    },
  },
  programs: {
    name: 'code-rope',
    open: ({ Work, answered, sourceKey, noticeOf }) => {
      const work = new Work('code-rope');
      return {
        add: (n) => work.change(n, answered(sourceKey, `x = ${n}`)),
        pieces: () =>
          numbersIn(
            Object.values(work.folder.sheets).map(({ answers }) => answers[sourceKey] ?? ''),
          ),
        notice: () =>
          noticeOf(
            work.storageProblem,
            work.unreadableCopy,
            'the exercise starts over',
            'your program',
          ),
        watch: (changed) => work.watch(changed),
      };
    },
  },
  'answers to the quiz': {
    name: 'quiz',
    open: ({ Stored, quizWorkFrom, emptyQuiz, answeredWith, noticeOf }) => {
      const stored = new Stored('quiz', quizWorkFrom, emptyQuiz);
      return {
        add: (n) =>
          stored.change(
            answeredWith({
              question: 'paper',
              choice: `option ${n}`,
              confidence: 'guess',
              at: at(n),
            }),
          ),
        pieces: () => numbersIn(stored.value.history.map(({ choice }) => choice)),
        notice: () => noticeOf(stored.problem, stored.unreadable, 'the quiz starts empty'),
        watch: (changed) => stored.watch(changed),
      };
    },
  },
  'votes on claims': {
    name: 'trials',
    open: ({ TrialsWork, storageNotice }) => {
      const work = new TrialsWork();
      return {
        add: (n) => work.tried(n, { vote: 'true', verdict: 'depends', outcome: 'wrong' }),
        pieces: () => Object.keys(work.value.claims).map(Number),
        notice: () => storageNotice(work),
        watch: (changed) => work.watch(changed),
      };
    },
  },
  'lines picked in the museum': {
    name: 'trials',
    open: ({ TrialsWork, storageNotice }) => {
      const work = new TrialsWork();
      return {
        add: (n) => work.picked('one-based', n, null),
        pieces: () => work.mistake('one-based')?.picks ?? [],
        notice: () => storageNotice(work),
        watch: (changed) => work.watch(changed),
      };
    },
  },
  'formulas of their own': {
    name: 'trials',
    open: ({ TrialsWork, storageNotice }) => {
      const work = new TrialsWork();
      return {
        add: (n) => work.brought(`pos + ${n}`, 8, ['distinct']),
        pieces: () => numbersIn(work.value.formulas.map(({ formula }) => formula)),
        notice: () => storageNotice(work),
        watch: (changed) => work.watch(changed),
      };
    },
  },
  'answers about runs in a lab': {
    name: 'e13.2',
    open: ({ LabWork, outcomeOf, problemNotice }) => {
      const work = new LabWork('e13.2');
      const settings = [0, 1, 2, 3, 4, 5].map((n) => `run.seed=${n}`);
      return {
        add: (n) =>
          work.keep(
            `run.seed=${n}`,
            outcomeOf(outcome),
            { kept: 'none' },
            { score: 1, max: 1, items: [] },
          ),
        pieces: () => numbersIn(settings.filter((setting) => work.sheet(setting) !== null)),
        notice: () => problemNotice(work.problem, 'new answers'),
        watch: (changed) => work.watch(changed),
      };
    },
  },
  'parts that were read': {
    name: 'read',
    open: ({ Stored, readPartsFrom, problemNotice }) => {
      const stored = new Stored('read', readPartsFrom, {});
      return {
        add: (n) =>
          stored.change((read) => ({ ...read, rope: [...(read['rope'] ?? []), `part-${n}`] })),
        pieces: () => numbersIn(stored.value['rope'] ?? []),
        notice: () => problemNotice(stored.problem, 'new work'),
        watch: (changed) => stored.watch(changed),
      };
    },
  },
};

/** @type {Browser} */
let browser;
beforeEach(() => {
  browser = new Browser();
});

/** A tab, and in it a keeper of each kind. @param {{refuses?: Tab['refuses']}} [how] */
async function visit(how) {
  const { tab, module } = await browser.open('./tests/web/stored-work.mjs', how);
  const heard = new Map(Object.keys(kinds).map((kind) => [kind, 0]));
  const keepers = tab.within(
    () =>
      new Map(
        Object.entries(kinds).map(([kind, { open }]) => {
          const keeper = open(module);
          keeper.watch(() => heard.set(kind, (heard.get(kind) ?? 0) + 1));
          return [kind, keeper];
        }),
      ),
  );
  const of = (/** @type {string} */ kind) => /** @type {Keeper} */ (keepers.get(kind));
  return {
    tab,
    module: /** @type {Modules} */ (module),
    heard,
    of,
    /** @param {...number} pieces of every kind */
    add: (...pieces) =>
      tab.within(() => {
        for (const kind of Object.keys(kinds)) for (const n of pieces) of(kind).add(n);
      }),
    /** @param {number[]} pieces @param {string} [when] */
    has: (pieces, when = '') =>
      tab.within(() => {
        for (const kind of Object.keys(kinds)) {
          assert.deepEqual([...of(kind).pieces()].sort(), pieces, `${kind} ${when}`);
        }
      }),
    /** @param {RegExp} notice */
    says: (notice) =>
      tab.within(() => {
        for (const kind of Object.keys(kinds)) assert.match(of(kind).notice(), notice, kind);
      }),
  };
}

const nothing = /^$/;
const isForbidden =
  /^This browser stores nothing for this page: new \w+ will be lost when you leave\.$/;
const isFull = /^This browser’s storage is full: new \w+ will be lost when you leave\.$/;

test('with room: each change is there on the next visit, once, and nothing is said', async () => {
  const first = await visit();
  first.has([]);
  first.add(1, 2);
  first.has([1, 2]);
  const next = await visit();
  next.has([1, 2]);
  next.add(3);
  (await visit()).has([1, 2, 3]);
  for (const one of [first, next]) one.says(nothing);
});

test('two tabs at the same moment: each has the work of both, and hears of it', async () => {
  const [a, b] = [await visit(), await visit()];
  a.add(1);
  b.add(2);
  a.add(3);
  browser.settle([a.tab, b.tab]);
  for (const one of [a, b, await visit()]) one.has([1, 2, 3]);
  for (const [kind, times] of [...a.heard, ...b.heard]) assert.ok(times > 0, kind);
});

test('two tabs, one of which hears of nothing: it reads before it writes', async () => {
  const [a, deaf] = [await visit(), await visit()];
  a.add(1);
  // (What another tab wrote is in the storage a moment later, whether or not the page listens.)
  deaf.tab.listeners = [];
  deaf.tab.hear();
  deaf.add(2);
  deaf.has([1, 2]);
  (await visit()).has([1, 2]);
});

test('two tabs on two variants: each stays on its own, and the one chosen last is shown next', async () => {
  const open = async () => {
    const { tab, module } = await visit();
    const work = tab.within(() => new module.Work('table-parameters'));
    tab.within(() => work.watch(() => undefined));
    /** @param {number} seed @param {string} item @param {string} text */
    const type = (seed, item, text) =>
      tab.within(() => work.change(seed, module.answered(item, text)));
    return { tab, work, type };
  };
  const [a, b] = [await open(), await open()];
  b.tab.within(() => b.work.choose(7));
  a.type(0, 'parameters', '1');
  b.type(7, 'parameters', '2');
  a.type(0, 'last', '3');
  b.type(7, 'last', '4');
  browser.settle([a.tab, b.tab]);
  for (const { work } of [a, b, await open()]) {
    assert.deepEqual(work.sheet(0).answers, { parameters: '1', last: '3' });
    assert.deepEqual(work.sheet(7).answers, { parameters: '2', last: '4' });
    assert.equal(work.folder.seed, 7);
  }
});

test('forbidden: everything goes on for this visit, and it says that nothing is kept', async () => {
  const here = await visit({ refuses: 'forbidden' });
  here.add(1, 2);
  here.has([1, 2]);
  here.says(isForbidden);
  assert.deepEqual(browser.log, []);
  (await visit()).has([]);
});

test('full: what was kept stays, what is new is said to be lost, and is written once there is room', async ({
  mock,
}) => {
  mock.timers.enable({ apis: ['Date'], now: Date.parse(at(1)) });
  const here = await visit();
  here.add(1);
  here.tab.refuses = 'full';
  here.add(2);
  here.has([1, 2]);
  here.says(isFull);
  const other = await visit();
  other.has([1]);
  other.add(3);
  here.tab.hear();
  here.has([1, 2, 3], 'with the work of the other tab');
  // However late that is.
  mock.timers.tick(2 * 3_600_000);
  other.add(5);
  here.tab.hear();
  here.tab.refuses = '';
  here.add(4);
  here.says(nothing);
  browser.settle([here.tab, other.tab]);
  for (const one of [here, other, await visit()]) one.has([1, 2, 3, 4, 5]);
});

for (const [what, text] of [
  ['not JSON', '{"version": 1, "claims": 3'],
  ['of another shape', '{"version": 3, "seed": 0, "sheets": {"0": 3}}'],
  ['of a later version', '{"version": 99, "sheets": {}, "history": [], "runs": {}}'],
]) {
  test(`unreadable, ${what}: put aside under a name that is said, and the work starts anew`, async () => {
    const before = await visit();
    const names = [...new Set(Object.values(kinds).map(({ name }) => name))];
    before.tab.within(() => {
      for (const name of names) localStorage.setItem(`posenc.${name}`, text ?? '');
    });
    const here = await visit();
    here.has([]);
    for (const name of names) {
      assert.equal(here.tab.storage.get(`posenc.${name}.unreadable`), text, name);
    }
    const said = (/** @type {string} */ kind) => here.of(kind).notice();
    const where = (/** @type {string} */ name) =>
      ` Its text is still stored under the name posenc.${name}.unreadable.`;
    for (const [kind, sentence] of [
      [
        'an exercise by hand',
        `The copy of your answers in this browser could not be read, so the boxes start empty.${where('e13.1')}`,
      ],
      [
        'programs',
        `The copy of your program in this browser could not be read, so the exercise starts over.${where('code-rope')}`,
      ],
      [
        'answers to the quiz',
        `The copy of your answers in this browser could not be read, so the quiz starts empty.${where('quiz')}`,
      ],
      [
        'votes on claims',
        'The copy of your trials in this browser could not be read and was set aside.',
      ],
    ]) {
      assert.equal(said(kind ?? ''), sentence);
    }
    here.add(1);
    const next = await visit();
    next.has([1]);
    next.says(nothing);
    assert.equal(next.tab.storage.get('posenc.quiz.unreadable'), text, 'it stays');
  });
}

test('every document of the record is read as it was kept, and put aside if it cannot be read', async () => {
  const { tab, module } = await visit();
  tab.within(() => {
    for (const { name, parse, empty } of module.documents) {
      if (Object.values(kinds).some((kind) => kind.name === name)) continue;
      localStorage.setItem(`posenc.${name}`, '[3]');
      const stored = new module.Stored(name, parse, empty);
      assert.deepEqual(stored.value, empty, name);
      assert.equal(stored.unreadable, `posenc.${name}.unreadable`);
      stored.change((value) => value);
      assert.equal(localStorage.getItem(`posenc.${name}.unreadable`), '[3]');
      const text = localStorage.getItem(`posenc.${name}`) ?? '';
      const { tabs, ...again } = JSON.parse(text);
      assert.deepEqual(parse(again), empty, name);
      assert.ok(tabs, name);
    }
  });
});

test('sheets of versions 1 and 2 are read, and go on as sheets of this one', async () => {
  const answers = { 'PE(1)[0]': 'sin 1', 'PE(1)[1]': '0.2' };
  const checked = { 'PE(1)[0]': 'sin 1' };
  for (const more of [{}, { version: 2, tries: {}, hints: [], cleared: null }]) {
    browser = new Browser();
    const { tab } = await visit();
    const sheet = { answers, checked, ...more };
    tab.within(() => localStorage.setItem('posenc.e13.1', JSON.stringify(sheet)));
    const { module, tab: next } = await visit();
    const work = next.within(() => new module.Work('e13.1'));
    assert.deepEqual(work.sheet(0).answers, answers);
    assert.deepEqual(work.sheet(0).checked, checked);
    assert.equal(work.unreadableCopy, null);
    next.within(() =>
      work.change(0, module.graded(answers, /** @type {any} */ ({ score: 1, max: 20, items: [] }))),
    );
    const { version, sheets } = JSON.parse(next.storage.get('posenc.e13.1') ?? '');
    assert.deepEqual([version, sheets[0].attempts], [3, 1]);
  }
});

test('a reset in the record reaches every tab, and can be undone, with what was done since', async () => {
  const [here, record] = [await visit(), await visit()];
  here.add(1);
  browser.settle([here.tab, record.tab]);
  const portfolio = record.tab.within(() => new record.module.Portfolio());
  record.tab.within(() => assert.equal(portfolio.reset(), true));
  browser.settle([here.tab, record.tab]);
  here.has([]);
  here.add(2);
  browser.settle([here.tab, record.tab]);
  record.tab.within(() => portfolio.undo());
  browser.settle([here.tab, record.tab]);
  const { tab, module } = await visit();
  const all = tab.within(() => new module.Portfolio().snapshot());
  const [exercise, trials] = /** @type {any[]} */ ([all['e13.1'], all['trials']]);
  assert.deepEqual(exercise.sheets[0].answers, { 'PE(0)[1]': '1', 'PE(0)[2]': '2' });
  assert.deepEqual(Object.keys(trials.claims), ['1', '2']);
});

test('a model that was opened is kept in the entry of the history; if the browser refuses, nothing breaks', async () => {
  const { module, tab } = await visit();
  let isRefused = false;
  const history = {
    state: /** @type {unknown} */ (null),
    replaceState(
      /** @type {unknown} */ state,
      /** @type {string} */ _,
      /** @type {URL} */ address,
    ) {
      if (isRefused) throw new DOMException('', 'DataCloneError');
      history.state = state;
      location.href = address.href;
    },
  };
  Object.assign(globalThis, { history });
  location.href = 'http://x.org/models.html?model=GPT-J-6B&length=7#config=x';
  const mine = { name: 'mine.json', text: '{}' };
  tab.within(() => {
    assert.equal(module.storedConfig(), null);
    module.keep(mine, null);
    assert.deepEqual(module.storedConfig(), mine);
    assert.equal(location.href, 'http://x.org/models.html');
    isRefused = true;
    module.keep({ ...mine, name: 'too large' }, null);
    assert.deepEqual(module.storedConfig(), mine);
    isRefused = false;
    module.keep(mine, /** @type {any} */ ({ name: 'BLOOM-176B' }));
    assert.equal(module.storedConfig(), null);
    assert.equal(location.href, 'http://x.org/models.html?model=BLOOM-176B');
  });
});
