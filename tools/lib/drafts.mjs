// What `npm run dev` has linked without optimizing (tools/lib/link-cache.mjs) is there for no other build.
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const ending = '.draft';

/** Removes what is a draft in a folder of a build, so that it is linked again. @param {string} folder */
export function removeDrafts(folder) {
  if (!existsSync(folder)) return;
  for (const mark of readdirSync(folder).filter((name) => name.endsWith(ending))) {
    rmSync(join(folder, mark.slice(0, -ending.length)), { force: true });
    rmSync(join(folder, mark));
  }
}
