// What the core lists, and which functions its builds have, as modules beside them: known before the core is loaded.
import { execFileSync } from 'node:child_process';
import { appendFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parametersOfCore } from './parameters.mjs';
import { build, packageFolder, root } from './paths.mjs';

const folder = join(build, 'wasm');

const union = (/** @type {readonly string[]} */ names) =>
  names.map((name) => JSON.stringify(name)).join(' | ');

/** The type of the values of a member. (A list may be empty in some entries.) @param {readonly unknown[]} values */
const typeOf = (values) =>
  values.every(Array.isArray) ? `readonly ${typeof values.flat()[0]}[]` : typeof values[0];

/** Lists that few pages need. A page loads a module whole, so they have one of their own. */
const verdictLists = new Set(['outcomes', 'reasons', 'verdictsInExercises']);

/** The type of an element of posenc-claim-list. `models` and `seeds`: as planned; 0 models where none is trained. */
const claimType =
  "{ number: number; text: string; section: string; kind: 'computed' | 'timed' | 'trained'; models: number; seeds: number; sources: { text: string; url: string }[] }";

/** Writes a module of one constant. @param {string} name @param {string} constant @param {unknown} value @param {string} type */
function makeModule(name, constant, value, type) {
  const file = join(folder, `posenc-${name}`);
  writeFileSync(`${file}.mjs`, `export const ${constant} = ${JSON.stringify(value)};\n`);
  writeFileSync(`${file}.d.mts`, `export declare const ${constant}: ${type};\n`);
}

/** Writes posenc-claim-list: all claims in order. @param {readonly Record<string, any>[]} claims */
function makeClaimList(claims) {
  const list = claims.map(({ sources, urls, ...claim }) => ({
    ...claim,
    number: Number(claim['number']),
    sources: sources.map((/** @type {string} */ text, /** @type {number} */ n) => ({
      text,
      url: urls[n],
    })),
  }));
  makeModule('claim-list', 'claims', list, `readonly ${claimType}[]`);
}

/** The type of the elements of posenc-hand-list and posenc-code-list: as the function `exercise` gives them. */
const exerciseType =
  '{ facts: Record<string, string>; items: { id: string; group: string; choices: string[]; hint: string; decimals: number }[] }';

/**
 * Writes posenc-hand-list and posenc-code-list: exercises as they are in the lesson, by id; and posenc-item-counts: how many
 * items the longest variant of each has.
 * @param {readonly Record<string, any>[]} exercises
 */
function makeExerciseLists(exercises) {
  for (const form of ['hand', 'code']) {
    const formExercises = exercises.filter((one) => one['form'] === form);
    const list = Object.fromEntries(
      formExercises.map(({ id, facts, items }) => [id, { facts, items }]),
    );
    makeModule(`${form}-list`, 'exercises', list, `Record<string, ${exerciseType}>`);
  }
  const counts = exercises.map(({ id, mostItems }) => [id, mostItems]);
  makeModule('item-counts', 'itemCounts', Object.fromEntries(counts), 'Record<string, number>');
}

/** Writes posenc-parameters: what each function takes. */
function makeParameters() {
  const type = 'Record<string, Record<string, Kind>>';
  makeModule('parameters', 'parameters', parametersOfCore(), type);
  const kind =
    '/** Simple kinds with | between them; of the elements of an array; or of the members of an object: `*` any, `?` optional. */\nexport type Kind = string | [Kind] | { [name: string]: Kind };\n';
  appendFileSync(join(folder, 'posenc-parameters.d.mts'), kind);
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
  // (The declarations that it reads name the registry.)
  makeParameters();
}

/** Starts the modules of the package and prints the names of their functions, by module. */
const printFunctions = `
  import { readFile } from 'node:fs/promises';
  const { load, modules } = await import(process.argv[1]);
  const names = Object.entries(modules).map(async ([name, module]) =>
    [name, Object.keys(await load(module, readFile))]);
  console.log(JSON.stringify(Object.fromEntries(await Promise.all(names))));
`;

/** The type of the glue of a module. */
const glueType = 'declare const start: unknown;\nexport default start;\n';

/**
 * Writes posenc-headers: the header that declares a function of the same name, readOut for read_out, of each function that
 * has one.
 * @param {readonly string[]} functions
 */
function makeHeaderList(functions) {
  const headers = ['encoding', 'analysis', 'model'].flatMap((part) => {
    const folder = join(root, 'cpp/include/posenc', part);
    return readdirSync(folder).map((file) => ({
      header: `${part}/${file}`,
      text: readFileSync(join(folder, file), 'utf8'),
    }));
  });
  const found = functions.flatMap((name) => {
    const inCpp = name.replace(/(?<=[a-z])(?=[A-Z])/g, '_').toLowerCase();
    const declaration = new RegExp(`^\\w[^\\n=;(]*\\b${inCpp}\\(`, 'm');
    const declaring = headers.filter(({ text }) => declaration.test(text));
    return declaring.length === 1 ? [[name, declaring[0]?.header]] : [];
  });
  const type = found.map(([name]) => `${name}: string`).join('; ');
  makeModule('headers', 'headers', Object.fromEntries(found), `{ ${type} }`);
}

/** Writes posenc-quick-functions: those that the page computes on its own thread. */
function makeQuickList() {
  const bindings = join(root, 'cpp/wasm');
  const quick = readdirSync(bindings).flatMap((file) =>
    [...readFileSync(join(bindings, file), 'utf8').matchAll(/quick_function<.+>\(\s*"(\w+)"/g)].map(
      ([, name]) => name,
    ),
  );
  makeModule('quick-functions', 'quickFunctions', quick, 'readonly string[]');
}

/** Writes posenc-functions: the functions of each module; posenc-quick-functions; and posenc-headers. */
export function makeFunctionLists() {
  const modules = pathToFileURL(join(packageFolder, 'modules.js')).href;
  // In a process of its own: this one may have loaded the modules of an earlier build.
  const args = ['--input-type=module', '--eval', printFunctions, modules];
  const all = JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' }));
  for (const name of Object.keys(all))
    writeFileSync(join(folder, `posenc-${name}.d.mts`), glueType);
  const type = Object.keys(all).map((name) => `'${name}': readonly string[]`);
  makeModule('functions', 'functions', all, `{ ${type.join('; ')} }`);
  makeQuickList();
  makeHeaderList([...new Set(Object.values(all).flat())]);
}
