import italic from '../../../build/lesson/serif-400-italic.woff2?url';
import regular from '../../../build/lesson/serif-400-normal.woff2?url';
import bold from '../../../build/lesson/serif-600-normal.woff2?url';
import { Stored } from '../storage/stored.ts';
import { whenIdle } from './load-elements.ts';

/**
 * Brings the font of the text into the browser's cache once the page has nothing else to do. The next page uses it
 * (public/theme.js): it makes no first visit longer, and no line moves while it is read.
 */
export function loadTextFont(): void {
  const isHere = new Stored<boolean>('font', (value) => value === true, false);
  if (isHere.value) return;
  // On a page that uses it, it comes with the style.
  if (document.documentElement.classList.contains('font')) {
    isHere.change(() => true);
    return;
  }
  // (Not as a font of the page: each would lay out all of it anew.)
  const fetchAll = async () => {
    const answers = await Promise.all([regular, italic, bold].map((face) => fetch(face)));
    if (answers.every(({ ok }) => ok)) isHere.change(() => true);
  };
  // If they do not come, another page tries again.
  addEventListener('load', () => whenIdle(() => void fetchAll().catch(() => {})));
}
