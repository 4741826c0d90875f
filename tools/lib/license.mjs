// The project's own license: the owner's to choose, and named in package.json alone.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.mjs';
import { Stop } from './run.mjs';

/** @type {{license?: string}} */
const { license } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
export { license };

/** Before a release is made. @param {string | undefined} [named] */
export function checkLicense(named = license) {
  if (named) return;
  throw new Stop(
    'package.json has no "license", without which nobody else may use a release: its owner puts an SPDX identifier there, such as "MIT"',
  );
}
