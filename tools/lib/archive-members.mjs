// What is in a static library: the members of an archive in the format of ar, as LLVM writes it.

const magic = '!<arch>\n';
const headerSize = 60;

/** @param {Buffer} bytes @returns {Generator<{name: string, data: Buffer}>} */
function* entries(bytes) {
  for (let at = magic.length; at + headerSize <= bytes.length;) {
    const header = bytes.toString('latin1', at, at + headerSize);
    const size = Number(header.slice(48, 58));
    const start = at + headerSize;
    yield { name: header.slice(0, 16).trim(), data: bytes.subarray(start, start + size) };
    at = start + size + (size % 2);
  }
}

/**
 * The contents by name: of several members with one name, together. Returns null for a file of another format.
 * @param {Buffer} bytes @returns {Map<string, Buffer[]> | null}
 */
export function archiveMembers(bytes) {
  if (bytes.toString('latin1', 0, magic.length) !== magic) return null;
  const all = [...entries(bytes)];
  // Long names are in a member of their own, and the others say where in it.
  const longNames = all.find(({ name }) => name === '//')?.data.toString('latin1') ?? '';
  /** @type {Map<string, Buffer[]>} */
  const members = new Map();
  for (const { name, data } of all) {
    if (name === '/' || name === '//') continue;
    const [, offset] = /^\/(\d+)$/.exec(name) ?? [];
    const whole =
      offset === undefined ? name : (longNames.slice(Number(offset)).split('\n')[0] ?? '');
    const plain = whole.replace(/\/$/, '');
    members.set(plain, [...(members.get(plain) ?? []), data]);
  }
  return members;
}
