import { join } from 'node:path';
import { serve } from '../serve.mjs';
import { installPackages, runPackage, versionOf, writeFiles } from './npm.mjs';
import { visit } from './visit.mjs';

/** It needs Node 22.12, which not everyone has who builds the lesson. */
const node = `node-${process.platform}-${process.arch}`;

/** @type {import('./host.mjs').Host} */
export const astro = {
  name: 'astro',
  async run(where) {
    const { folder, lineFor, report } = where;
    await installPackages(folder, { astro: '7.3.5', [node]: '22.23.5' }, report);
    const line = await lineFor('astro');
    writeFiles(folder, {
      'src/pages/index.astro': `<html lang="en"><head><meta charset="utf-8" /><link rel="icon" href="data:," /><title>Positions</title></head><body>\n${line}\n</body></html>\n`,
    });
    await runPackage(folder, 'astro/bin/astro.mjs', ['build'], {
      report,
      node: join(folder, 'node_modules', node, 'bin/node'),
    });
    const { port, close } = await serve(join(folder, 'dist'));
    return visit(
      { address: `http://localhost:${port}/`, version: versionOf(folder, 'astro'), close },
      where,
    );
  },
};
