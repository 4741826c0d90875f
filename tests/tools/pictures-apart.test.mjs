// The pictures of stills, in files of their own and in a page again.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  withAddresses,
  withPicturesApart,
  withPicturesInside,
} from '../../tools/lib/site/pictures-apart.mjs';
import { tokens } from '../../tools/lib/site/tokens.mjs';

const inner =
  '<path class="line" stroke="var(--posenc-rope)" d="M0,0l9 9" /><text x="1" y="2">q′</text>';
const drawing = (/** @type {string} */ kind, /** @type {string} */ inside) =>
  `<div class="still wide"><svg class="${kind}" viewBox="0 0 630 320.5" width="630" height="320.5" aria-hidden="true">${inside}</svg></div>`;
const still = (/** @type {string} */ kind) =>
  `<style>:host{color:red}.still svg{width:100%}.line{fill:none}.line:hover{fill:red}.other{fill:blue}text{fill:var(--posenc-ink)}</style>${drawing(kind, inner)}`;

/** @param {string} kind */
function apart(kind) {
  /** @type {Map<string, string>} */
  const pictures = new Map();
  const page = withAddresses(withPicturesApart(still(kind), pictures));
  const [[name = '', svg = ''] = []] = pictures;
  return { page, name, svg };
}

test('a picture becomes an image over an empty drawing of its size', () => {
  const { page, name } = apart('square');
  assert.ok(!page.includes('<path'));
  const image = `<svg class="square" [^>]*></svg><img src="./assets/${name}" alt="" loading="lazy" />`;
  assert.match(page, new RegExp(image));
});

test('the file has the styles of its plot, and the colors in both themes', () => {
  const { svg } = apart('');
  const { light, dark } = tokens.get('--posenc-rope') ?? {};
  assert.ok(light && dark && light !== dark);
  assert.ok(svg.includes(`--posenc-rope:${light};`) && svg.includes(`--posenc-rope:${dark};`));
  assert.ok(svg.includes('--posenc-ink:') && !svg.includes('--posenc-alibi:'));
  assert.ok(svg.includes('.line{fill:none}'));
  assert.ok(svg.includes(inner));
});

test('what stands out of a picture by some pixels is in its file', () => {
  const { svg } = apart('');
  const box = /viewBox="([^"]+)" width="([^"]+)" height="([^"]+)"/.exec(svg)?.slice(1);
  assert.deepEqual(box, ['-12 -12 654 344.5', '654', '344.5']);
});

test('a page can have its pictures in it again, as they were drawn, in the colors of the page', () => {
  const { page, svg } = apart('square');
  const again = withPicturesInside(page, (file) => {
    assert.match(file, /^assets\/still-[\w-]{8}\.svg$/);
    return svg;
  });
  const found = /<svg ([^>]*)><style>([^<]*)<\/style>(.*)<\/svg>/.exec(again);
  assert.match(
    found?.[1] ?? '',
    /class="square" viewBox="0 0 630 320.5" width="630" height="320.5"/,
  );
  assert.ok(!found?.[2]?.includes('--posenc-rope:'));
  assert.equal(found?.[3], inner);
});

test('a color that does not exist is an error, with its name', () => {
  const wrong = still('').replace('--posenc-rope', '--posenc-lost');
  assert.throws(() => withPicturesApart(wrong, new Map()), /--posenc-lost/);
});
