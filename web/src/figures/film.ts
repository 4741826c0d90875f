// Of a figure, to share: its picture, and a short film while it moves. Both say where they are from.
import { pictureOf } from '../plots/picture.ts';
import { imageOf, save, savePng } from '../ui/download.ts';
import { shownAddress } from '../ui/shown-address.ts';

const perSecond = 12;
/** The first and the last picture stay that long. */
const heldMs = 700;
const kinds = [
  { type: 'video/webm', ending: 'webm' },
  { type: 'video/mp4', ending: 'mp4' },
] as const;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Films a picture, and downloads the film: WebM, or MP4 in a browser that writes only that.
 * @param draw the picture now, as a whole SVG document @param play moves the picture, and resolves at the end
 * @throws Error if the browser writes no films
 */
async function saveFilm(
  name: string,
  draw: () => string,
  play: () => Promise<void>,
): Promise<void> {
  const kind = kinds.find(({ type }) => globalThis.MediaRecorder?.isTypeSupported(type));
  if (!kind) throw new Error('This browser cannot record a film.');
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d');
  const first = await imageOf(draw());
  // Encoders want even numbers. Captions may change the height: the film keeps it.
  canvas.width = 2 * Math.ceil(first.width / 2);
  canvas.height = 2 * Math.ceil(first.height / 2);
  const show = async () => context?.drawImage(await imageOf(draw()), 0, 0);
  const recorder = new MediaRecorder(canvas.captureStream(perSecond), {
    mimeType: kind.type,
    videoBitsPerSecond: 4_000_000,
  });
  const parts: Blob[] = [];
  recorder.addEventListener('dataavailable', ({ data }) => parts.push(data));
  const written = new Promise((resolve) => recorder.addEventListener('stop', resolve));
  await show();
  recorder.start();
  try {
    await pause(heldMs);
    let isOver = false;
    const played = play().finally(() => (isOver = true));
    while (!isOver) {
      await show();
      await pause(1000 / perSecond);
    }
    await played;
    await show();
    await pause(heldMs);
  } finally {
    recorder.stop();
  }
  await written;
  save(`${name}.${kind.ending}`, kind.type, parts);
}

/** A figure as it is now, as a whole SVG document. */
function pictureToShare({ shadowRoot }: Element): string {
  const plots = [...(shadowRoot?.querySelectorAll<HTMLElement>('[data-plot]') ?? [])];
  const caption = shadowRoot?.querySelector('figcaption')?.textContent?.trim() ?? '';
  return pictureOf(plots, caption, shownAddress());
}

export const savePictureOf = (figure: Element, name: string): Promise<void> =>
  savePng(`${name}.png`, pictureToShare(figure));

/** The figures that are being filmed. */
const filmed = new WeakSet<Element>();

/** @param say gets what a reader should know of it; '' at the end */
export async function filmFigure(
  figure: Element,
  name: string,
  play: () => Promise<void>,
  say: (status: string) => void,
): Promise<void> {
  if (filmed.has(figure)) return;
  filmed.add(figure);
  say('Recording …');
  try {
    await saveFilm(name, () => pictureToShare(figure), play);
    say('');
  } catch (error) {
    say((error as Error).message);
  } finally {
    filmed.delete(figure);
  }
}
