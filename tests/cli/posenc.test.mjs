// The posenc command, run as a person or a script runs it.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { posenc as run } from '../posenc.mjs';

const folder = mkdtempSync(join(tmpdir(), 'posenc-test-'));
after(() => rmSync(folder, { recursive: true }));

/** @param {unknown} content @returns {string} */
function file(content) {
  const path = join(folder, 'input.json');
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

/** @param {string[]} args @param {string} stderr */
function rejects(args, stderr, input = '') {
  const result = run(args, input);
  assert.equal(result.stderr, `posenc: ${stderr}\n`);
  assert.equal(result.status, 2);
  return result;
}

test('train reads no text that is too large, and no device', () => {
  const train = ['train', '--task', 'text', '--scheme', 'none', '--text'];
  const sparse = join(folder, 'sparse.txt');
  writeFileSync(sparse, '');
  truncateSync(sparse, 100_000_000);
  const size = 'from 20000 to 5000000 bytes but has 100000000';
  rejects([...train, sparse], `[text] the text must have ${size}`);
  const device = 'cannot read "/dev/zero", which must be a file but is a device';
  rejects([...train, '/dev/zero'], device);
  rejects(['train', '--resume', '/dev/zero'], device);
  rejects([...train, folder], `cannot read "${folder}", which must be a file but is a folder`);
});

/** Every number of an array or object, with its place. @param {any} value @returns {[string, any][]} */
const leaves = (value, at = '') =>
  typeof value === 'object' && value !== null
    ? Object.keys(value)
        .sort()
        .flatMap((key) => leaves(value[key], `${at}/${key}`))
    : [[at, value]];

for (const file of readdirSync('tests/reference').filter((name) => name.endsWith('.json'))) {
  test(`eval prints what every case of ${file} expects, to its tolerance`, () => {
    const path = join('tests/reference', file);
    const { cases } = JSON.parse(readFileSync(path, 'utf8'));
    const { status, stdout, stderr } = run(['eval', path]);
    assert.equal(stderr, '');
    assert.equal(status, 0);
    const got = JSON.parse(stdout).cases;
    assert.equal(got.length, cases.length);
    for (const [n, one] of cases.entries()) {
      assert.equal(got[n].name, one.name);
      assert.deepEqual(Object.keys(got[n]), ['name', 'got']);
      const numbers = leaves(got[n].got);
      const expected = leaves(one.expected);
      assert.equal(numbers.length, expected.length);
      for (const [k, [at, value]] of expected.entries()) {
        const [place, number] = numbers[k] ?? [];
        assert.equal(place, at);
        if (value === null || one.compare === 'exact') assert.equal(number, value, one.name + at);
        else {
          const scale = one.compare === 'relative' ? Math.abs(value) : 1;
          assert.ok(Math.abs(number - value) <= one.tol_double * scale, one.name + at);
        }
      }
    }
  });
}

test('eval never reads answers or tolerances', () => {
  const { cases } = JSON.parse(readFileSync('tests/reference/sinusoidal.json', 'utf8'));
  const bare = cases.map((/** @type {any} */ { name, kind, params }) => ({ name, kind, params }));
  const poisoned = bare.map((/** @type {any} */ one) => ({
    ...one,
    expected: 'x',
    tol_double: 'y',
    compare: 3,
  }));
  const plain = run(['eval', 'tests/reference/sinusoidal.json']).stdout;
  assert.equal(run(['eval', file({ cases: bare })]).stdout, plain);
  assert.equal(run(['eval', file({ cases: poisoned })]).stdout, plain);
});

test('eval reads standard input', () => {
  const one = { name: 'a', kind: 'inverse_frequencies', params: { d_model: 4, base: 10000 } };
  assert.equal(
    run(['eval', '-'], JSON.stringify({ cases: [one] })).stdout,
    '{"cases":[{"name":"a","got":[1.0,0.01]}]}\n',
  );
});

test('bad params are one line and exit code 2; the other cases are computed all the same', () => {
  const good = { name: 'good', kind: 'inverse_frequencies', params: { d_model: 2, base: 10000 } };
  const odd = {
    name: 'odd\nname',
    kind: 'inverse_frequencies',
    params: { d_model: 7, base: 10000 },
  };
  const { stdout } = rejects(
    ['eval', file({ cases: [odd, good] })],
    'case 1, "odd name": [frequencies] d_model must be a positive even number but got 7',
  );
  assert.deepEqual(JSON.parse(stdout).cases[1], { name: 'good', got: [1] });
  rejects(
    ['eval', file({ cases: [odd, odd, odd] })],
    'case 1, "odd name": [frequencies] d_model must be a positive even number but got 7 (and 2 more)',
  );
});

test('grade reads the answers of the exercise and prints a verdict for each item', () => {
  const answers = {
    'PE(0)': ['0', '1', '0', '1'],
    'PE(1)': ['sin 1', '0,54', '0.1', ''],
    'PE(5)': [-0.959, '0.28', 'sin(5/10)', 'cos('],
    'PE(0).PE(1)': '1.54',
    'PE(0).PE(5)': '1/0',
    similar: 'equal',
  };
  const { status, stdout } = run(['grade', 'e13.1', file({ answers })]);
  assert.equal(status, 0);
  const { score, max, items } = JSON.parse(stdout);
  assert.equal(max, 20);
  assert.equal(score, 9.5);
  assert.equal(items.length, 20);
  const of = (/** @type {string} */ item) => {
    const { outcome, reason, read } = items.find((/** @type {any} */ one) => one.item === item);
    return [outcome, reason, read];
  };
  assert.deepEqual(of('PE(1)[0]'), ['right', null, Math.sin(1)]);
  assert.deepEqual(of('PE(1)[1]'), ['right', null, 0.54]);
  // Beside the same slip in PE(5) it is that one, though ten times sin(0.01) is nearer.
  assert.deepEqual(of('PE(1)[2]'), ['wrong', 'exponent', 0.1]);
  assert.deepEqual(of('PE(1)[3]'), ['empty', null, null]);
  assert.deepEqual(of('PE(5)[1]'), ['form', 'rounded', 0.28]);
  assert.deepEqual(of('PE(5)[2]'), ['wrong', 'exponent', Math.sin(0.5)]);
  assert.deepEqual(of('PE(5)[3]'), ['unreadable', null, null]);
  assert.deepEqual(of('PE(6)[0]'), ['empty', null, null]);
  assert.deepEqual(of('PE(0).PE(5)'), ['unreadable', null, null]);
  assert.deepEqual(of('similar'), ['right', null, null]);
});

test('grade --record: exit code 0 if all claims agree, 1 if one does not, 2 for what is no record', () => {
  const at = '2026-05-03T10:00:00.000Z';
  const attempt = { answers: { pair: '6', wavelength: '35.333', bin: '3' }, score: 3, max: 3, at };
  const sheet = { exercise: 'dft-peak', seed: 0, attempts: 2, best: attempt, latest: attempt };
  const kept = { format: 'posenc-work', version: 1, name: 'Ada', at, class: null };
  const good = run(['grade', '--record', file({ ...kept, sheets: [sheet] })]);
  assert.equal(good.stderr, '');
  assert.equal(good.status, 0);
  const { agrees, name, sheets } = JSON.parse(good.stdout);
  assert.equal(agrees, true);
  assert.equal(name, 'Ada');
  assert.deepEqual(sheets[0].best, {
    ...{ score: 3, max: 3, claimed: 3, claimed_max: 3, agrees: true, at },
  });
  const claimed = { ...sheet, latest: { ...attempt, answers: { pair: '6' } } };
  const bad = run(['grade', '--record', '-'], JSON.stringify({ ...kept, sheets: [claimed] }));
  assert.equal(bad.stderr, '');
  assert.equal(bad.status, 1);
  const graded = JSON.parse(bad.stdout);
  assert.equal(graded.agrees, false);
  assert.equal(graded.sheets[0].best.agrees, true);
  assert.equal(graded.sheets[0].latest.score, 1);

  // The questions of a lab, about a run of the learner's own.
  const outcome = {
    ...{ task: 'order', schemes: ['none', 'rope'], lengths: [8, 16], seeds: 1 },
    ...{ accuracies: [0.95, 0.5, 0.99, null], trainLongest: 8, chance: 0.5, ceiling: null },
  };
  const guesses = { 'guess-none': '52', 'guess-rope': '-' };
  const guess = { answers: guesses, score: 3, max: 3, at, outcome };
  const lab = { exercise: 'prediction', seed: 0, setting: 'run.task=order', attempts: 1 };
  const record = (/** @type {object} */ latest) =>
    JSON.stringify({ ...kept, sheets: [{ ...lab, best: guess, latest }, sheet] });
  const agreed = run(['grade', '--record', '-'], record(guess));
  assert.equal(agreed.stderr, '');
  assert.equal(agreed.status, 0);
  assert.equal(JSON.parse(agreed.stdout).sheets[0].setting, 'run.task=order');
  const tooHigh = { ...guess, answers: { ...guesses, 'guess-none': '90' } };
  const differs = run(['grade', '--record', '-'], record(tooHigh));
  assert.equal(differs.status, 1);
  const [ofLab, ofSheet] = JSON.parse(differs.stdout).sheets;
  assert.equal(ofSheet.agrees, true);
  assert.deepEqual(ofLab.best, {
    ...{ score: 3, max: 3, claimed: 3, claimed_max: 3, agrees: true, at },
  });
  assert.deepEqual(ofLab.latest, {
    ...{ score: 2, max: 3, claimed: 3, claimed_max: 3, agrees: false, at },
  });
  // On a text, in bits per character, with a mix of schemes by layer.
  const bits = { values: [2.5, 2.6, 2.4, null], single: 4.29, pair: 3.44 };
  const onText = { ...outcome, task: 'text', schemes: ['rope', 'rope/none'], accuracies: [], bits };
  const inBits = { ...guess, answers: { within: 'rope/none', twice: '-' }, score: 1, max: 2 };
  const layers = { ...lab, exercise: 'layers', best: null, latest: { ...inBits, outcome: onText } };
  const ofText = run(['grade', '--record', '-'], JSON.stringify({ ...kept, sheets: [layers] }));
  assert.equal(ofText.stderr, '');
  assert.deepEqual(JSON.parse(ofText.stdout).sheets[0].latest, {
    ...{ score: 2, max: 2, claimed: 1, claimed_max: 2, agrees: false, at },
  });
  const short = { ...guess, outcome: { ...outcome, accuracies: [0.5] } };
  const cannotBe = run(['grade', '--record', '-'], record(short));
  assert.equal(cannotBe.status, 1);
  assert.match(JSON.parse(cannotBe.stdout).sheets[0].message, /accuracies but there are 1$/);
  rejects(
    ['grade', '--record', '-'],
    'sheet 1 (prediction) latest outcome "accuracies" must be an array but is null',
    record({ ...guess, outcome: { ...outcome, accuracies: null } }),
  );

  rejects(
    ['grade', '--record', file({ answers: {} })],
    '"format" must be "posenc-work" but is null',
  );
  const deep = '['.repeat(200000) + ']'.repeat(200000);
  const about = '"format": "posenc-work", "version": 1, "name": "", "at": ""';
  rejects(
    ['grade', '--record', '-'],
    'sheet 1 must be an object but is an array',
    `{${about}, "sheets": [${deep}]}`,
  );
  rejects(
    ['grade', '--record', '-'],
    'the "set" of the class must be an array but is null',
    `{${about}, "sheets": [], "class": {"name": ${deep}}}`,
  );
});

test('20,000 open parentheses do no harm', () => {
  const { status, stdout } = run([
    'grade',
    'e13.1',
    file({ answers: { 'PE(0)': ['('.repeat(20000)] } }),
  ]);
  assert.equal(status, 0);
  assert.equal(JSON.parse(stdout).items[0].outcome, 'unreadable');
});

test('bad usage, bad files and bad JSON are one line and exit code 2', () => {
  const usage =
    'expected "eval FILE.json", "exercise ID", "grade ID ANSWERS.json", "grade --record FILE.json", "report FOLDER", "train --task TASK --scheme SCHEME", "claims", "model FILE|NAME", "bench", --help or --version';
  rejects([], usage);
  rejects(['evaluate', 'x'], usage);
  rejects(['eval'], usage);
  rejects(['eval', 'a', 'b'], usage);
  rejects(
    ['bench', 'encodings', '--fast'],
    'bench must be given encodings, training, gradients, --quick or --json but got "--fast"',
  );
  rejects(['eval', '/no/such/file'], 'cannot read the file "/no/such/file"');
  rejects(['eval', folder], `cannot read the file "${folder}"`);
  assert.match(
    run(['eval', file('{"cases": [')]).stderr,
    /^posenc: ".*" is not valid JSON: parse error at line 1, column 12: [^\n]*\n$/,
  );
  rejects(['eval', file('[1]')], 'the document must be an object with a "cases" array');
  rejects(
    ['grade', 'e13.1', file({ answers: { 'PE(1)': [1, 2, 3, 4, 5] } })],
    '"PE(1)" must have at most 4 components but has 5',
  );
});

test('JSON nested without end does no harm', () => {
  const deep = '['.repeat(200000) + ']'.repeat(200000);
  rejects(['eval', '-'], 'the document must be an object with a "cases" array', deep);
  rejects(['eval', '-'], 'case 1 must be an object but got an array', `{"cases": [${deep}]}`);
  rejects(
    ['eval', '-'],
    'case 1, "x": "base" must be a number but got an array',
    `{"cases": [{"name": "x", "kind": "wavelengths", "params": {"d_model": 2, "base": ${deep}}}]}`,
  );
});

test('a result that cannot be written is not a success', () => {
  const input = `'{"cases": []}'`;
  for (const command of [
    `echo ${input} | build/native/posenc eval -`,
    'build/native/posenc --help',
  ]) {
    const { status, stderr } = spawnSync('sh', ['-c', `${command} > /dev/full`], {
      encoding: 'utf8',
    });
    assert.equal(stderr, 'posenc: the result could not be written to standard output\n');
    assert.equal(status, 2);
  }
});

test('many large cases need no more memory than one', () => {
  const one = {
    name: 'a',
    kind: 'inverse_frequencies',
    params: { d_model: 2_000_000, base: 10000 },
  };
  const path = file({ cases: Array(12).fill(one) });
  const script = `ulimit -v 400000; build/native/posenc eval ${path} | tail -c 4`;
  const { stdout, stderr } = spawnSync('sh', ['-c', script], { encoding: 'utf8' });
  assert.equal(stderr, '');
  assert.equal(stdout, '}]}\n');
});

test('the error about a long input is a short line', () => {
  const { stderr, status } = run(['eval', '-'], `"${'x'.repeat(100_000)}`);
  assert.equal(status, 2);
  assert.ok(stderr.length < 600, `${stderr.length} characters`);
});

test('--help and --version', () => {
  assert.match(run(['--help']).stdout, /^usage: posenc eval FILE\.json/);
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  assert.equal(run(['--version']).stdout, `posenc ${version}\n`);
});

test('every subcommand lists its options, wherever --help stands', () => {
  for (const [args, ...expected] of [
    [['eval', '--help'], 'FILE.json', '--help'],
    [['exercise', 'e13.1', '--seed', '1', '--help'], 'ID', '--seed N', '--solution'],
    [['grade', '--help', '--no-such'], 'ANSWERS.json', '--seed N', '--record FILE.json'],
    [['report', '--help'], 'FOLDER', '--html', '--json', '--output FILE'],
    [['train', '--help'], '--task NAME', '--d-model N', '--slopes N,N,...', '--activation NAME'],
    [['train', '--repeat', 'x', '--help'], '--repeat FILE.json', '--json'],
    [['claims', '--help'], 'NUMBER', '--seeds N'],
    [['model', '--help'], 'FILE|NAME|FOLDER', 'OTHER', '--fail-on CODES', '--json', '--list'],
    [['model', '--help'], '--length N', '--engines', '--serve N'],
    [['bench', 'encodings', '--help'], 'NAME', '--json', '--quick'],
  ]) {
    const { status, stdout, stderr } = run([args].flat());
    assert.equal(stderr, '');
    assert.equal(status, 0);
    assert.match(stdout, new RegExp(`^usage: posenc ${args[0]}\\b`));
    for (const text of expected) {
      assert.ok(stdout.replaceAll('\n', ' \n').includes(`\n  ${text} `), `${text} in\n${stdout}`);
    }
    for (const line of stdout.split('\n')) assert.ok(line.length <= 100 && !/ $/.test(line), line);
  }
  const lines = run(['--help']).stdout.split('\n');
  assert.ok(lines.length <= 28, `${lines.length} lines`);
});

test('options stand before or after words, and their values after a space or =', () => {
  const sheet = run(['exercise', 'e13.1', '--seed', '7']).stdout;
  assert.equal(JSON.parse(sheet).seed, 7);
  assert.equal(run(['exercise', '--seed', '7', 'e13.1']).stdout, sheet);
  assert.equal(run(['exercise', 'e13.1', '--seed=7']).stdout, sheet);
  const input = '{"answers": {}}';
  const { stdout } = run(['grade', 'e13.1', '-', '--seed', '7'], input);
  assert.equal(run(['grade', '--seed', '7', 'e13.1', '-'], input).stdout, stdout);
  assert.equal(run(['grade', 'e13.1', '--seed=7', '--', '-'], input).stdout, stdout);
  assert.equal(run(['eval', '--', '-'], '{"cases": []}').stdout, '{"cases":[]}\n');
});

test('arguments that a subcommand does not have are one line and exit code 2', () => {
  for (const [args, expected] of [
    [['exercise'], 'expected "exercise ID [--seed N] [--solution]"'],
    [['exercise', 'e13.1', 'x'], 'expected "exercise ID [--seed N] [--solution]"'],
    [['exercise', 'e13.1', '-1'], 'expected "exercise ID [--seed N] [--solution]"'],
    [
      ['exercise', 'e13.1', '--seed', '1', '--seed', '1'],
      'expected "exercise ID [--seed N] [--solution]"',
    ],
    [['exercise', 'e13.1', '--seed'], '--seed needs a value'],
    [['exercise', 'e13.1', '--seed', ''], '--seed must be a number but got ""'],
    [['exercise', 'e13.1', '--seed', '--seed'], '--seed must be a number but got "--seed"'],
    [['exercise', 'e13.1', '--see', '1'], 'exercise has no option "--see"'],
    [['exercise', 'e13.1', '--a\nb\u0001'], 'exercise has no option "--a b "'],
    [['grade', 'e13.1'], 'expected "grade ID [--seed N] ANSWERS.json"'],
    [['grade', 'e13.1', 'a', 'b'], 'expected "grade ID [--seed N] ANSWERS.json"'],
    [['grade', '--record', 'a', 'b'], 'expected "grade ID [--seed N] ANSWERS.json"'],
    [['grade', '--record'], '--record needs a value'],
    [['grade', '--record', '--help'], 'cannot read the file "--help"'],
    [['grade', 'e13.1', '[[aa]]'], 'cannot read the file "[[aa]]"'],
    [['eval', '++'], 'cannot read the file "++"'],
    [['eval', 'train'], 'cannot read the file "train"'],
    [['eval', ''], 'cannot read the file ""'],
    [['eval', '-x'], 'eval has no option "-x"'],
    [['claims', 'x'], 'the number of a claim must be a number but got "x"'],
    [['claims', '6', '--seeds'], '--seeds needs a value'],
    [['claims', '6', '--seeds', '-1'], '--seeds must be a whole number from 1 to 100 but got -1'],
    [['claims', '--seeds', '2'], 'expected "claims", or "claims NUMBER|all [--seeds N]"'],
    [
      ['train', '--repeat', '--json'],
      'expected "train --repeat FILE.json [--text FILE] [--json]" and nothing else',
    ],
    [['train', '--repeat=/no'], 'cannot read the file "/no"'],
    ...[['x'], ['x', 'y'], ['[x]', 'y'], ['--json=1']].map((names) => [
      ['bench', ...names],
      `bench must be given encodings, training, gradients, --quick or --json but got "${names[0]}"`,
    ]),
  ]) {
    rejects([args].flat(), String(expected));
  }
  assert.ok(run(['exercise', 'e13.1', '--seed', '-1']).stderr.includes('but got -1'));
  const long = 'x'.repeat(100_000);
  for (const args of [[long], ['eval', long], ['train', `--${long}`], ['bench', long]]) {
    const { stderr, status } = run(args);
    assert.equal(status, 2);
    assert.ok(stderr.length < 600, `${stderr.length} characters`);
  }
});

test('bench encodings times every task beside a copy', () => {
  const { status, stdout } = run(['bench', 'encodings', '--quick', '--json']);
  assert.equal(status, 0);
  const { build, encodings: results } = JSON.parse(stdout);
  assert.equal(build, 'native');
  assert.deepEqual(
    results.map((/** @type {any} */ one) => one.name),
    [
      ...['copy', 'sinusoidal table', 'rope, cached, interleaved', 'rope, cached, half_split'],
      ...['rope, cache made for each call', 'rope, cache made for each head'],
    ],
  );
  for (const { milliseconds, gigabytes_per_second, of_copy, bytes } of results) {
    const { least, median, most } = milliseconds;
    assert.ok(0 < least && least <= median && median <= most);
    assert.ok(of_copy > 0);
    assert.equal(gigabytes_per_second, bytes / median / 1e6);
  }
  const table = run(['bench', '--quick', 'encodings']).stdout.split('\n');
  assert.equal(table.length, results.length + 2);
  assert.match(table[1] ?? '', /^copy +\d/);
});

test('bench with two names measures both', () => {
  const { status, stdout } = run(['bench', 'training', 'encodings', '--quick', '--json']);
  assert.equal(status, 0);
  assert.deepEqual(Object.keys(JSON.parse(stdout)), ['build', 'training', 'encodings']);
});

test('bench training times each size beside chains of multiplications', () => {
  const { status, stdout } = run(['bench', 'training', '--quick', '--json']);
  assert.equal(status, 0);
  const { training } = JSON.parse(stdout);
  assert.deepEqual(
    training.map((/** @type {any} */ one) => one.name),
    ['S', 'M', 'B', 'L'],
  );
  for (const { milliseconds, steps_per_second, gflops, peak_gflops, of_peak, bytes } of training) {
    assert.equal(steps_per_second, 1e3 / milliseconds.median);
    assert.ok(gflops > 0 && peak_gflops > 0 && of_peak > 0 && bytes > 0);
  }
});

test('bench gradients: every tensor of every scheme beside central differences', () => {
  const { status, stdout } = run(['bench', 'gradients', '--json']);
  assert.equal(status, 0);
  const { gradients } = JSON.parse(stdout);
  const schemes = [...new Set(gradients.map((/** @type {any} */ { scheme }) => scheme))];
  // It names all schemes when it refuses one.
  const { stderr } = run(['train', '--task', 'order', '--scheme', '?']);
  assert.deepEqual(
    schemes.filter((scheme) => !scheme.includes('/')),
    [...stderr.matchAll(/"([\w-]+)"/g)].map(([, name]) => name),
  );
  assert.deepEqual(
    schemes.filter((scheme) => scheme.includes('/')),
    ['rope/none', 't5/alibi'],
  );
  const { windows, bases, rotary } = gradients.at(-1);
  assert.deepEqual({ windows, bases, rotary }, { windows: [3, 0], bases: [10, 1000], rotary: 0.5 });
  for (const { tensors } of gradients) {
    assert.ok(Object.keys(tensors).length >= 29);
    for (const error of Object.values(tensors)) assert.ok(error < 1e-6);
  }
});

test('train: progress on standard error, the result on standard output', () => {
  const args = ['train', '--task', 'copy', '--scheme', 'none', '--steps', '30', '--lengths', '8,9'];
  const { status, stdout } = run([...args, '--json']);
  assert.equal(status, 0);
  const { losses, accuracy, ...others } = JSON.parse(stdout);
  assert.deepEqual(others, {});
  assert.equal(losses.length, 30);
  assert.ok(losses[29] < losses[0] / 4);
  assert.deepEqual(Object.keys(accuracy), ['8', '9']);
  assert.ok(accuracy[8] > 0.9 && accuracy[8] <= 1);
  assert.deepEqual(JSON.parse(run([...args, '--json']).stdout).losses, losses, 'the same again');
  const text = run(args).stdout;
  assert.match(text, /^30 steps, loss \d\.\d{4} at the start and \d\.\d{4} at the end\n/);
  assert.match(text, /accuracy at length +9 +\d+\.\d\d %/);
  rejects(
    ['train', '--task', 'previous', '--scheme', 'learned', '--lengths', '8,200'],
    '[transformer] the learned table has no rows from position 160 on: the longest input must be at most 160 but is 200',
  );
  rejects(['train', '--task', 'copy'], 'train needs a --scheme, or --layer-schemes');
  rejects(
    ['train', '--task', 'copy', '--scheme', 'none', '--step', '3'],
    'train has no option "--step"',
  );
});

test('train: the paper’s formula, typed, learns as the sinusoidal encoding does', () => {
  const args = ['train', '--task', 'reverse', '--steps', '40', '--lengths', '8', '--json'];
  const formula = 'sin(pos/10000^((i - mod(i, 2))/d) + mod(i, 2)*pi/2)';
  const own = JSON.parse(run([...args, '--scheme', 'own', '--formula', formula]).stdout);
  const paper = JSON.parse(run([...args, '--scheme', 'sinusoidal']).stdout);
  assert.equal(own.losses.length, 40);
  for (const [n, loss] of own.losses.entries()) {
    assert.ok(Math.abs(loss - paper.losses[n]) < 1e-3, `step ${n + 1}`);
  }
  rejects(
    [...args, '--scheme', 'own', '--formula', '1/pos'],
    '[own] PE(pos, i) must be a finite number but at pos = 0, i = 0 it is not: division by zero',
  );
  rejects(
    [...args, '--scheme', 'own', '--formula', `1${'+1'.repeat(10000)}`],
    '[own] --formula: the formula has 20001 characters, but at most 4000 are allowed',
  );
});

test('train --repeat finds what is not as it was, and says what it cannot use', () => {
  const args = [
    'train',
    '--task',
    'copy',
    '--scheme',
    'rope',
    '--steps',
    '20',
    '--test-examples',
    '8',
  ];
  const { losses } = JSON.parse(run([...args, '--json']).stdout);
  // Written by hand: the options that the page would export.
  const options = {
    ...{ examples: 'copy', tokens: 'distinct', vocabulary: 16, drawn: 0, trainShortest: 8 },
    ...{ trainLongest: 8, longest: 8, seed: 1, steps: 20, batch: 64, learningRate: 0.005 },
    ...{ warmup: 50, finalRate: 0.05, clip: 1, beta1: 0.9, beta2: 0.99, adamEps: 1e-8 },
    ...{ testExamples: 8, dModel: 32, heads: 4, layers: 1, hidden: 0, dropout: 0, eps: 1e-5 },
    ...{ direction: 'bidirectional', activation: 'relu', readout: 'per_token' },
    ...{ embeddingScale: 'sqrt_d_model', scheme: 'rope', base: 10000, layout: 'half_split' },
    ...{ slopes: [], tableRows: 160, numBuckets: 32, maxDistance: 128 },
  };
  const accuracies = losses.map(() => 2);
  const one = { options, losses, accuracies, divergedAt: null };
  const document = { posenc: 'training', version: 1, task: 'copy', runs: [one] };
  // train does not print the accuracies of steps: all of them differ, and no loss.
  const differs = run(['train', '--repeat', file(document)]);
  assert.equal(differs.status, 1);
  assert.match(
    differs.stdout,
    /^copy rope seed 1: the accuracy of step 1 is 2.0 in the file and 0\.\d+ here, the first of 20 differences; the largest difference is [12]\.\d+\n1 of 1 run differs\nThe file does not say which version of the core it is from; this is \d+\.\d+\.\d+\.\n$/,
  );
  const { runs, equal } = JSON.parse(
    run(['train', '--json', '--repeat', '-'], JSON.stringify(document)).stdout,
  );
  assert.equal(equal, false);
  assert.equal(runs[0].first.what, 'the accuracy of step 1');
  assert.equal(runs[0].differences, 20);

  const { layers, ...others } = options;
  assert.equal(layers, 1);
  rejects(
    ['train', '--repeat', file({ ...document, runs: [one, { ...one, options: others }] })],
    'run 2: the option "layers" must be a number but is missing',
  );
  rejects(['train', '--repeat', file([])], 'the file must be an object but got an array');
  for (const given of [['--repeat'], ['--repeat', 'a', '--seed', '1'], ['a', '--repeat']]) {
    rejects(
      ['train', ...given],
      'expected "train --repeat FILE.json [--text FILE] [--json]" and nothing else',
    );
  }
});

test('without positions the exact ceilings hold', () => {
  /** @param {string} task @param {string[]} more */
  const accuracy = (task, ...more) =>
    JSON.parse(run(['train', '--task', task, '--scheme', 'none', '--json', ...more]).stdout)
      .accuracy[8];
  // Ascending or not: exactly one half, as the examples come in pairs with the same numbers.
  assert.equal(accuracy('order-bidirectional', '--steps', '50'), 0.5);
  const reverse = accuracy('reverse');
  assert.ok(Math.abs(reverse - 1 / 7) < 0.02, String(reverse));
  assert.equal(accuracy('copy', '--steps', '100'), 1);
});
