// The core, with the memory of how each number in its answers was reached: alibiSlopes(8, 'released', 8).values[0].
import { asWritten } from '../../../web/src/ui/provenance.ts';

/** @typedef {import('./core.mjs').Core} Core */
/** A value, and the JavaScript that gives it. @typedef {{value: unknown, text: string}} Source */

/** What each traced answer stands for. @type {WeakMap<object, Source>} */
const sources = new WeakMap();

/** @param {unknown} value */
const sourceOfTraced = (value) =>
  typeof value === 'object' && value !== null ? sources.get(value) : undefined;

/** As JavaScript that can be run: asWritten cuts long lists. @param {unknown} value */
function argument(value) {
  const isRange = value instanceof Float64Array && value.every((number, n) => number === n);
  if (!isRange || value.length < 10) return asWritten(value);
  return `Float64Array.from({ length: ${value.length} }, (_, n) => n)`;
}

/**
 * The core whose answers are traced, also where they are handed on to another call of it.
 * @param {Core} core
 */
export function traced(core) {
  /** @type {Source} */
  let last = { value: undefined, text: '' };

  /** @param {unknown} value @param {string} text @returns {unknown} */
  const trace = (value, text) => {
    last = { value, text };
    if (typeof value !== 'object' || value === null) return value;
    const proxy = new Proxy(value, {
      get(_, name) {
        const member = Reflect.get(value, name);
        if (typeof member === 'function') return member.bind(value);
        if (typeof name === 'symbol') return member;
        return trace(member, /^\d+$/.test(name) ? `${text}[${name}]` : `${text}.${name}`);
      },
    });
    sources.set(proxy, last);
    return proxy;
  };

  const heard = new Proxy(core, {
    get(target, name) {
      const member = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      return (/** @type {unknown[]} */ ...args) => {
        const written = args.map((arg) => sourceOfTraced(arg)?.text ?? argument(arg));
        const text = `${String(name)}(${written.join(', ')})`;
        last = { value: undefined, text };
        const bare = args.map((arg) => sourceOfTraced(arg)?.value ?? arg);
        return trace(Reflect.apply(member, target, bare), text);
      };
    },
  });

  return {
    core: heard,
    /** The last call, or what was read last. */
    last: () => last,
    /**
     * Where a result comes from: it is an answer of the core, or the part of one that was read last.
     * @param {unknown} result @returns {Source}
     */
    source(result) {
      const found = sourceOfTraced(result);
      if (found) return found;
      if (last.text === '' || !Object.is(result, last.value)) {
        throw new Error(
          `expected an element of the core’s answer but got ${String(result)}: put any further computation in "then"`,
        );
      }
      return last;
    },
  };
}
