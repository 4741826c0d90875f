import { Stored } from '../storage/stored.ts';
import { whenIdle } from './load-elements.ts';

/** In the order of style/type.css. */
const faces = ['1em "Posenc Serif"', 'italic 1em "Posenc Serif"', '600 1em "Posenc Serif"'];

/**
 * Loads the font of the text once the page has nothing else to do. From the next page on it is used, out of the browser's
 * cache (public/theme.js): it makes no first visit longer, and no line moves while it is read.
 */
export function loadTextFont(): void {
  const isHere = new Stored<boolean>('font', (value) => value === true, false);
  if (isHere.value) return;
  addEventListener('load', () =>
    whenIdle(() => {
      void Promise.all(faces.map((face) => document.fonts.load(face))).then((loaded) => {
        if (loaded.every((found) => found.length > 0)) isHere.change(() => true);
      });
    }),
  );
}
