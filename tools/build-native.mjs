// npm run build:native: the posenc command, in build/native/posenc.
import { main, runSteps } from './lib/steps.mjs';
import { buildCpp, setUp } from './lib/tasks.mjs';

await main(() =>
  runSteps([
    ...setUp({ native: true }),
    { title: 'posenc command', run: buildCpp('native', ['posenc']) },
  ]),
);
console.log('build/native/posenc --help');
