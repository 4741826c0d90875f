// npm run hosts: the lesson in software of others, as a newcomer puts it there.
//   npm run hosts                        all that can be fetched
//   npm run hosts -- vitepress sphinx    some of them
//   npm run hosts -- moodle=PATH         one that needs a copy of its source
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { astro } from './lib/hosts/astro.mjs';
import { catapult } from './lib/hosts/catapult.mjs';
import { docusaurus } from './lib/hosts/docusaurus.mjs';
import { jupyter } from './lib/hosts/jupyter.mjs';
import { openGenerator } from './lib/hosts/line.mjs';
import { mkdocs } from './lib/hosts/mkdocs.mjs';
import { moodle } from './lib/hosts/moodle.mjs';
import { reveal } from './lib/hosts/reveal.mjs';
import { sphinx } from './lib/hosts/sphinx.mjs';
import { vitepress } from './lib/hosts/vitepress.mjs';
import { browser } from './lib/debian.mjs';
import { build, site } from './lib/paths.mjs';
import { Stop } from './lib/run.mjs';
import { serve } from './lib/serve.mjs';
import { main, runSteps } from './lib/steps.mjs';
import { buildCore, buildSite, setUp } from './lib/tasks.mjs';

/** @type {import('./lib/hosts/host.mjs').Host[]} */
const hosts = [docusaurus, vitepress, astro, mkdocs, sphinx, reveal, jupyter, moodle, catapult];

/** @returns {{host: import('./lib/hosts/host.mjs').Host, path: string}[]} */
function chosenHosts() {
  const asked = process.argv.slice(2).map((argument) => {
    const [name = '', path = ''] = argument.split('=');
    const host = hosts.find((one) => one.name === name);
    if (!host) {
      const names = hosts.map((one) => (one.path ? `${one.name}=PATH` : one.name));
      throw new Stop(`there is no host "${name}"; there are ${names.join(', ')}`);
    }
    if (Boolean(host.path) !== Boolean(path)) {
      const how = host.path ? `${name}=PATH, where PATH is ${host.path}` : name;
      throw new Stop(`"${argument}" must be ${how}`);
    }
    return { host, path };
  });
  if (asked.length > 0) return asked;
  return hosts.filter((host) => !host.path).map((host) => ({ host, path: '' }));
}

await main(async () => {
  const chosen = chosenHosts();
  await runSteps([...setUp({ wasm: true, browser: true }), ...buildCore, buildSite]);
  const { chromium } = await import('playwright-core');
  const lessonHost = await serve(site);
  const running = await chromium.launch({ executablePath: browser() ?? '' });
  const lesson = `http://127.0.0.1:${lessonHost.port}/`;
  const generator = await openGenerator(running, lesson);
  const kept = join(build, 'hosts');
  /** @type {string[]} */
  const table = [];
  /** @type {string[]} */
  const wrong = [];
  try {
    await runSteps(
      chosen.map(({ host, path }) => ({
        title: host.name,
        async run(report) {
          const folder = join(kept, host.name);
          mkdirSync(folder, { recursive: true });
          const found = host.run({
            ...{ folder, lesson, path, report, browser: running, lineFor: generator.lineFor },
            picture: (name) => join(kept, `${host.name}-${name}.png`),
          });
          // One that cannot be run keeps no other from it.
          const { version, checked, faults } = await found.catch((error) => ({
            ...{ version: '', checked: [] },
            faults: [/** @type {Error} */ (error).message],
          }));
          table.push(`${host.name} ${version}: ${checked.join(', ')}`);
          wrong.push(...faults.map((fault) => `${host.name} ${version}: ${fault}`));
          return faults.length > 0 ? `${version}, wrong: ${faults.join('; ')}` : version;
        },
      })),
    );
  } finally {
    await generator.close();
    await running.close();
    await lessonHost.close();
  }
  console.log(`\nChecked, with screenshots in build/hosts:\n  ${table.join('\n  ')}`);
  if (wrong.length > 0) throw new Stop(`not as it should be: ${wrong.join('; ')}`);
});
