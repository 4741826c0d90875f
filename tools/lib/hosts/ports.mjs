import { createServer } from 'node:net';
import { Stop } from '../run.mjs';

/** Holds a port for a moment. @param {number} port @param {string} host @returns {Promise<number>} */
const hold = (port, host) =>
  new Promise((resolve, reject) => {
    const holder = createServer();
    holder.on('error', reject);
    holder.listen(port, host, () => {
      const address = /** @type {import('node:net').AddressInfo} */ (holder.address());
      holder.close(() => resolve(address.port));
    });
  });

/** (Some servers that take any port say that it has port 0.) @returns {Promise<number>} */
export const freePort = () => hold(0, '127.0.0.1');

/** An address of this machine where a port is free, for a program that takes no other port. @param {number} port */
export async function freeHost(port) {
  for (let n = 1; n < 255; n++) {
    const host = `127.0.0.${n}`;
    const isFree = await hold(port, host).then(
      () => true,
      () => false,
    );
    if (isFree) return host;
  }
  throw new Stop(`port ${port} is taken on every address of this machine`);
}
