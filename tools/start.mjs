// npm start: builds the site and serves it on this machine.
//   npm start -- --port 8000 --base /another/path/
//   npm start -- --offline    pages keep the lesson in the browser, as on any other host
import { parseArgs } from 'node:util';
import { site } from './lib/paths.mjs';
import { Stop } from './lib/run.mjs';
import { serve } from './lib/serve.mjs';
import { main, runSteps } from './lib/steps.mjs';
import { buildCore, buildPreview, buildSite, setUp } from './lib/tasks.mjs';

const defaultPort = 4173;

function readArguments() {
  try {
    const { values } = parseArgs({
      options: {
        port: { type: 'string' },
        base: { type: 'string', default: '/some/course/' },
        offline: { type: 'boolean', default: false },
      },
    });
    const port = values.port === undefined ? undefined : Number(values.port);
    if (port !== undefined && !(Number.isInteger(port) && port >= 0 && port < 65536)) {
      throw new Error(`--port must be a number from 0 to 65535 but got "${values.port}"`);
    }
    if (!/^\/([^/?#]+\/)*$/.test(values.base)) {
      throw new Error(`--base must begin and end with a slash but got "${values.base}"`);
    }
    return { port, base: values.base, offline: values.offline };
  } catch (error) {
    throw new Stop(/** @type {Error} */ (error).message);
  }
}

/** The port asked for, or the default one, or, where that is taken, any free one.
 * @param {{port: number | undefined, base: string}} options */
async function serveSomewhere({ port, base }) {
  try {
    return await serve(site, { at: ['/', base], port: port ?? defaultPort });
  } catch (error) {
    const taken = /** @type {NodeJS.ErrnoException} */ (error).code === 'EADDRINUSE';
    if (taken && port === undefined) return serve(site, { at: ['/', base] });
    throw new Stop(
      `port ${port ?? defaultPort} cannot be used: ${/** @type {Error} */ (error).message}`,
    );
  }
}

await main(async () => {
  const options = readArguments();
  await runSteps([
    ...setUp({ wasm: true }),
    ...buildCore,
    options.offline ? buildSite : buildPreview,
  ]);
  const { port } = await serveSomewhere(options);
  console.log(`\nPosenc is at        http://localhost:${port}/`);
  if (options.base !== '/') {
    console.log(`and, under a path,  http://localhost:${port}${options.base}`);
  }
  console.log('Press Ctrl+C to stop.');
});
