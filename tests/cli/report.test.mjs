// posenc report: what it makes of a folder with the work of a class, and with files that are no work.
import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { aClass, hostileName } from '../made-records.mjs';
import { posenc } from '../posenc.mjs';

const folder = mkdtempSync(join(tmpdir(), 'posenc-report-'));
const work = join(folder, 'work');
after(() => rmSync(folder, { recursive: true }));

const run = (/** @type {string[]} */ ...args) => posenc(args);

/** @param {string} name @param {unknown} content */
const put = (name, content) =>
  writeFileSync(
    join(work, name),
    typeof content === 'string' ? content : JSON.stringify(content, null, 1),
  );

/** @type {ReturnType<typeof aClass>} */
let records;
/** The report as JSON. @type {any} */
let report;

before(() => {
  mkdirSync(work);
  records = aClass();
  for (const [name, record] of Object.entries(records)) put(`${name}.json`, record);
  copyFileSync(join(work, 'ada.json'), join(work, 'ada (1).json'));
  put('ada-before.json', { ...records.ada, at: '2026-05-01T10:00:00.000Z', sheets: [] });
  put('broken.json', '{"format": "posenc-work",');
  put('empty.json', '');
  put('settings.JSON', { answers: 42 });
  put('notes.txt', 'not JSON');
  put('.hidden.json', 'not JSON');
  mkdirSync(join(work, 'folder.json'));
  const { status, stdout, stderr } = run('report', work, '--json');
  assert.equal(stderr, '');
  // Files were refused, and a score is wrong.
  assert.equal(status, 1);
  report = JSON.parse(stdout);
});

test('files that are no record, copies and older exports are named', () => {
  assert.deepEqual(
    report.refused.map((/** @type {any} */ one) => one.file),
    ['broken.json', 'empty.json', 'folder.json', 'settings.JSON'],
  );
  const [broken, empty, inner, settings] = report.refused.map(
    (/** @type {any} */ one) => one.reason,
  );
  assert.match(broken, /^not valid JSON: parse error at line 1, column 26: /);
  assert.equal(empty, 'empty');
  assert.equal(inner, 'a folder, not a file');
  assert.equal(settings, '"format" must be "posenc-work" but is null');
  assert.deepEqual(report.doubled, [
    { file: 'ada.json', kind: 'identical', counted: 'ada (1).json', name: 'Ada Lovelace' },
    { file: 'ada-before.json', kind: 'older', counted: 'ada (1).json', name: 'Ada Lovelace' },
  ]);
  assert.deepEqual([report.files, report.records, report.agrees], [11, 5, false]);
});

test('each learner has the total of grade --record, and a claim does not change it', () => {
  const [tuesday, none] = report.groups;
  assert.equal(tuesday.class, 'Tuesday');
  assert.equal(none.class, null);
  const learners = [...tuesday.learners, ...none.learners];
  for (const [name, record] of Object.entries(records)) {
    const { total, agrees } = JSON.parse(
      run('grade', '--record', join(work, `${name}.json`)).stdout,
    );
    const learner = learners.find((one) => one.name === record.name);
    assert.equal(learner.score, total.score, name);
    assert.equal(learner.done, total.done, name);
    assert.equal(learner.exercises, total.exercises, name);
    assert.equal(learner.agrees, agrees, name);
  }
  const ofName = (/** @type {string} */ name) => learners.find((one) => one.name === name);
  // dft-peak, the guesses of a lab, and one of the quiz's questions.
  const questions = records.ada.sheets.find(({ exercise }) => exercise === 'quiz')?.latest?.max;
  assert.ok(Math.abs(ofName('Ada Lovelace').score - (1 + 1 + 1 / Number(questions)) / 3) < 1e-12);
  // The solution was shown before there were points.
  assert.equal(ofName('Dan').score, 0);
  assert.equal(ofName('Dan').gave_up, 1);
  assert.deepEqual(ofName(hostileName).disagreements, [
    {
      ...{ exercise: 'dft-peak', seed: 7, attempt: 'best', claimed: 3, score: 2, max: 3 },
      message: null,
    },
  ]);
});

