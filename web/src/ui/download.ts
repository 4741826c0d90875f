/** Downloads a text or a picture as a file. */
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

/** Downloads a picture as a PNG. @param svg a whole SVG document, with its width and height */
export async function savePng(name: string, svg: string): Promise<void> {
  const image = new Image();
  const text = Array.from(new TextEncoder().encode(svg), (byte) => String.fromCharCode(byte));
  image.src = `data:image/svg+xml;base64,${btoa(text.join(''))}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = image.width * pixelsPerPoint;
  canvas.height = image.height * pixelsPerPoint;
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, 'image/png');
  });
  if (blob) save(name, blob.type, [blob]);
}
