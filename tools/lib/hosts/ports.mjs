import { createServer } from 'node:net';

/** (Some servers that take any port say that it has port 0.) @returns {Promise<number>} */
export const freePort = () =>
  new Promise((resolve) => {
    const holder = createServer();
    holder.listen(0, '127.0.0.1', () => {
      const { port } = /** @type {import('node:net').AddressInfo} */ (holder.address());
      holder.close(() => resolve(port));
    });
  });
