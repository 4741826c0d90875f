// npm run bench -- encodings: how fast the core is, natively and under Node, each beside a copy of memory in
// the same run. Figures, not a test: nothing fails here for being slow.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { build } from './lib/paths.mjs';
import { main, runSteps } from './lib/steps.mjs';
import { buildCpp, setUp } from './lib/tasks.mjs';

await main(async () => {
  const given = process.argv.slice(2);
  const arguments_ = given.every((one) => one.startsWith('--')) ? ['encodings', ...given] : given;
  await runSteps([
    ...setUp({ wasm: true, native: true }),
    { title: 'posenc command', run: buildCpp('native', ['posenc']) },
    { title: 'posenc command for Node', run: buildCpp('wasm', ['posenc']) },
  ]);
  for (const [command = '', ...before] of [
    [join(build, 'native/posenc')],
    [process.execPath, join(build, 'wasm/command/posenc.cjs')],
  ]) {
    console.log();
    const { status } = spawnSync(command, [...before, 'bench', ...arguments_], {
      stdio: 'inherit',
    });
    if (status !== 0) {
      process.exitCode = 1;
      return;
    }
  }
});
