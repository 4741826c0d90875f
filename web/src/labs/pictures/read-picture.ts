// A reader's own image, as a small square picture. It stays on the device.
import type { Picture } from '../../core/api.ts';
import { PosencError } from '../../core/errors.ts';

export interface ReaderPicture {
  name: string;
  picture: Picture;
}

/** The middle of an image, `side` pixels wide; on white where it is transparent. */
export async function readPicture(file: File, side: number): Promise<ReaderPicture> {
  const bitmap = await createImageBitmap(file).catch(() => {
    throw new PosencError(
      'invalid-argument',
      `“${file.name}” could not be read as an image. Choose a PNG, JPEG, WebP or GIF file.`,
    );
  });
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = side;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new PosencError('unsupported', 'This browser cannot draw on a canvas.');
  context.fillStyle = 'white';
  context.fillRect(0, 0, side, side);
  context.imageSmoothingQuality = 'high';
  const cut = Math.min(bitmap.width, bitmap.height);
  const [left, top] = [(bitmap.width - cut) / 2, (bitmap.height - cut) / 2];
  context.drawImage(bitmap, left, top, cut, cut, 0, 0, side, side);
  bitmap.close();
  const { data } = context.getImageData(0, 0, side, side);
  // Without opacity.
  const bytes = data.filter((_, n) => n % 4 !== 3);
  return { name: file.name, picture: { side, values: Float64Array.from(bytes, (b) => b / 255) } };
}
