// The lines that a program lost and gained.

export interface DifferentLine {
  text: string;
  is: 'same' | 'removed' | 'added';
  /** Its number before, counted from 1; null for an added line. */
  line: number | null;
}

/** Keeps as many lines as possible; between them, removed lines come before added ones. */
export function difference(before: readonly string[], after: readonly string[]): DifferentLine[] {
  // inCommon[m][n]: how many lines the two have in common, from m and n on.
  const inCommon = Array.from({ length: before.length + 1 }, () =>
    Array.from({ length: after.length + 1 }, () => 0),
  );
  const most = (m: number, n: number) => inCommon[m]?.[n] ?? 0;
  for (let m = before.length - 1; m >= 0; m--) {
    const row = inCommon[m] ?? [];
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
