/** Files that a page would fetch, as Vite's plugin: their addresses are their names. */
export const addresses = {
  name: 'addresses',
  enforce: /** @type {const} */ ('pre'),
  resolveId: (/** @type {string} */ id) => (id.endsWith('?url') ? `\0${id}` : null),
  load: (/** @type {string} */ id) =>
    id.endsWith('?url') ? `export default ${JSON.stringify(id.slice(1))};` : null,
};
