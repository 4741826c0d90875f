import { join } from 'node:path';
import { run } from '../run.mjs';
import { serve } from '../serve.mjs';
import { ensureProgram, versionSaid } from './debian.mjs';
import { writeFiles } from './npm.mjs';
import { visit } from './visit.mjs';

/** @type {import('./host.mjs').Host} */
export const sphinx = {
  name: 'sphinx',
  async run(where) {
    const { folder, lineFor, report } = where;
    await ensureProgram('sphinx-build', 'python3-sphinx', report);
    writeFiles(folder, {
      'source/conf.py': "project = 'A course'\n",
      'source/index.rst': `Positions\n=========\n\n${await lineFor('sphinx')}\n`,
    });
    await run('sphinx-build', ['source', 'html'], { cwd: folder, onLine: report });
    const { port, close } = await serve(join(folder, 'html'));
    return visit(
      {
        address: `http://localhost:${port}/index.html`,
        version: await versionSaid('sphinx-build', ['--version']),
        close,
      },
      where,
    );
  },
};
