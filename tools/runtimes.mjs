// npm run runtimes: what other software does with tiny models and with the npm package, beside what this project says.
//   npm run runtimes -- models     llama.cpp on GGUF files, and ONNX Runtime's rotation
//   npm run runtimes -- packages   bundlers and runtimes on build/package
import { existsSync } from 'node:fs';
import { packageFolder } from './lib/paths.mjs';
import { bundlerPackages, tryBundlers } from './lib/runtimes/bundlers.mjs';
import { checkCommand } from './lib/runtimes/ours.mjs';
import { compareGgufFiles } from './lib/runtimes/gguf-comparison.mjs';
import { llamaCppPackages } from './lib/runtimes/llama-cpp.mjs';
import { compareOnnx, onnxPackages } from './lib/runtimes/onnx.mjs';
import { withPackages } from './lib/runtimes/packages.mjs';
import { Stop } from './lib/run.mjs';
import { main } from './lib/steps.mjs';

const usage = 'npm run runtimes -- models, or npm run runtimes -- packages';

/** @type {Record<string, {packages: string[], withPrograms?: boolean, check: () => void, run: (folder: string) => Promise<number>}>} */
const parts = {
  models: {
    packages: [...llamaCppPackages(), ...onnxPackages],
    check: checkCommand,
    run: async (folder) => (await compareGgufFiles(folder)) + (await compareOnnx(folder)),
  },
  packages: {
    packages: bundlerPackages,
    withPrograms: true,
    check() {
      if (existsSync(packageFolder)) return;
      throw new Stop('there is no build/package; npm run build:package builds it');
    },
    run: tryBundlers,
  },
};

await main(async () => {
  const [name = '', ...more] = process.argv.slice(2);
  const part = parts[name];
  if (!part || more.length > 0) throw new Stop(`the command is ${usage}`);
  part.check();
  console.log(`installing ${part.packages.join(', ')} in a folder of their own`);
  const inFolder = async (/** @type {string} */ folder) => {
    const wrong = await part.run(folder);
    console.log(
      `\n${wrong === 0 ? 'All agree with posenc.' : `Different from posenc: ${wrong}, as marked above.`}`,
    );
    if (wrong > 0) process.exitCode = 1;
  };
  await withPackages(part.packages, inFolder, part);
});
