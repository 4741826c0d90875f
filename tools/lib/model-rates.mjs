// How fast posenc model reads a folder of configs, beside one call for each file, and the memory that it takes.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, root } from './paths.mjs';

const command = join(build, 'native/posenc');

/** @returns {object[]} the configs of the shipped models */
const shippedConfigs = () =>
  JSON.parse(readFileSync(join(root, 'cpp/src/model_config/models.json'), 'utf8')).map(
    (/** @type {{config: object}} */ { config }) => config,
  );

/** A call's seconds, and the most memory it had, in MB (0 where the system does not tell). @param {string[]} args */
async function timed(args) {
  const start = performance.now();
  const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  let most = 0;
  const look = setInterval(() => {
    try {
      const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
      most = Math.max(most, Number(/VmHWM:\s*(\d+)/.exec(status)?.[1] ?? 0));
    } catch {
      // It has ended.
    }
  }, 5);
  await new Promise((resolve) => child.on('exit', resolve));
  clearInterval(look);
  return { seconds: (performance.now() - start) / 1000, megabytes: most / 1024 };
}

/** The seconds of one call for each of some files. @param {readonly string[]} files @param {readonly string[]} options */
function oneByOne(files, options) {
  const start = performance.now();
  for (const file of files) {
    const { status } = spawnSync(command, ['model', file, ...options], { stdio: 'ignore' });
    if (status !== 0) throw new Error(`${file}: exit code ${status}`);
  }
  return (performance.now() - start) / 1000;
}

/**
 * For each number of files and each form of output: files a second in one call and one by one, and the memory.
 * @param {readonly number[]} counts
 */
export async function* modelRates(counts) {
  const configs = shippedConfigs().map((config) => JSON.stringify(config));
  for (const count of counts) {
    const folder = mkdtempSync(join(tmpdir(), 'posenc-rates-'));
    try {
      const files = Array.from({ length: count }, (_, n) => join(folder, `${n}.json`));
      for (const [n, file] of files.entries())
        writeFileSync(file, configs[n % configs.length] ?? '');
      for (const [name, options] of /** @type {[string, string[]][]} */ ([
        ['lines', ['--fail-on', 'step']],
        ['JSON', ['--json']],
      ])) {
        const some = files.slice(0, 200);
        const before = oneByOne(some, options.slice(0, name === 'JSON' ? 1 : 0));
        const { seconds, megabytes } = await timed(['model', folder, ...options]);
        const each = some.length / before;
        yield { count, name, together: count / seconds, each, megabytes };
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  }
}
