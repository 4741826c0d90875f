export function save(name: string, type: string, parts: BlobPart[]): void {
  const address = URL.createObjectURL(new Blob(parts, { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Later, because some browsers have only started to read it.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** Pixels of a PNG per CSS pixel: sharp in print and on a slide. */
const pixelsPerPoint = 2;

/** @param svg a whole SVG document, with its width and height */
export async function imageOf(svg: string): Promise<HTMLImageElement> {
  const image = new Image();
  const text = Array.from(new TextEncoder().encode(svg), (byte) => String.fromCharCode(byte));
  image.src = `data:image/svg+xml;base64,${btoa(text.join(''))}`;
  await image.decode();
  return image;
}

/** Downloads a picture as a PNG. @param svg a whole SVG document, with its width and height */
export async function savePng(name: string, svg: string): Promise<void> {
  const image = await imageOf(svg);
  const canvas = document.createElement('canvas');
  canvas.width = image.width * pixelsPerPoint;
  canvas.height = image.height * pixelsPerPoint;
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, 'image/png');
  });
  if (blob) save(name, blob.type, [blob]);
}

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

// For pictures that leave the page.

/** Colors as they are now: a file has no theme of its own. */
export function colorsOf(host: Element): (token: string) => string {
  const probe = document.createElement('span');
  (host.shadowRoot ?? host).append(probe);
  const known = new Map(
    ['paper', 'sheet', 'ink', 'soft', 'line', 'accent', 'right', 'wrong', 'rope'].map((token) => {
      probe.style.color = `var(--posenc-${token})`;
      return [token, getComputedStyle(probe).color] as const;
    }),
  );
  probe.remove();
  return (token) => known.get(token) ?? 'currentColor';
}
