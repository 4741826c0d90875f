// The elements of the lesson, as web/src/elements.ts lists them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.mjs';

const entry = /'(posenc-[\w-]+)': \(\) => import\('\.\/([\w./-]+)'\)/g;

/** The file that defines each element, by its tag. @returns {Map<string, string>} */
export function filesOfElements() {
  const text = readFileSync(join(root, 'web/src/elements.ts'), 'utf8');
  return new Map([...text.matchAll(entry)].map(([, tag = '', file]) => [tag, `web/src/${file}`]));
}
