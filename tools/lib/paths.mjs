import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
export const build = join(root, 'build');
export const site = join(build, 'site');
export const packageFolder = join(build, 'package');
/** What the pages of the last site are called and about, for what is added once the site's address is known. */
export const listOfPages = join(build, 'lesson/pages.json');
export const releaseFolder = join(build, 'release');
/** What the scripts of the site are built with, for those that are built after it. */
export const definesFile = join(build, 'lesson/define.json');

/** What a second clone can use again: the toolchain and Emscripten's compiled system libraries. */
export const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'posenc');
