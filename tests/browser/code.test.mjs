// Exercises in code on the built site: a learner's program is run, judged, stopped, kept, and reaches nothing.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import sirv from 'sirv';
import { runnerImport } from 'vite';
import { isAccessible } from './accessible.mjs';
import { arrive, base, forbidStorage, open as openSite, origin, test } from './site.mjs';

/** @typedef {import('playwright-core').Page} Page */

const at = 'exercises.html';

/** @param {Page} page @param {string} name */
const exercise = (page, name) => page.locator(`posenc-code[name="${name}"]`);
/** @param {Page} page @param {string} name */
const editor = (page, name) => exercise(page, name).locator('.cm-content');
/** @param {Page} page @param {string} name */
const status = (page, name) => exercise(page, name).locator('.points [role=status]');

/** The text in an editor. @param {Page} page @param {string} name @returns {Promise<string>} */
const textIn = (page, name) =>
  editor(page, name).evaluate((content) =>
    [...content.querySelectorAll('.cm-line')].map((line) => line.textContent).join('\n'),
  );

/** What the start of an exercise is. @param {Page} page @param {string} name */
async function show(page, name) {
  const found = exercise(page, name);
  await arrive(found, '[data-case]');
  return found;
}

/** Opens the site, and the editor of one exercise. @param {string} name @param {Parameters<typeof openSite>[0]} [how] */
async function open(name, how) {
  const site = await openSite({ at, ...how });
  const found = await show(site.page, name);
  await found.getByRole('button', { name: 'Open the editor' }).click();
  await editor(site.page, name).waitFor();
  return { ...site, found };
}

/** Replaces the program in the editor. @param {Page} page @param {string} name @param {string} program */
async function write(page, name, program) {
  await editor(page, name).focus();
  await page.keyboard.press('Control+A');
  await page.keyboard.press('Delete');
  await page.keyboard.insertText(program);
}

/**
 * Runs the tests, and waits for what comes of it.
 * @param {Page} page @param {string} name
 * @returns {Promise<boolean>} whether the program still ran when a timer of three seconds, set as it began, rang.
 *   (Timers of a page ring in their order, however slow the machine is.)
 */
