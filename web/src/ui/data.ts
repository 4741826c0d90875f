// The numbers of a figure as a table, for readers who cannot see it and for download.

export interface DataTable {
  head: readonly string[];
  count: number;
  row: (n: number) => readonly (number | string)[];
}

/** The lines of a file of comma-separated values. */
export function csvOf({ head, count, row }: DataTable): string[] {
  const quoted = (text: string | number) =>
    typeof text === 'string' && /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  const line = (cells: readonly (number | string)[]) => `${cells.map(quoted).join(',')}\r\n`;
  const parts = [line(head)];
  for (let n = 0; n < count; n++) parts.push(line(row(n)));
  return parts;
}
