// What was taken out of a program and what came in, line by line.

export interface DifferentLine {
  text: string;
  is: 'same' | 'removed' | 'added';
  /** Where it stood before, counted from 1; null for what came in. */
  line: number | null;
}

/** With as many lines kept as can be; of those between, the ones that went before the ones that came. */
export function difference(before: readonly string[], after: readonly string[]): DifferentLine[] {
  // kept[m][n]: so many lines of those from m and n on stand in both.
  const kept = Array.from({ length: before.length + 1 }, () =>
    Array.from({ length: after.length + 1 }, () => 0),
  );
  const most = (m: number, n: number) => kept[m]?.[n] ?? 0;
  for (let m = before.length - 1; m >= 0; m--) {
    const row = kept[m] ?? [];
    for (let n = after.length - 1; n >= 0; n--) {
      row[n] =
        before[m] === after[n] ? most(m + 1, n + 1) + 1 : Math.max(most(m + 1, n), most(m, n + 1));
    }
  }
  const lines: DifferentLine[] = [];
  let [m, n] = [0, 0];
  while (m < before.length || n < after.length) {
    const [old, fresh] = [before[m], after[n]];
    if (old !== undefined && old === fresh) {
      lines.push({ text: old, is: 'same', line: m + 1 });
      m++;
      n++;
    } else if (old !== undefined && (fresh === undefined || most(m + 1, n) >= most(m, n + 1))) {
      lines.push({ text: old, is: 'removed', line: m + 1 });
      m++;
    } else {
      lines.push({ text: fresh ?? '', is: 'added', line: null });
      n++;
    }
  }
  return lines;
}
