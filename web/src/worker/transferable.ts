/**
 * The memory of a result, to be handed over instead of copied again: that of every typed array in it,
 * however deep. Each once, as a message that hands a buffer over twice is refused.
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
