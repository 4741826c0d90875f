// Checks the arguments of the package's functions before they reach the core, which converts what it can and reads
// nothing from what has no length. (The page's calls are checked by the compiler.)
import { type Kind, parameters } from '../../../build/wasm/posenc-parameters.mjs';
import { PosencError } from './errors.ts';

type AnyFunction = (...args: unknown[]) => unknown;

/** The words for each simple kind, and its values. */
const simple: Record<string, [string, (value: unknown) => boolean]> = {
  number: ['a number', (value) => typeof value === 'number'],
  string: ['a string', (value) => typeof value === 'string'],
  boolean: ['a boolean', (value) => typeof value === 'boolean'],
  null: ['null', (value) => value === null],
  numbers: [
    'a Float64Array or an array of numbers',
    (value) => Array.isArray(value) || /^\[object (Float|Int|Uint)/.test(tagOf(value)),
  ],
  bytes: ['a Uint8Array', (value) => tagOf(value) === '[object Uint8Array]'],
};

/** The same for values of other windows and of Node's virtual machines, which instanceof would not know. */
export const tagOf = (value: unknown): string => Object.prototype.toString.call(value);

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** "a, b and c" */
export const listed = (names: readonly string[]): string =>
  names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)}` : names.join('');

function wordsFor(kind: Kind): string {
  if (typeof kind === 'string') {
    return kind
      .split('|')
      .map((one) => simple[one]?.[0])
      .join(' or ');
  }
  if (Array.isArray(kind)) return 'an array';
  const fields = Object.keys(kind).filter((name) => name !== '*' && !name.endsWith('?'));
  return fields.length > 0 && fields.length < 8 ? `an object with ${listed(fields)}` : 'an object';
}

/** A value in an error. */
export function shown(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, 40));
  if (Array.isArray(value)) return 'an array';
  if (tagOf(value) === '[object URL]') return String(value);
  return isObject(value) || typeof value === 'function' ? tagOf(value) : String(value);
}

/** The first fault of a value: what it is called, and what is wrong. */
function faultOf(value: unknown, kind: Kind, name: string): { name: string; is: string } | null {
  const wrong = () => ({
    name,
    is: `must be ${wordsFor(kind)} but ${value === undefined ? 'is missing' : `got ${shown(value)}`}`,
  });
  if (typeof kind === 'string') {
    if (!kind.split('|').some((one) => simple[one]?.[1](value))) return wrong();
    return Array.isArray(value) ? faultIn(value, 'number', name) : null;
  }
  if (Array.isArray(kind)) return Array.isArray(value) ? faultIn(value, kind[0], name) : wrong();
  if (!isObject(value)) return wrong();
  for (const [field, part] of Object.entries(kind)) {
    const isOptional = field.endsWith('?');
    const names = field === '*' ? Object.keys(value) : [isOptional ? field.slice(0, -1) : field];
    for (const one of names) {
      if (isOptional && (value[one] ?? null) === null) continue;
      // As the core names them: an option by itself.
      const path = name.includes('[') ? `${name}.${one}` : one;
      const called = field === '*' ? `${name}[${JSON.stringify(one)}]` : path;
      const fault = faultOf(value[one], part, called);
      if (fault) return fault;
    }
  }
  return null;
}

/** (Not with find: it would take a hole for no fault.) */
function faultIn(values: unknown[], kind: Kind, name: string) {
  for (let n = 0; n < values.length; n++) {
    const fault = faultOf(values[n], kind, `${name}[${n}]`);
    if (fault) return fault;
  }
  return null;
}

/** The functions of a module, which refuse arguments of other types than theirs. */
export const checked = <Api extends object>(api: Api): Api =>
  Object.fromEntries(
    Object.entries(api as Record<string, AnyFunction>).map(([name, method]) => [
      name,
      (...args: unknown[]) => {
        for (const [n, [parameter, kind]] of Object.entries(parameters[name] ?? {}).entries()) {
          const fault = faultOf(args[n], kind, parameter);
          if (fault) {
            const message = `[${name}] ${fault.name} ${fault.is}`;
            throw new PosencError('invalid-argument', message, fault.name.replace(/\[.*/, ''));
          }
        }
        return method(...args);
      },
    ]),
  ) as Api;