async function run(page, name) {
  return exercise(page, name).evaluate(async (found) => {
    const root = /** @type {ShadowRoot} */ (found.shadowRoot);
    const text = () => root.querySelector('.points [role=status]')?.textContent ?? '';
    const idle = () => /** @type {HTMLElement?} */ (root.querySelector('[type=submit]:enabled'));
    const before = text();
    // (With the mouse it is pressed elsewhere.)
    idle()?.click();
    const end = performance.now() + 20_000;
    let timer = 0;
    let isLate = false;
    const isRunning = () => /** @type {any} */ (found).phase === 'running';
    while (!idle() || text() === before || /^(Loading|Running)/.test(text())) {
      if (performance.now() > end) throw new Error(`after 20 s it says "${text()}"`);
      if (isRunning()) timer ||= window.setTimeout(() => (isLate = isRunning()), 3000);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    clearTimeout(timer);
    return isLate;
  });
}

/** The outcome of each test. @param {Page} page @param {string} name */
const outcomes = (page, name) =>
  exercise(page, name)
    .locator('[data-case]')
    .evaluateAll((cases) => cases.map((one) => one.getAttribute('data-outcome')));

const waves = (
  /** @type {string} */ exponent = '-2 * i / d',
  first = 'sin',
  second = 'cos',
) => `import math

def sinusoidal_encoding(positions, d, base=10000.0):
    if d % 2 != 0:
        raise ValueError("d must be even")
    table = []
    for position in range(positions):
        row = []
        for i in range(d // 2):
            angle = position * base ** (${exponent})
            row.append(math.${first}(angle))
            row.append(math.${second}(angle))
        table.append(row)
    return table
`;

const turn = `import math

def apply_rope(x, position, base=10000.0):
    if len(x) % 2 != 0:
        raise ValueError("pairs")
    turned = []
    for i in range(0, len(x), 2):
        angle = position * base ** (-i / len(x))
        c, s = math.cos(angle), math.sin(angle)
        turned += [x[i] * c - x[i + 1] * s, x[i] * s + x[i + 1] * c]
    return turned
`;

const biases = `import math

def slopes(n):
    power = 2 ** int(math.log2(n))
    own = [2.0 ** (-8 * (h + 1) / power) for h in range(power)]
    return own if power == n else own + slopes(2 * power)[0::2][:n - power]

def alibi_bias(n_heads, seq_len, causal=False):
    return [[[float("-inf") if causal and j > i else -m * abs(i - j)
              for j in range(seq_len)] for i in range(seq_len)] for m in slopes(n_heads)]
`;

const begun = `import math

def rotate(q, pos, base=10000.0):
    d = len(q)
    w = [base ** (-i / d) for i in range(0, d, 2)]
`;
const halves = `${begun}    cos = [math.cos(pos * w[j % (d // 2)]) for j in range(d)]
    sin = [math.sin(pos * w[j % (d // 2)]) for j in range(d)]
    a, b = q[:d // 2], q[d // 2:]
    turned = [-x for x in b] + a
    return [q[j] * cos[j] + turned[j] * sin[j] for j in range(d)]
`;
const neighbours = `${begun}    f = [pos * w[j // 2] for j in range(d)]
    turned = [-q[j + 1] if j % 2 == 0 else q[j - 1] for j in range(d)]
    return [q[j] * math.cos(f[j]) + turned[j] * math.sin(f[j]) for j in range(d)]
`;

/** The solutions that the page shows. */
const { solutions } = /** @type {typeof import('../../web/src/exercises/code/solutions.ts')} */ (
  (await runnerImport('./web/src/exercises/code/solutions.ts', { logLevel: 'error' })).module
);
const solutionOf = (/** @type {string} */ id, n = 0) => solutions[id]?.[n]?.program ?? '';

/** @type {[string, string][]} */
const right = [
  ['code-sinusoidal', waves()],
  ['code-rope', turn],
  ['code-alibi', biases],
  ['debug-layout', halves],
  ['debug-layout', neighbours],
  ['debug-added', neighbours],
  ['code-learned', solutionOf('code-learned')],
  ['code-scores', solutionOf('code-scores')],
  ['code-rope-2d', solutionOf('code-rope-2d')],
];

test(
  'a right program passes every test, and says what to take away',
  { tag: '@smoke' },
  async () => {
    const { page } = await openSite({ at });
    /** @type {Set<string>} */
    const opened = new Set();
    for (const [name, program] of right) {
      const found = await show(page, name);
      if (!opened.has(name)) await found.getByRole('button', { name: 'Open the editor' }).click();
      opened.add(name);
      await write(page, name, program);
      await run(page, name);
      const all = await outcomes(page, name);
      assert.ok(all.length >= 4, `${name} has ${all.length} tests`);
      assert.ok(
        all.every((outcome) => outcome === 'right'),
        `${name}: ${all} ${await status(page, name).innerText()}`,
      );
      assert.match(
        await status(page, name).innerText(),
        new RegExp(`^${all.length} of ${all.length} tests passed\\.`),
      );
      await found.locator('.closing').waitFor();
    }
  },
);

test('a solution to compare with is there once all tests pass, and not before', async () => {
  const name = 'debug-layout';
  const { page, found } = await open(name);
  const compare = found.getByRole('button', { name: 'Compare with a solution' });
  await run(page, name);
  assert.equal(await compare.count(), 0);
  await write(page, name, neighbours);
  await run(page, name);
  await compare.click();
  await found.getByText('A solution to compare with').waitFor();
  const shown = found.locator('.solution pre');
  assert.deepEqual(
    (await shown.allInnerTexts()).map((text) => text.trim()),
    solutions[name]?.map(({ program }) => program.trim()),
  );
  await found.getByText('With halves as pairs:').waitFor();
  await isAccessible(page, { within: `posenc-code[name="${name}"]` });
  // Changed, it has to pass once more.
  await editor(page, name).focus();
  await page.keyboard.press('Control+End');
  await page.keyboard.insertText('# changed');
  await found.locator('.solution').waitFor({ state: 'detached' });
});

test('code-learned: what Python would look up from the end is named, as is a row that is not there', async () => {
  const name = 'code-learned';
  const { page, found } = await open(name);
  await write(
    page,
    name,
    'def look_up(table, positions):\n    return [table[p] for p in positions]\n',
  );
  await run(page, name);
  // Past the last row Python raises an IndexError itself, which is right.
  assert.deepEqual(await outcomes(page, name), [...Array(5).fill('right'), 'wrong']);
  assert.match(
    await found.locator('.case .say').innerText(),
    /A position that has no row must raise an IndexError but returned 1 x 3 numbers\./,
  );
  assert.match(await found.locator('.results').innerText(), /an error/);
  await write(page, name, solutionOf(name).replace('[table[position]', '[table[position - 1]'));
  await run(page, name);
  assert.match(
    await found.locator('.case .say').innerText(),
    /Positions start at 0\. Row 0 belongs to position 0: do not subtract 1\./,
  );
  await page.reload();
  await show(page, name);
  assert.match(await found.locator('pre.program').innerText(), /position - 1/);
});

test('code-scores: a slip in one of three encodings is named, and the other two count', async () => {
  const name = 'code-scores';
  const { page, found } = await open(name, {
    options: { viewport: { width: 360, height: 740 }, hasTouch: true, reducedMotion: 'reduce' },
  });
  const program = solutionOf(name);
  /** @type {[string, string, number][]} */
  const slips = [
    [
      program.replace(
        '/ math.sqrt(len(q)) - slope * abs(position - j)',
        '/ math.sqrt(len(q)) + slope * abs(position - j)',
      ),
      'The sign of the bias is wrong.',
      4,
    ],
    [
      program.replace(
        '[dot(query, rotated(key, j, base)) / math.sqrt(len(q))',
        '[dot(query, rotated(key, j, base))',
      ),
      'The score is not divided by √d.',
      4,
    ],
    [
      program.replace('row += [math.sin(f), math.cos(f)]', 'row += [math.cos(f), math.sin(f)]'),
      'Sine and cosine are swapped.',
      4,
    ],
  ];
  for (const [slipped, said, passed] of slips) {
    assert.notEqual(slipped, program);
    await write(page, name, slipped);
    await run(page, name);
    const text = await found.locator('.case .say').innerText();
    assert.ok(text.includes(said), `${text} / ${said}`);
    const all = await outcomes(page, name);
    assert.equal(all.filter((outcome) => outcome === 'right').length, passed, `${all}`);
  }
  const { scrollWidth, clientWidth } = await page.evaluate(() => ({
    scrollWidth: document.documentElement.scrollWidth,
    clientWidth: document.documentElement.clientWidth,
  }));
  assert.ok(scrollWidth <= clientWidth, `${scrollWidth} > ${clientWidth}`);
});

test('code-rope-2d: slips between x and y are named', async () => {
  const name = 'code-rope-2d';
  const { page, found } = await open(name);
  const program = solutionOf(name);
  const last = 'rope(q[:half], x, 100.0) + rope(q[half:], y, 100.0)';
  /** @type {[string, string, number][]} */
  const slips = [
    ['rope(q[:half], y, 100.0) + rope(q[half:], x, 100.0)', 'x and y are swapped.', 2],
    ['rope(q[:half], x, 100.0) + q[half:]', 'The half of y does not turn.', 3],
    ['rope(q, x + y, 100.0)', 'x and y are added.', 2],
  ];
  for (const [slipped, said, passed] of slips) {
    assert.ok(program.includes(last));
    await write(page, name, program.replace(last, slipped));
    await run(page, name);
    const text = await found.locator('.case .say').innerText();
    assert.ok(text.includes(said), `${text} / ${said}`);
    const all = await outcomes(page, name);
    assert.equal(all.filter((outcome) => outcome === 'right').length, passed, `${all}`);
  }
});

test('a program to be fixed fails as it stands, and its slip is named', async () => {
  const { page } = await openSite({ at });
  for (const [name, said] of /** @type {const} */ ([
    ['debug-layout', 'Two layouts are mixed.'],
    ['debug-added', 'The vector itself is added.'],
  ])) {
    const found = await show(page, name);
    // Without scripts, the page shows the program that is to be fixed.
    const written = await found.evaluate(
      (element) => element.querySelector('pre code')?.textContent,
    );
    await found.getByRole('button', { name: 'Open the editor' }).click();
    await editor(page, name).waitFor();
    assert.equal((await textIn(page, name)).trim(), written?.trim());
    await run(page, name);
    assert.ok((await outcomes(page, name)).includes('wrong'), name);
    assert.ok((await found.locator('.case .say').innerText()).includes(said), name);
  }
});

const sinesFirst = `import math
def sinusoidal_encoding(positions, d, base=10000.0):
    if d % 2:
        raise ValueError('an odd d')
    angles = [[p * base ** (-2 * i / d) for i in range(d // 2)] for p in range(positions)]
    return [[math.sin(a) for a in row] + [math.cos(a) for a in row] for row in angles]
`;

test('a known slip is named, with what was expected, what came, and a picture of both', async () => {
  const { page, found } = await open('code-sinusoidal');
  const name = 'code-sinusoidal';
  /** @type {[string, string][]} */
  const slips = [
    [waves('-i / d'), 'The exponent is 2i/d, not i/d.'],
    [waves('2 * i / d'), 'The exponent is negative.'],
    [waves('-2 * i / d', 'cos', 'sin'), 'Sine and cosine are swapped.'],
    [waves().replace('= position *', '= (position + 1) *'), 'Positions start at 0.'],
    [waves().replace('= position *', '= math.pi / 180 * position *'), 'The angle is in radians'],
    // By hand this would count, under another convention.
    [sinesFirst, 'All sines come before all cosines.'],
  ];
  for (const [program, said] of slips) {
    await write(page, name, program);
    await run(page, name);
    const text = await found.locator('.case .say').innerText();
    assert.ok(text.includes(said), `${text} / ${said}`);
    const results = await found.locator('.results dd').allInnerTexts();
    assert.equal(results.length, 2);
    assert.match(results[0] ?? '', /^\[\[/);
    assert.notEqual(results[0], results[1]);
    // Drawn once its width is known, which may be a frame later.
    await found.locator('posenc-tiles-plot text.name').first().waitFor();
    const tiles = await found
      .locator('posenc-tiles-plot text.name')
      .evaluateAll((names) => names.map((one) => one.textContent));
    assert.ok(tiles.includes('expected') && tiles.includes('yours'), `${tiles}`);
  }
  // Any other case can be looked at.
  const passed = found.locator('[data-outcome=right] button').first();
  await passed.click();
  assert.equal(await passed.getAttribute('aria-pressed'), 'true');
  await found.locator('.case').getByText('Right.', { exact: true }).waitFor();
});

test('numbers arrive as Python has them, to the last bit', async () => {
  const name = 'code-rope';
  const { page, found } = await open(name);
  await write(page, name, 'for k in range(1, 150):\n    print(k / 7 ** (k % 20))\n');
  await run(page, name);
  const printed = (await found.locator('details pre').innerText()).trim().split('\n');
  assert.equal(printed.length, 149);
  for (const [n, text] of printed.entries()) {
    assert.equal(Number(text), (n + 1) / 7 ** ((n + 1) % 20));
  }
});

test('another seed asks for other calls, and has a sheet of its own', async () => {
  const name = 'code-rope';
  const { page, found } = await open(name);
  const calls = () =>
    found
      .locator('[data-case]')
      .evaluateAll((all) => all.map((one) => one.getAttribute('data-case')));
  const own = await calls();
  await write(page, name, turn);
  await found.evaluate((element) => element.setAttribute('seed', '7'));
  await page.waitForFunction(
    ([name, first]) =>
      document
        .querySelector(`posenc-code[name="${name}"]`)
        ?.shadowRoot?.querySelector('[data-case]')
        ?.getAttribute('data-case') !== first,
    [name, own[0]],
  );
  assert.match(await textIn(page, name), /Your turn/);
  await write(page, name, turn);
  await run(page, name);
  assert.match(await status(page, name).innerText(), /(\d+) of \1 tests passed\./);
  assert.ok((await calls()).every((call) => !own.slice(0, 2).includes(call)));
  await found.evaluate((element) => element.setAttribute('seed', '0'));
  await page.waitForFunction(
    ([name, first]) =>
      document
        .querySelector(`posenc-code[name="${name}"]`)
        ?.shadowRoot?.querySelector('[data-case]')
        ?.getAttribute('data-case') === first,
    [name, own[0]],
  );
  assert.deepEqual(await calls(), own);
  assert.ok((await outcomes(page, name)).every((outcome) => outcome === 'empty'));
});

test('masked cells are drawn as masked', async () => {
  const { page, found } = await open('code-alibi');
  await write(page, 'code-alibi', biases);
  await run(page, 'code-alibi');
  await found.locator('[data-case*="True"] button').first().click();
  await found.locator('posenc-tiles-plot path.hatch').first().waitFor();
  await found.locator('posenc-tiles-plot').getByText('−∞ or not a number').waitFor();
});

test('an error leads to its line; what is no list is not read', async () => {
  const name = 'code-rope';
  const { page, found } = await open(name);
  const failing = () =>
    found
      .locator('.cm-line.failed')
      .evaluateAll((lines) =>
        lines.map((line) => [...(line.parentElement?.children ?? [])].indexOf(line) + 1),
      );
  /** @type {[string, number, RegExp][]} */
  const broken = [
    ['import math\n\ndef apply_rope(x, position)\n    return x\n', 3, /Line 3: SyntaxError/],
    [
      'def apply_rope(x, p):\n    if p:\n        p = 1\n      q = 2\n    return x\n',
      4,
      /Line 4: Indent/,
    ],
    ['import numpy as np\n', 1, /NumPy and other packages are not available here/],
    ['a = [1]\nwhile True:\n    a = a + a\n', 3, /Line 3: MemoryError/],
    ['x = input("name?")\n', 1, /nobody to ask/],
  ];
  for (const [program, line, said] of broken) {
    await write(page, name, program);
    await run(page, name);
    assert.match(await found.locator('.failure').innerText(), said);
    assert.match(await status(page, name).innerText(), /^Nothing was tested\./);
    assert.deepEqual(await failing(), [line], program);
    await found.getByRole('button', { name: `Go to line ${line}` }).click();
    await page.keyboard.type('#');
    assert.ok((await textIn(page, name)).split('\n')[line - 1]?.startsWith('#'));
  }
  // Within a call.
  await write(
    page,
    name,
    'def apply_rope(x, position, base=10000.0):\n    y = 2\n    return x[99]\n',
  );
  await run(page, name);
  assert.match(await found.locator('.raised').innerText(), /Line 3: IndexError/);
  assert.deepEqual(await failing(), [3]);
  // A result that is none.
  await write(
    page,
    name,
    'def apply_rope(x, position, base=10000.0):\n    print("at", position)\n',
  );
  await run(page, name);
  assert.ok((await outcomes(page, name)).includes('unreadable'));
  assert.match(await found.locator('.case .say').innerText(), /This is not a list of numbers/);
  assert.match(await found.locator('details pre').innerText(), /^at \d/);
});

test('what does not end is stopped in two seconds; the text stays', { tag: '@alone' }, async () => {
  const name = 'code-rope';
  const { page, found } = await open(name);
  /** @type {[string, RegExp][]} */
  const endless = [
    ['while True:\n    pass\n', /^Stopped while your program was loading: it took longer/],
    [
      'print("before")\ndef apply_rope(x, p, base=1.0):\n    while p: pass\n    return x\n',
      /^Stopped in apply_rope\(.*\): it took longer/,
    ],
    [
      'a = []\nwhile True:\n    a.append([1.5] * 100)\n',
      /^Stopped while your program was loading: it ran out of memory/,
    ],
    ['while True:\n    print("spam")\n', /^Stopped while/],
    // It says so itself, time and again.
    ['import js\nwhile True:\n    js.postMessage("spam")\n', /^Stopped while/],
  ];
  for (const [program, said] of endless) {
    await write(page, name, program);
    const began = Date.now();
    const isLate = await run(page, name);
    const took = Date.now() - began;
    assert.match(await status(page, name).innerText(), said);
    assert.ok(took > 1800, `after ${took} ms`);
    assert.equal(isLate, false);
    assert.equal((await textIn(page, name)).trim(), program.trim());
  }
  // The next is run as if nothing had been.
  await write(page, name, turn);
  await run(page, name);
  assert.match(await status(page, name).innerText(), /(\d+) of \1 tests passed\./);

  // And sooner, with Stop.
  await write(page, name, 'while True:\n    pass\n');
  await page.keyboard.press('Control+Enter');
  await found.getByRole('button', { name: 'Stop' }).click();
  await found.getByText('Stopped. Your program is unchanged.').waitFor();
});

test('when a program fails before any test, nothing of the one before it is left', async () => {
  const name = 'code-rope';
  const { page, found } = await open(name);
  const shown = () => found.locator('.case, .results, posenc-matrix-plot, .closing').count();
  const wrong = turn.replace('* s,', '* s * 2,');
  /** @type {[string, RegExp][]} */
  const failing = [
    ['def apply_rope(x, position)\n    return x\n', /^Nothing was tested\./],
    ['while True:\n    pass\n', /^Stopped while your program was loading/],
  ];
  for (const [program, said] of failing) {
    for (const before of [wrong, turn]) {
      await write(page, name, before);
      await run(page, name);
      assert.ok((await outcomes(page, name)).includes('right'));
      assert.ok((await shown()) > 0, 'before');
      await write(page, name, program);
      await run(page, name);
      assert.match(await status(page, name).innerText(), said);
      assert.deepEqual([...new Set(await outcomes(page, name))], ['empty']);
      assert.equal(await shown(), 0);
      assert.equal(await found.getByText('before your last change').count(), 0);
    }
  }
  // The best of it is kept, and after a reload what it was about is said.
  await page.reload();
  await show(page, name);
  await found.getByText('Results from before your last change.').waitFor();
  assert.ok((await outcomes(page, name)).every((outcome) => outcome === 'right'));
});

test('a program survives reloading, comes back after a fresh start, and outlives its storage', async () => {
  const name = 'code-rope';
  const { page, found } = await open(name);
  await write(page, name, turn.replace('* s,', '* s * 2,'));
  await run(page, name);
  const before = await outcomes(page, name);
  assert.ok(before.includes('wrong'));
  await page.keyboard.press('Tab');
  await editor(page, name).focus();
  await page.keyboard.press('Control+End');
  await page.keyboard.insertText('# not run yet');
  await page.reload();
  await show(page, name);
  assert.match(await found.locator('pre.program').innerText(), /# not run yet/);
  await found.getByText('Results from before your last change.').waitFor();
  await found.locator('[data-case][data-outcome=wrong]').first().waitFor();
  assert.deepEqual(await outcomes(page, name), before);

  await found.getByRole('button', { name: 'Open the editor' }).click();
  await editor(page, name).waitFor();
  await found.getByRole('button', { name: 'Start over' }).click();
  assert.match(await textIn(page, name), /Your turn/);
  await found.getByRole('button', { name: 'Undo' }).click();
  assert.match(await textIn(page, name), /# not run yet/);
  // The core grades what has come back.
  await found.locator('[data-case][data-outcome=wrong]').first().waitFor();
  assert.deepEqual(await outcomes(page, name), before);

  const forbidden = await open(name, { prepare: forbidStorage });
  await write(forbidden.page, name, turn);
  await forbidden.found.getByText('This browser stores nothing for this page').waitFor();
  await run(forbidden.page, name);
  assert.match(await status(forbidden.page, name).innerText(), /(\d+) of \1 tests passed\./);
  assert.equal((await textIn(forbidden.page, name)).trim(), turn.trim());
});

test('two tabs on one program: what is typed and tested in one is in the other, and nothing is lost', async () => {
  const name = 'code-rope';
  const { page, context } = await open(name);
  const other = await context.newPage();
  await other.goto(`${origin}${base}${at}`);
  const found = await show(other, name);
  await found.getByRole('button', { name: 'Open the editor' }).click();
  await editor(other, name).waitFor();
  await write(page, name, turn);
  await editor(other, name).getByText('turned +=').waitFor();
  await run(other, name);
  assert.match(await status(other, name).innerText(), /(\d+) of \1 tests passed\./);
  await exercise(page, name).locator('[data-outcome=right]').first().waitFor();
  assert.deepEqual(await outcomes(page, name), await outcomes(other, name));
  // The tab that is not tested in goes on from where the other is.
  await editor(page, name).focus();
  await page.keyboard.press('Control+End');
  await page.keyboard.insertText('# from the first');
  await editor(other, name).getByText('# from the first').waitFor();
  await found.getByText('Results from before your last change.').waitFor();
  await Promise.all([page.reload(), other.reload()]);
  for (const tab of [page, other]) {
    await show(tab, name);
    const program = await exercise(tab, name).locator('pre.program').innerText();
    assert.equal(program.trim(), `${turn}# from the first`.trim());
    await exercise(tab, name).locator('[data-outcome=right]').first().waitFor();
    assert.ok((await outcomes(tab, name)).every((outcome) => outcome === 'right'));
  }
});

test('a program reaches no network, no storage and no page', async () => {
  const name = 'code-rope';
  /** @type {string[]} */
  const called = [];
  const files = sirv('build/site', { dev: true });
  // The site, from a host that notes all that it is asked for; and another that would answer whoever asks.
  const hosts = [true, false].map((isSite) =>
    createServer((request, response) => {
      called.push(request.url ?? '');
      response.setHeader('Access-Control-Allow-Origin', '*');
      if (isSite) files(request, response, () => void response.writeHead(404).end());
      else response.end('void 0');
    }).on('upgrade', (request, socket) => {
      called.push(request.url ?? '');
      socket.destroy();
    }),
  );
  const ports = [];
  for (const host of hosts) {
    await new Promise((resolve) => host.listen(0, '127.0.0.1', () => resolve(undefined)));
    ports.push(/** @type {import('node:net').AddressInfo} */ (host.address()).port);
  }
  const [inside, outside] = ports.map((port) => `http://127.0.0.1:${port}`);
  try {
    // (That it refuses is what the console says.)
    const { page, context } = await open(name, {
      address: `${inside}/${at}`,
      mayComplain: true,
    });
    // Both are there to be reached, by who may: a worker of another page.
    const other = await context.newPage();
    await other.goto(`${outside}/`);
    for (const host of [inside, outside]) {
      await other.evaluate(
        (address) =>
          new Promise((resolve) => {
            const text = `fetch("${address}").then(() => postMessage(0))`;
            const worker = new Worker(URL.createObjectURL(new Blob([text])));
            worker.onmessage = resolve;
          }),
        `${host}/control`,
      );
    }
    assert.equal(called.filter((path) => path === '/control').length, 2);
    await other.close();
    await write(page, name, turn);
    await run(page, name);
    called.length = 0;
    /** Each either fails at once, or leads nowhere. @type {string[]} */
    const attempts = [
      ...[`${outside}/fetch`, `${inside}/licences.txt`].map((to) => `js.fetch("${to}")`),
      `js.navigator.sendBeacon("${outside}/beacon", "x")`,
      `js.WebSocket.new("${outside?.replace('http', 'ws')}/socket")`,
      `js.EventSource.new("${outside}/events")`,
      ...[`${outside}/import`, `${inside}/theme.js`].map((to) => `js.importScripts("${to}")`),
      ...[`${outside}/worker`, `${inside}/theme.js`].map((to) => `js.Worker.new("${to}")`),
      ...[`${outside}/xhr`, `${inside}/licences.txt`].map(
        (to) => `(lambda x: (x.open("GET", "${to}", False), x.send()))(js.XMLHttpRequest.new())`,
      ),
      `js.eval("fetch('${outside}/eval')")`,
      `js.Function.new("fetch('${outside}/function')")()`,
      `js.setTimeout("fetch('${outside}/timeout')", 0)`,
      `js.WebTransport.new("${outside?.replace('http', 'https')}/transport")`,
      'js.localStorage.getItem("posenc.code-rope")',
      'js.sessionStorage.getItem("x")',
      'js.indexedDB.open("x").onerror',
      'js.caches.open("x")',
      'js.document.title',
      'js.window.parent.document',
      'js.parent.document',
      'js.top.location',
      'js.opener.document',
    ];
    for (const attempt of attempts) {
      await write(page, name, `import js\nprint("before")\nprint("found:", ${attempt})\n${turn}`);
      await run(page, name);
      const printed = await exercise(page, name).locator('details pre').innerText();
      assert.match(printed, /^before/);
      // Whatever it gives back is no text, no title and no element.
      assert.match(
        printed.trim(),
        /^before(\nfound: (\d+|<JsProxy \d+>|<undefined>|None))?$/,
        attempt,
      );
    }
    await write(
      page,
      name,
      `import js
print("origin:", js.self.origin)
print([hasattr(js, one) for one in ("localStorage", "document", "parent", "window")])
${turn}`,
    );
    await run(page, name);
    assert.equal(
      (await exercise(page, name).locator('details pre').innerText()).trim(),
      'origin: null\n[False, False, False, False]',
    );
    // What is refused later, as promises are, has had the time to be.
    await page.waitForTimeout(500);
    assert.deepEqual([...new Set(called)], ['/sandbox.html']);
    // No frame of a program that has ended is left.
    assert.equal(await page.locator('iframe').count(), 0);
  } finally {
    for (const host of hosts) {
      host.closeAllConnections();
      host.close();
    }
  }
});

test('the frame works for none but the page around it', async () => {
  const { page } = await openSite({ at });
  await page.goto(`${origin}${base}sandbox.html`);
  const answer = await page.evaluate(
    () =>
      new Promise((resolve) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = ({ data }) => resolve(data);
        const task = { python: 'postMessage(1)', wasm: new ArrayBuffer(0), source: '', calls: [] };
        window.postMessage(task, '*', [port2]);
        setTimeout(() => resolve('silence'), 500);
      }),
  );
  assert.equal(answer, 'silence');
});

test('the keyboard: Tab leads on, Ctrl-] indents, Ctrl-Enter runs', async () => {
  const name = 'code-rope';
  const { page, found } = await open(name);
  const active = () =>
    found.evaluate((element) => element.shadowRoot?.activeElement?.textContent?.trim());
  assert.equal(await editor(page, name).evaluate((content) => content.matches(':focus')), true);
  const before = await textIn(page, name);
  await page.keyboard.press('Tab');
  assert.match((await active()) ?? '', /^Run the tests/);
  assert.equal(await textIn(page, name), before);
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('Control+]');
  assert.match(await textIn(page, name), /^ {4}import math/);
  await page.keyboard.press('Control+[');
  assert.equal(await textIn(page, name), before);
  await page.keyboard.press('Control+Enter');
  await found.getByText(/of \d+ tests passed/).waitFor();
  // It has a name, and its description says how to leave it.
  const [label = '', description = ''] = await editor(page, name).evaluate((content) => [
    content.getAttribute('aria-label'),
    /** @type {ShadowRoot} */ (content.getRootNode()).getElementById(
      content.getAttribute('aria-describedby') ?? '',
    )?.textContent,
  ]);
  assert.match(label ?? '', /^Your program/);
  assert.match(description ?? '', /Tab leaves the editor/);
});

test('what takes longer than a second is said to be under way', async () => {
  const name = 'code-rope';
  /** @type {() => void} */
  let letGo = () => {};
  /** @type {Promise<void>} */
  const held = new Promise((resolve) => (letGo = resolve));
  const { page, found } = await open(name, {
    prepare: (page) =>
      page.route('**/micropython-*.wasm', async (route) => {
        await held;
        await route.continue();
      }),
  });
  await write(page, name, turn);
  await found.getByRole('button', { name: 'Run the tests' }).click();
  await found.getByText('Loading Python …').waitFor();
  letGo();
  await found.getByText(/(\d+) of \1 tests passed\./).waitFor();
});

test('until it is opened nothing of it comes; without a network it works after a visit', async () => {
  const { page, context } = await openSite({ at, keeps: true });
  /** @type {string[]} */
  const came = [];
  const name = 'code-rope';
  await show(page, name);
  const parts = await page.evaluate(() =>
    performance.getEntriesByType('resource').map((entry) => entry.name),
  );
  came.push(...parts.filter((url) => /python|editor|sandbox/.test(url)));
  assert.deepEqual(came, []);
  await page.getByText('Saved for offline use.').waitFor({ state: 'attached', timeout: 60_000 });
  await page.reload();
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await context.setOffline(true);
  const found = await show(page, name);
  await found.getByRole('button', { name: 'Open the editor' }).click();
  await editor(page, name).waitFor();
  await write(page, name, turn);
  await run(page, name);
  assert.match(await status(page, name).innerText(), /(\d+) of \1 tests passed\./);
});

test('on a phone axe finds nothing, light or dark, and nothing goes sideways', async () => {
  const name = 'code-sinusoidal';
  const { page, found } = await open(name, {
    options: { viewport: { width: 360, height: 740 }, hasTouch: true, reducedMotion: 'reduce' },
  });
  await write(page, name, waves('-i / d'));
  await run(page, name);
  await found.locator('posenc-tiles-plot svg').waitFor();
  const { scrollWidth, clientWidth } = await page.evaluate(() => ({
    scrollWidth: document.documentElement.scrollWidth,
    clientWidth: document.documentElement.clientWidth,
  }));
  assert.ok(scrollWidth <= clientWidth, `${scrollWidth} > ${clientWidth}`);
  await isAccessible(page, { within: `posenc-code[name="${name}"]` });
});
