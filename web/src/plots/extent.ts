// The ends of a list of numbers. A loop takes a fraction of the time of a call for each: long lists are read while a reader
// moves something.

/** The lowest of some numbers; of none, Infinity. */
export function lowestOf(values: ArrayLike<number>): number {
  let lowest = Infinity;
  for (let n = 0; n < values.length; n++) lowest = Math.min(lowest, values[n] ?? lowest);
  return lowest;
}

/** The highest of some numbers; of none, −Infinity. */
export function highestOf(values: ArrayLike<number>): number {
  let highest = -Infinity;
  for (let n = 0; n < values.length; n++) highest = Math.max(highest, values[n] ?? highest);
  return highest;
}

/** The largest magnitude of some numbers; of none, 0. */
export function largestOf(values: ArrayLike<number>): number {
  let largest = 0;
  for (let n = 0; n < values.length; n++) largest = Math.max(largest, Math.abs(values[n] ?? 0));
  return largest;
}
