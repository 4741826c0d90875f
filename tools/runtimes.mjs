// npm run runtimes: what other software does with tiny models, beside what this project says that it does.
//   npm run runtimes -- models   llama.cpp on GGUF files, and ONNX Runtime's rotation
import { checkCommand } from './lib/runtimes/ours.mjs';
import { compareGgufFiles } from './lib/runtimes/gguf-comparison.mjs';
import { llamaCppPackages } from './lib/runtimes/llama-cpp.mjs';
import { compareOnnx, onnxPackages } from './lib/runtimes/onnx.mjs';
import { withPackages } from './lib/runtimes/packages.mjs';
import { Stop } from './lib/run.mjs';
import { main } from './lib/steps.mjs';

const usage = 'npm run runtimes -- models';

await main(async () => {
  const [part, ...more] = process.argv.slice(2);
  if (part !== 'models' || more.length > 0) throw new Stop(`the command is ${usage}`);
  checkCommand();
  const packages = [...llamaCppPackages(), ...onnxPackages];
  console.log(`installing ${packages.join(', ')} in a folder of their own`);
  await withPackages(packages, async (folder) => {
    const wrong = (await compareGgufFiles(folder)) + (await compareOnnx(folder));
    console.log(
      `\n${wrong === 0 ? 'All agree with posenc.' : `Different from posenc: ${wrong}, as marked above.`}`,
    );
    if (wrong > 0) process.exitCode = 1;
  });
});
