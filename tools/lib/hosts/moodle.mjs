// Moodle, from a copy of its source: the packages as activities of a course, and students who visit them.
import { spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { ensurePackages } from '../debian.mjs';
import { root } from '../paths.mjs';
import { run, Stop, which } from '../run.mjs';
import { visitOnce } from './attempt.mjs';
import { freePort } from './ports.mjs';
import { startPostgres } from './postgres.mjs';

/** Debian has a folder for each version of PHP. @param {string} name of a module */
const hasModule = (name) =>
  existsSync('/etc/php') &&
  readdirSync('/etc/php').some((version) =>
    existsSync(`/etc/php/${version}/mods-available/${name}.ini`),
  );

/** What Moodle needs of Debian. */
const needs = [
  { package: 'php-cli', present: () => which('php') !== null },
  ...['curl', 'gd', 'intl', 'mbstring', 'pgsql', 'soap', 'xml', 'zip'].map((name) => ({
    package: `php-${name}`,
    present: () => hasModule(name),
  })),
  { package: 'postgresql', present: () => existsSync('/usr/lib/postgresql') },
];

const script = (/** @type {string} */ name) => join(root, 'tools/lib/hosts', `${name}.php`);
const php = ['-d', 'max_input_vars=5000'];

/** @param {string} source @param {{data: string, port: number, database: number}} where */
const writeConfig = (source, { data, port, database }) =>
  writeFileSync(
    join(source, 'config.php'),
    `<?php
unset($CFG);
global $CFG;
$CFG = new stdClass();
$CFG->dbtype = 'pgsql';
$CFG->dblibrary = 'native';
$CFG->dbhost = '127.0.0.1';
$CFG->dbname = 'moodle';
$CFG->dbuser = 'moodle';
$CFG->dbpass = '';
$CFG->prefix = 'mdl_';
$CFG->dboptions = ['dbport' => ${database}];
$CFG->wwwroot = 'http://localhost:${port}';
$CFG->dataroot = '${data}';
$CFG->directorypermissions = 0777;
require_once(__DIR__ . '/lib/setup.php');
`,
  );

/** @param {string} source @param {number} port */
async function startServer(source, port) {
  const server = spawn('php', [...php, '-S', `localhost:${port}`], {
    ...{ cwd: source, stdio: 'ignore', detached: true },
    env: { ...process.env, PHP_CLI_SERVER_WORKERS: '4' },
  });
  const ended = new Promise((resolve) => server.on('close', resolve));
  const close = async () => {
    // With its workers.
    process.kill(-(server.pid ?? 0));
    await ended;
  };
  for (let n = 0; n < 100; n++) {
    const answer = await fetch(`http://localhost:${port}/login/index.php`).catch(() => null);
    if (answer?.ok) return close;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  await close();
  throw new Stop('Moodle does not show its login page');
}

/** Plugins that somebody has added to Moodle's own, such as one that fetches from elsewhere. @param {string} source */
function removeAddedPlugins(source) {
  const listed = (/** @type {string} */ file) =>
    JSON.parse(readFileSync(join(source, 'lib', file), 'utf8'));
  const { standard } = listed('plugins.json');
  for (const [type, place] of Object.entries(listed('components.json').plugintypes)) {
    const plugins = join(source, String(place));
    for (const name of existsSync(plugins) ? readdirSync(plugins) : []) {
      const plugin = join(plugins, name);
      const isAdded = existsSync(join(plugin, 'version.php')) && !standard[type]?.includes(name);
      if (isAdded) rmSync(plugin, { recursive: true });
    }
  }
}

/** Installs Moodle, and serves it until it is closed. @param {import('./host.mjs').Where} where */
async function startMoodle({ folder, path, report }) {
  if (!existsSync(join(path, 'version.php')))
    throw new Stop(`${path} is not a copy of Moodle's source`);
  await ensurePackages(needs, report);
  const source = join(folder, 'moodle');
  if (!existsSync(source)) {
    report('copies the source');
    cpSync(path, source, { recursive: true });
    removeAddedPlugins(source);
  }
  const data = join(folder, 'data');
  // What another database left would be taken for this one's.
  rmSync(data, { recursive: true, force: true });
  mkdirSync(data, { recursive: true });
  const database = await startPostgres();
  try {
    const port = await freePort();
    writeConfig(source, { data, port, database: database.port });
    const named = ['--fullname=Moodle', '--shortname=Moodle', '--adminpass=Admin1!x'];
    const install = [...php, 'admin/cli/install_database.php', '--agree-license', ...named];
    await run('php', install, { cwd: source, onLine: report });
    const closeServer = await startServer(source, port);
    const close = async () => {
      await closeServer();
      await database.close();
    };
    return { source, address: `http://localhost:${port}`, close };
  } catch (error) {
    await database.close();
    throw error;
  }
}

const standards = /** @type {const} */ (['scorm12', 'scorm2004']);

/** Makes the packages and a course with them. @param {string} source @param {string} folder */
async function makeCourse(source, folder) {
  const { makePackages } = await import('./course.mjs');
  const files = await makePackages(folder, standards);
  const made = await run('php', [script('moodle-course'), source, ...files]);
  const { activities } = JSON.parse(made.slice(made.lastIndexOf('{')));
  return standards.map((standard, n) => ({ standard, activity: Number(activities[n]) }));
}

/** @type {import('./host.mjs').Host} */
export const moodle = {
  name: 'moodle',
  path: 'a copy of its source, of a version 4',
  async run(where) {
    const { folder, browser, report, picture } = where;
    // The right answers come from the core, which is there when the hosts are run.
    const { faultsOf, visits } = await import('./moodle-visits.mjs');
    const { source, address, close } = await startMoodle(where);
    /** @type {string[]} */
    const faults = [];
    try {
      for (const { standard, activity } of await makeCourse(source, folder)) {
        /** @type {Record<string, string>} */
        const failures = {};
        for (const [name, { does, visit }] of Object.entries(visits)) {
          report(`${standard}: ${name} ${does}`);
          failures[name] = await visitOnce(browser, picture(`${standard}-${name}`), () =>
            visit(browser, { address, activity }),
          );
        }
        const kept = JSON.parse(await run('php', [script('moodle-grades'), source, `${activity}`]));
        faults.push(...faultsOf(kept, failures).map((fault) => `${standard}, ${fault}`));
      }
      const about = readFileSync(join(source, 'version.php'), 'utf8');
      const version = /\$release\s*=\s*'([\d.]+)/.exec(about)?.[1] ?? '';
      return { version, faults, checked: Object.values(visits).map(({ does }) => does) };
    } finally {
      await close();
    }
  },
};
