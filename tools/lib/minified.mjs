import { readFileSync } from 'node:fs';
import { minifySync } from 'vite';
import { Stop } from './run.mjs';

/** A file of JavaScript as short as the site's own. @param {string} file @param {'module' | 'script'} kind */
export function minified(file, kind) {
  const options = { module: kind === 'module' };
  const { code, errors } = minifySync(file, readFileSync(file, 'utf8'), options);
  const [problem] = errors;
  if (problem) throw new Stop(`${file}: ${problem.message}`);
  return code;
}
