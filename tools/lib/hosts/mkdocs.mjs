import { join } from 'node:path';
import { run } from '../run.mjs';
import { serve } from '../serve.mjs';
import { ensureProgram, versionSaid } from './debian.mjs';
import { writeFiles } from './npm.mjs';
import { visit } from './visit.mjs';

/** @type {import('./host.mjs').Host} */
export const mkdocs = {
  name: 'mkdocs',
  async run(where) {
    const { folder, lineFor, report } = where;
    await ensureProgram('mkdocs', 'mkdocs', report);
    writeFiles(folder, {
      // Its highlighter would come from another host.
      'mkdocs.yml': 'site_name: A course\ntheme:\n  name: mkdocs\n  highlightjs: false\n',
      'docs/index.md': `# Positions\n\n${await lineFor('mkdocs')}\n`,
    });
    await run('mkdocs', ['build'], { cwd: folder, onLine: report });
    const { port, close } = await serve(join(folder, 'site'));
    return visit(
      {
        address: `http://localhost:${port}/`,
        version: await versionSaid('mkdocs', ['--version']),
        close,
      },
      where,
    );
  },
};
