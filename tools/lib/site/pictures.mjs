// Drawings that belong to the text and have no numbers of the library: HTML and SVG that pages take in as they are, so that
// they have the page's colors.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../paths.mjs';

const folder = join(root, 'web/lesson/pictures');

/**
 * `::: picture NAME` and `:::` become the drawing web/lesson/pictures/NAME.html.
 * @param {string} text @param {string} file
 */
export const withPictures = (text, file) =>
  text.replace(/^::: picture ([\w-]+)\n:::$/gm, (_, name) => {
    const path = join(folder, `${name}.html`);
    if (!existsSync(path)) throw new Error(`${file}: there is no picture "${name}"`);
    return readFileSync(path, 'utf8').trim();
  });
