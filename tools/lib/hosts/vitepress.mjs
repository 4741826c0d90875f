import { join } from 'node:path';
import { serve } from '../serve.mjs';
import { installPackages, runPackage, versionOf, writeFiles } from './npm.mjs';
import { visit } from './visit.mjs';

/** @type {import('./host.mjs').Host} */
export const vitepress = {
  name: 'vitepress',
  async run(where) {
    const { folder, report } = where;
    await installPackages(folder, { vitepress: '1.6.4' }, report);
    writeFiles(folder, { 'index.md': `# Positions\n\n${await where.lineFor('vitepress')}\n` });
    await runPackage(folder, 'vitepress/bin/vitepress.js', ['build'], { report });
    const { port, close } = await serve(join(folder, '.vitepress/dist'));
    return visit(
      {
        address: `http://localhost:${port}/`,
        version: versionOf(folder, 'vitepress'),
        followsSystem: true,
        switchToDark: (page) => page.locator('.VPNavBarAppearance button').click(),
        close,
      },
      where,
    );
  },
};
