// The colors and typefaces of the lesson by name, for pictures that stand apart from its pages.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../paths.mjs';

/** @typedef {{light: string, dark: string}} Token alike where the theme changes nothing */

/** @type {ReadonlyMap<string, Token>} by name, as in `--posenc-ink` */
export const tokens = new Map(
  [
    ...readFileSync(join(root, 'web/src/style/tokens.css'), 'utf8').matchAll(
      /(--posenc-[\w-]+):\s*(?:light-dark\((#\w+|rgb\([^)]*\)),\s*(#\w+|rgb\([^)]*\))\)|([^;]*));/g,
    ),
  ].map(([, name = '', light = '', dark = '', both = '']) => [
    name,
    { light: light || both, dark: dark || both },
  ]),
);

/** Rules that define what a text uses of them, in the browser's theme. @param {string} text */
export function tokenRules(text) {
  const used = new Set([...text.matchAll(/var\((--posenc-[\w-]+)/g)].map(([, name = '']) => name));
  const named = [...used].sort().map((name) => {
    const token = tokens.get(name);
    if (!token) throw new Error(`there is no token ${name}`);
    return { name, ...token };
  });
  const light = named.map((one) => `${one.name}:${one.light};`);
  const dark = named.flatMap((one) => (one.dark === one.light ? [] : `${one.name}:${one.dark};`));
  return `:root{${light.join('')}}@media (prefers-color-scheme:dark){:root{${dark.join('')}}}`;
}
