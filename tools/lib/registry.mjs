// What the core lists, and which functions its builds have, as modules beside them: known before the core is loaded.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { build } from './paths.mjs';

const folder = join(build, 'wasm');

const union = (/** @type {readonly string[]} */ names) =>
  names.map((name) => JSON.stringify(name)).join(' | ');

/** The type of the values of a member. (A list may be empty in some entries.) @param {readonly unknown[]} values */
const typeOf = (values) =>
  values.every(Array.isArray) ? `readonly ${typeof values.flat()[0]}[]` : typeof values[0];

/** Lists that few pages need. A page loads a module whole, so they have one of their own. */
const verdictLists = new Set(['outcomes', 'reasons', 'verdictsInExercises']);

/** The type of an element of posenc-claim-list. `models` and `seeds`: as planned; 0 models where none is trained. */
const claimType = (/** @type {string[]} */ groups) =>
  `{ number: number; text: string; section: string; kind: 'computed' | 'timed' | 'trained'; group: ${union(groups)}; models: number; seeds: number; sources: { text: string; url: string }[] }`;

/** Writes a module of one constant. @param {string} name @param {string} constant @param {unknown} value @param {string} type */
function makeModule(name, constant, value, type) {
  const file = join(folder, `posenc-${name}`);
  writeFileSync(`${file}.mjs`, `export const ${constant} = ${JSON.stringify(value)};\n`);
  writeFileSync(`${file}.d.mts`, `export declare const ${constant}: ${type};\n`);
}

/**
 * Writes posenc-claim-list: all claims in order, each with the group whose module tries it.
 * @param {readonly Record<string, any>[]} claims
 */
function makeClaimList(claims) {
  const list = claims
    .map(({ sources, urls, ...claim }) => ({
      ...claim,
      number: Number(claim['number']),
      sources: sources.map((/** @type {string} */ text, /** @type {number} */ n) => ({
        text,
        url: urls[n],
      })),
    }))
    .sort((a, b) => a.number - b.number);
  const groups = [...new Set(claims.map(({ group }) => group))];
  const numbers = Object.fromEntries(
    groups.map((group) => [
      group,
      claims.filter((claim) => claim['group'] === group).map(({ number }) => number),
    ]),
  );
  makeModule('claim-list', 'claims', list, `readonly ${claimType(groups)}[]`);
  const type = `Record<${union(groups)}, readonly number[]>`;
  makeModule('claim-groups', 'claimGroups', numbers, type);
}

/** The type of the elements of posenc-hand-list and posenc-code-list: as the function `exercise` gives them. */
const exerciseType =
  '{ facts: Record<string, string>; items: { id: string; group: string; choices: string[]; hint: string; decimals: number }[] }';

/**
 * Writes posenc-hand-list and posenc-code-list: exercises as they are in the lesson, by id; and posenc-exercise-groups:
 * the ids of those that each module grades.
 * @param {readonly Record<string, any>[]} exercises
 */
function makeExerciseLists(exercises) {
  for (const form of ['hand', 'code']) {
    const ofForm = exercises.filter((one) => one['form'] === form);
    const list = Object.fromEntries(ofForm.map(({ id, facts, items }) => [id, { facts, items }]));
    makeModule(`${form}-list`, 'exercises', list, `Record<string, ${exerciseType}>`);
  }
  /** @type {Record<string, string[]>} */
  const ids = {};
  for (const { id, group } of exercises) (ids[group] ??= []).push(id);
  const type = `Record<${union(Object.keys(ids))}, readonly string[]>`;
  makeModule('exercise-groups', 'exerciseGroups', ids, type);
}

/** Writes posenc-registry and posenc-verdicts, and the lists of claims and exercises, from what the core's own program prints. */
export function makeRegistry() {
  const printed = execFileSync(process.execPath, [join(folder, 'posenc-registry.cjs')], {
    encoding: 'utf8',
  });
  /** @type {Record<string, readonly Record<string, unknown>[]> & {version: string}} */
  const { version, claims = [], exercises = [], ...lists } = JSON.parse(printed);
  makeClaimList(claims);
  makeExerciseLists(exercises);
  const registry = {
    code: `export const version = ${JSON.stringify(version)};\n`,
    types: 'export declare const version: string;\n',
  };
  const verdicts = { code: '', types: '' };
  for (const [list, entries] of Object.entries(lists)) {
    const module = verdictLists.has(list) ? verdicts : registry;
    module.code += `export const ${list} = ${JSON.stringify(entries)};\n`;
    const members = Object.keys(entries[0] ?? {}).map((key) =>
      key === 'name'
        ? `name: ${union(entries.map(({ name }) => String(name)))}`
        : `${key}: ${typeOf(entries.map((entry) => entry[key]))}`,
    );
    module.types += `export declare const ${list}: readonly { ${members.join('; ')} }[];\n`;
  }
  for (const [name, { code, types }] of Object.entries({ registry, verdicts })) {
    writeFileSync(join(folder, `posenc-${name}.mjs`), code);
    writeFileSync(join(folder, `posenc-${name}.d.mts`), types);
  }
}

/** The functions of a build, by the types that were written with it. @param {string} name */
function functionsOf(name) {
  const file = `${name}.d.mts`;
  const types = readFileSync(join(folder, file), 'utf8');
  const { statements } = ts.createSourceFile(file, types, ts.ScriptTarget.ES2022);
  return statements
    .filter(ts.isInterfaceDeclaration)
    .filter((one) => one.name.text === 'EmbindModule')
    .flatMap(({ members }) => members.filter(ts.isMethodSignature))
    .map((method) => /** @type {ts.Identifier} */ (method.name).text);
}

/** Modules whose functions the page finds by their names; for figures the smaller ones first. */
const searched = [
  ...[
    'alibi',
    'cost',
    'frequencies',
    'attention',
    'sinusoidal',
    'learned',
    'signal',
    'rotary',
    'longer',
  ],
  ...['training', 'labs', 'sets', 'museum', 'own', 'models', 'beyond'],
];

/** Writes posenc-functions: what each of these modules has. */
export function makeFunctionLists() {
  const lists = Object.fromEntries(searched.map((name) => [name, functionsOf(`posenc-${name}`)]));
  const members = searched.map((name) => `${name}: readonly string[]`);
  writeFileSync(
    join(folder, 'posenc-functions.mjs'),
    `export const functions = ${JSON.stringify(lists)};\n`,
  );
  writeFileSync(
    join(folder, 'posenc-functions.d.mts'),
    `export declare const functions: { ${members.join('; ')} };\n`,
  );
}
