// What the core lists, as a module beside its build: known before the core is loaded, and part of its npm package.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from './paths.mjs';

const folder = join(build, 'wasm');

const union = (/** @type {readonly string[]} */ names) =>
  names.map((name) => JSON.stringify(name)).join(' | ');

/** Writes it from what the core's own program prints. */
export function makeRegistry() {
  const printed = execFileSync(process.execPath, [join(folder, 'posenc-registry.cjs')], {
    encoding: 'utf8',
  });
  /** @type {Record<string, readonly Record<string, string>[]> & {version: string}} */
  const { version, ...lists } = JSON.parse(printed);
  let code = `export const version = ${JSON.stringify(version)};\n`;
  let types = 'export declare const version: string;\n';
  for (const [list, entries] of Object.entries(lists)) {
    code += `export const ${list} = ${JSON.stringify(entries)};\n`;
    const members = Object.keys(entries[0] ?? {}).map((key) =>
      key === 'name' ? `name: ${union(entries.map(({ name = '' }) => name))}` : `${key}: string`,
    );
    types += `export declare const ${list}: readonly { ${members.join('; ')} }[];\n`;
  }
  writeFileSync(join(folder, 'posenc-registry.mjs'), code);
  writeFileSync(join(folder, 'posenc-registry.d.mts'), types);
}
