// The project's own command, for what it says of the same models.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { build } from '../paths.mjs';
import { run, Stop } from '../run.mjs';

const command = join(build, 'native/posenc');

export function checkCommand() {
  if (!existsSync(command)) {
    throw new Stop('there is no build/native/posenc; npm run build:native builds it');
  }
}

/** What it prints, as JSON. @param {string[]} args @returns {Promise<any>} */
export const posenc = async (args) => JSON.parse(await run(command, args));