test('the slips of the class come in the words of the core, and so do the items nobody solved', () => {
  const [{ slips, unsolved, exercises }] = report.groups;
  assert.deepEqual(
    [slips[0].reason, slips[0].exercise, slips[0].learners],
    [...['bin-from-one', 'dft-peak', 2]],
  );
  const answers = { answers: { bin: records.bob.sheets[0]?.best?.answers['bin'] } };
  const sheet = join(folder, 'answers.json');
  writeFileSync(sheet, JSON.stringify(answers));
  const graded = JSON.parse(run('grade', 'dft-peak', '--seed', '7', sheet).stdout);
  const { first, why } = graded.items.find((/** @type {any} */ one) => one.item === 'bin');
  assert.deepEqual([slips[0].first, slips[0].why], [first, why]);

  assert.deepEqual(
    exercises.map((/** @type {any} */ one) => [one.id, one.seed, one.answered, one.solved]),
    [
      ['dft-peak', 7, 4, 1],
      ['quiz', 3, 1, 0],
      ['prediction', 0, 1, 1],
    ],
  );
  assert.equal(exercises[0].gave_up, 1);
  // Of the quiz's questions, Ada solved one.
  const questions = records.ada.sheets.find(({ exercise }) => exercise === 'quiz')?.latest?.max;
  assert.equal(unsolved.length, Number(questions) - 1);
  assert.ok(unsolved.every((/** @type {any} */ one) => one.exercise === 'quiz'));
});

test('as text: a line for each learner, and nothing that the terminal would obey', () => {
  const { status, stdout } = run('report', work);
  assert.equal(status, 1);
  assert.match(stdout, /^5 records from 11 files\. 4 files are not records\. 2 files are /);
  assert.match(stdout, /\n {2}broken\.json +not valid JSON: parse error/);
  assert.match(
    stdout,
    /\n {2}ada-before\.json +an older export of Ada Lovelace; ada \(1\)\.json counts\n/,
  );
  assert.match(stdout, /\nClass Tuesday\n4 learners, 3 exercises\. Mean score /);
  assert.match(stdout, /\n {2}Bob +22\.2 % +0 of 3 +1 +1 +0 +yes +2026-05-03 10:00 +bob\.json\n/);
  assert.match(stdout, /\n {2}dft-peak +7 +1 of 4 +4 /);
  assert.match(stdout, / +dft-peak +2 +bin-from-one\n/);
  assert.match(stdout, /\nLearners without a class\n1 learner, 1 exercise\./);
  for (const line of stdout.split('\n')) assert.ok(!/\p{Cc}| $/u.test(line), line);
});

test('an exit code of 0 if all is well, and 2 if nothing is there', () => {
  const good = join(folder, 'good');
  mkdirSync(good);
  copyFileSync(join(work, 'ada.json'), join(good, 'ada.json'));
  copyFileSync(join(work, 'ada.json'), join(good, 'copy.json'));
  assert.equal(run('report', good).status, 0);

  const file = join(folder, 'page.html');
  const written = run('report', good, '--html', '--output', file);
  assert.deepEqual([written.status, written.stdout], [0, '']);
  assert.equal(readFileSync(file, 'utf8'), run('report', good, '--html').stdout);

  const bare = join(folder, 'bare');
  mkdirSync(bare);
  /** @type {[string[], string][]} */
  const wrong = [
    [[bare], `no file in the folder "${bare}" ends in .json`],
    [['/no/such'], 'report needs a folder but "/no/such" does not exist'],
    [[file], `report needs a folder but "${file}" is not one`],
    [[], 'expected "report FOLDER [--html | --json] [--output FILE]"'],
    [[good, '--html', '--json'], '--html and --json exclude each other'],
    [[good, '--csv'], 'report has no option "--csv"'],
    [[good, '--output', '/no/such/file'], 'cannot write the file "/no/such/file"'],
  ];
  for (const [args, sentence] of wrong) {
    const { status, stdout, stderr } = run('report', ...args);
    assert.equal(stderr, `posenc: ${sentence}\n`);
    assert.deepEqual([status, stdout], [2, '']);
  }
  writeFileSync(join(bare, 'a.json'), '');
  writeFileSync(join(bare, 'b.json'), '{}');
  assert.equal(
    run('report', bare).stderr,
    `posenc: no file in the folder "${bare}" is a record; "a.json": empty (and 1 more)\n`,
  );
});
