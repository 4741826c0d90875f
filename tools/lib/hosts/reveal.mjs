import { serve } from '../serve.mjs';
import { installPackages, versionOf, writeFiles } from './npm.mjs';
import { visit } from './visit.mjs';

const reader = 'node_modules/reveal.js/dist';

/** @type {import('./host.mjs').Host} */
export const reveal = {
  name: 'reveal.js',
  async run(where) {
    const { folder, lineFor, report } = where;
    await installPackages(folder, { 'reveal.js': '6.0.2' }, report);
    const sheets = ['reveal.css', 'theme/white.css'].map(
      (sheet) => `<link rel="stylesheet" href="${reader}/${sheet}" />`,
    );
    const slides = [
      await lineFor('reveal'),
      await lineFor('reveal', 'E13.1: Work out encodings and their products'),
    ];
    writeFiles(folder, {
      'index.html': `<!doctype html><html lang="en"><meta charset="utf-8" /><title>Positions</title><link rel="icon" href="data:," />${sheets.join('')}<div class="reveal"><div class="slides">${slides.join('\n')}</div></div><script src="${reader}/reveal.js"></script><script>Reveal.initialize();</script></html>`,
    });
    const { port, close } = await serve(folder);
    const slide = 'section.present iframe';
    return visit(
      {
        address: `http://localhost:${port}/index.html`,
        version: versionOf(folder, 'reveal.js'),
        frame: slide,
        // A slide gives the frame its height.
        keepsHeight: true,
        also: {
          'Check in view': async (page) => {
            // Beside the frame, the keys are the deck's.
            await page.mouse.click(3, 3);
            await page.keyboard.press('ArrowRight');
            const check = page.frameLocator(slide).getByRole('button', { name: 'Check' });
            const { y = 0, height = 0 } = (await check.boundingBox()) ?? {};
            const { y: top = 0, height: room = 0 } =
              (await page.locator(slide).boundingBox()) ?? {};
            return y > top && y + height <= top + room;
          },
        },
        close,
      },
      where,
    );
  },
};
