// npm run format: brings all sources into their one format.
import { main, runSteps } from './lib/steps.mjs';
import { cppFiles, npmBin, setUp } from './lib/tasks.mjs';
import { runInToolchain } from './lib/toolchain.mjs';

await main(() =>
  runSteps([
    ...setUp({ wasm: true }),
    {
      title: 'C++',
      async run(report) {
        await runInToolchain('clang-format', ['-i', ...(await cppFiles())], { onLine: report });
      },
    },
    { title: 'Page and tools', run: npmBin('prettier', ['--write', '--log-level=warn', '.']) },
  ]),
);
