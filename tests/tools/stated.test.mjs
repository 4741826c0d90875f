// Claims on trial, and what the lesson says of them: sections, quizzes and misconceptions agree with the experiments.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { loadClaims, loadExercises } from '../../build/package/node.js';
import { statedIn, withStatements } from '../../tools/lib/site/trials.mjs';
import { expected } from '../cli/trained-claims.mjs';

const folder = 'web/lesson';
const core = await loadClaims();
const exercises = await loadExercises();
const sections = readdirSync(folder)
  .filter((name) => /^\d\d-/.test(name))
  .map((file) => ({ file, text: readFileSync(`${folder}/${file}`, 'utf8') }));

/** The result of each claim. (Those that train are tried in tests/cli/claims.all.test.mjs.) @type {Map<number, string>} */
const verdicts = new Map(
  core
    .claims()
    .claims.map(({ number, kind }) => [
      number,
      kind === 'trained'
        ? (expected[number]?.verdict ?? '')
        : core.tryClaim(number, '', []).verdict,
    ]),
);

test('what a section states of a claim is its verdict', () => {
  const stated = sections.flatMap(({ file, text }) =>
    statedIn(text).map((one) => ({ file, ...one })),
  );
  for (const { file, number, verdict } of stated) {
    assert.equal(verdict, verdicts.get(number), `claim ${number} in ${file}`);
  }
  assert.ok(stated.length > 40);
});

test('the first mark of a claim is a place to link to', () => {
  const marked = 'The outputs move.\n{{states 1:false 4:depends}}\n';
  assert.deepEqual(statedIn(marked), [
    { number: 1, verdict: 'false' },
    { number: 4, verdict: 'depends' },
  ]);
  assert.equal(
    withStatements(marked),
    'The outputs move.\n<a id="claim-1"></a><a id="claim-4"></a>\n',
  );
  assert.equal(withStatements(marked + marked).match(/id="claim-1"/g)?.length, 1);
  assert.deepEqual(statedIn('{{wavelength d=128}} is 1:2'), []);
});

test('an answer that says what a claim says is right if the claim is true, and wrong if it is false', () => {
  const answers = sections.flatMap(({ text }) =>
    [...text.matchAll(/<section data-question="([\w-]+)">([\s\S]*?)<\/section>/g)].flatMap(
      ([, question = '', options = '']) =>
        [...options.matchAll(/<details data-option="([\w-]+)">([\s\S]*?)<\/details>/g)].flatMap(
          ([, option = '', why = '']) =>
            statedIn(why).map(({ number }) => ({ question, option, number })),
        ),
    ),
  );
  for (const { question, option, number } of answers) {
    const { items } = exercises.gradeExercise('quiz', 0, { [question]: option });
    const isRight = items.find(({ item }) => item === question)?.outcome === 'right';
    assert.equal(verdicts.get(number), String(isRight), `${option} of ${question}, ${number}`);
  }
  assert.ok(answers.length > 10);
});

test('a claim that shows a misconception is false', () => {
  const { misconceptions } = JSON.parse(readFileSync(`${folder}/teaching.json`, 'utf8'));
  for (const { says, claims = [] } of misconceptions) {
    for (const claim of claims) assert.equal(verdicts.get(claim), 'false', `“${says}”, ${claim}`);
  }
});
