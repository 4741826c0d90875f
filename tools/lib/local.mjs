// Where npm start and npm run dev serve the site.
import { parseArgs } from 'node:util';
import { site } from './paths.mjs';
import { Stop } from './run.mjs';
import { serve } from './serve.mjs';

const defaultPort = 4173;

/**
 * The options of the command line: `--port`, `--base`, and switches.
 * @template {string} Name @param {Name[]} switches
 * @returns {{port: number | undefined, base: string} & Record<Name, boolean>}
 */
export function readArguments(switches) {
  try {
    const { values } = parseArgs({
      options: {
        port: { type: 'string' },
        base: { type: 'string', default: '/some/course/' },
        ...Object.fromEntries(switches.map((name) => [name, { type: 'boolean', default: false }])),
      },
    });
    const port = values.port === undefined ? undefined : Number(values.port);
    if (port !== undefined && !(Number.isInteger(port) && port >= 0 && port < 65536)) {
      throw new Error(`--port must be a number from 0 to 65535 but got "${values.port}"`);
    }
    if (!/^\/([^/?#]+\/)*$/.test(values.base)) {
      throw new Error(`--base must begin and end with a slash but got "${values.base}"`);
    }
    return /** @type {any} */ ({ ...values, port });
  } catch (error) {
    throw new Stop(/** @type {Error} */ (error).message);
  }
}

/** The port asked for, or the default one, or, where that is taken, any free one.
 * @param {{port: number | undefined, base: string}} options
 * @param {NonNullable<Parameters<typeof serve>[1]>['first']} [first] */
async function serveSomewhere({ port, base }, first) {
  const how = { at: ['/', base], first };
  try {
    return await serve(site, { ...how, port: port ?? defaultPort });
  } catch (error) {
    const taken = /** @type {NodeJS.ErrnoException} */ (error).code === 'EADDRINUSE';
    if (taken && port === undefined) return serve(site, how);
    throw new Stop(
      `port ${port ?? defaultPort} cannot be used: ${/** @type {Error} */ (error).message}`,
    );
  }
}

/** Serves the site and prints where. @type {typeof serveSomewhere} */
export async function serveHere(options, first) {
  const server = await serveSomewhere(options, first);
  console.log(`\nPosenc is at        http://localhost:${server.port}/`);
  if (options.base !== '/') {
    console.log(`and, under a path,  http://localhost:${server.port}${options.base}`);
  }
  console.log('Press Ctrl+C to stop.');
  return server;
}
