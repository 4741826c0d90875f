/**
 * The buffers of all typed arrays in a result, at any depth, to be transferred instead of copied. Each is listed once,
 * because a message cannot transfer a buffer twice.
 */
export function transferable(value: unknown): ArrayBuffer[] {
  const buffers = new Set<ArrayBuffer>();
  const collect = (part: unknown): void => {
    if (ArrayBuffer.isView(part)) buffers.add(part.buffer as ArrayBuffer);
    else if (typeof part === 'object' && part !== null) Object.values(part).forEach(collect);
  };
  collect(value);
  return [...buffers];
}
