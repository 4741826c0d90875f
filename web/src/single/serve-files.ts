// Lets scripts fetch the files within the single file, in the page and in workers: a worker of a page that was opened as a
// file may not read the page's blobs.
import { unpacked } from './unpack.ts';

/** As the build writes addresses of files. */
const scheme = 'posenc:';

const { fetch } = globalThis;
globalThis.fetch = (asked, options) => {
  const address = asked instanceof Request ? asked.url : String(asked);
  if (!address.startsWith(scheme)) return fetch(asked, options);
  const file = posencFiles[address.slice(scheme.length)];
  return Promise.resolve(file === undefined ? Response.error() : unpacked(file));
};
