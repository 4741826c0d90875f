// Hosts that are programs of this machine, from Debian: their versions are those of its release.
import { ensurePackages } from '../debian.mjs';
import { run, which } from '../run.mjs';

/** @param {string} program @param {string} name of its package @param {(line: string) => void} report */
export const ensureProgram = (program, name, report) =>
  ensurePackages([{ package: name, present: () => which(program) !== null }], report);

/** @param {string} command @param {string[]} args that ask for it */
export const versionSaid = async (command, args) =>
  /\d+(\.\d+)+/.exec(await run(command, args))?.[0] ?? '';
