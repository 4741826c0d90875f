// What npm run build:lms is asked for, as texts: from the command line, or from a JSON file with the same names.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { Stop } from '../run.mjs';

/** @typedef {'standard' | 'sections' | 'exercises' | 'seed' | 'completion' | 'mastery' | 'name'} Name */

/** A setting, and how a message calls it. @typedef {{text: string, label: string}} Given */

/** @typedef {Partial<Record<Name, Given>>} Options */

/** @type {readonly Name[]} */
const names = ['standard', 'sections', 'exercises', 'seed', 'completion', 'mastery', 'name'];

const isName = (/** @type {string} */ name) => names.includes(/** @type {Name} */ (name));

/** A value of a JSON file as on the command line; null if it cannot be one. @param {unknown} value */
function asText(value) {
  const parts = Array.isArray(value) ? value : [value];
  const plain = parts.every((part) => typeof part === 'string' || typeof part === 'number');
  return plain ? parts.join(',') : null;
}

/** @param {string} file @returns {unknown} */
function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new Stop(`--config ${file} cannot be read: ${/** @type {Error} */ (error).message}`);
  }
}

/** @param {string} file @returns {Options} */
function optionsOfFile(file) {
  const content = readJson(file);
  if (typeof content !== 'object' || content === null || Array.isArray(content)) {
    throw new Stop(`${file} must contain one JSON object but contains ${JSON.stringify(content)}`);
  }
  const given = Object.entries(content).map(([name, value]) => {
    if (!isName(name)) {
      throw new Stop(`${file}: there is no setting "${name}"; expected ${names.join(', ')}`);
    }
    const text = asText(value);
    if (text === null) {
      const expected = 'a text, a number or a list of them';
      throw new Stop(`${file}: ${name} must be ${expected} but is ${JSON.stringify(value)}`);
    }
    return [name, { text, label: `${file}: ${name}` }];
  });
  return Object.fromEntries(given);
}

/** The options; those of the command line have precedence over a file's. @param {string[]} args @returns {Options} */
export function readOptions(args) {
  /** @type {Partial<Record<Name | 'config', string>>} */
  let values;
  try {
    const option = /** @type {const} */ ({ type: 'string' });
    const options = Object.fromEntries([...names, 'config'].map((name) => [name, option]));
    values = parseArgs({ args, options }).values;
  } catch (error) {
    throw new Stop(/** @type {Error} */ (error).message);
  }
  const { config, ...typed } = values;
  const ofCommand = Object.fromEntries(
    Object.entries(typed).map(([name, text]) => [name, { text, label: `--${name}` }]),
  );
  return { ...(config === undefined ? {} : optionsOfFile(config)), ...ofCommand };
}
