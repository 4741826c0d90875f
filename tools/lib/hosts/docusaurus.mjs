import { join } from 'node:path';
import { serve } from '../serve.mjs';
import { installPackages, runPackage, versionOf, writeFiles } from './npm.mjs';
import { visit } from './visit.mjs';

const packages = {
  '@docusaurus/core': '3.10.2',
  '@docusaurus/preset-classic': '3.10.2',
  react: '19.3.1',
  'react-dom': '19.3.1',
};

/** @type {import('./host.mjs').Host} */
export const docusaurus = {
  name: 'docusaurus',
  async run(where) {
    const { folder, lesson, report } = where;
    await installPackages(folder, packages, report);
    const config = {
      ...{ title: 'A course', url: 'https://course.example', baseUrl: '/' },
      // As the generator says.
      scripts: [`${lesson}embed-height.js`],
      presets: [['classic', { docs: false, blog: false }]],
    };
    writeFiles(folder, {
      'docusaurus.config.js': `export default ${JSON.stringify(config)};`,
      'src/pages/index.mdx': `# Positions\n\n${await where.lineFor('docusaurus')}\n`,
    });
    await runPackage(folder, '@docusaurus/core/bin/docusaurus.mjs', ['build'], { report });
    const { port, close } = await serve(join(folder, 'build'));
    return visit(
      {
        address: `http://localhost:${port}/`,
        version: versionOf(folder, '@docusaurus/core'),
        switchToDark: (page) => page.locator('button[class*=toggleButton]').first().click(),
        close,
      },
      where,
    );
  },
};
