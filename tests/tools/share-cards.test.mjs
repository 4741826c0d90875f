// The title cards that other sites show with a link to a page.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PNG } from 'pngjs';
import { loadClaims, loadCore } from '../../tools/lib/site/core.mjs';
import { cardSize, shareCards, tablePicture } from '../../tools/lib/site/share-cards.mjs';
import { thumbnails } from '../../tools/lib/site/thumbnails.mjs';

const [core, trials] = await Promise.all([loadCore(), loadClaims()]);
const pictures = thumbnails(core, trials);
const lesson = 'Positional encoding, computed live';
const card = { title: 'RoPE: turn, don’t add', kicker: 'Section 7 of 14', lesson, picture: '' };

/** @param {Partial<typeof card>} parts */
async function drawn(parts) {
  const cards = await shareCards(new Map([['one', { ...card, ...parts }]]));
  return PNG.sync.read(Buffer.from(/** @type {Uint8Array} */ (cards.get('one'))));
}

/** How many points of a part of a card are not of the paper's color. @param {PNG} png @param {number} from @param {number} to columns */
function inked(png, from, to) {
  const paper = png.data.subarray((20 * png.width + 2) * 4, (20 * png.width + 2) * 4 + 3);
  let count = 0;
  for (let y = 20; y < png.height; y++) {
    for (let x = from; x < to; x++) {
      const at = (y * png.width + x) * 4;
      if (!png.data.subarray(at, at + 3).equals(paper)) count++;
    }
  }
  return count;
}

test('a card has the size that sites ask for, text on the left and the picture on the right', async () => {
  const picture = pictures.get('rope') ?? '';
  const png = await drawn({ picture });
  assert.deepEqual({ width: png.width, height: png.height }, cardSize);
  const plain = await drawn({ picture, title: 'R', kicker: '' });
  assert.ok(inked(png, 72, 550) > inked(plain, 72, 550) + 5000, 'the title is drawn');
  assert.notDeepEqual(png.data, (await drawn({ picture: '' })).data, 'the picture is drawn');
});

test('titles of any length keep to their column, and one that is too long is refused', async () => {
  for (const title of [
    'Glossary',
    'Bring your own encoding',
    'A supercalifragilistic transformer',
  ]) {
    const png = await drawn({ title });
    assert.equal(inked(png, 0, 70), 0, `${title}: left margin`);
    assert.equal(inked(png, 580, 598), 0, `${title}: between text and picture`);
    assert.equal(inked(png, 1146, 1200), 0, `${title}: right margin`);
  }
  await assert.rejects(drawn({ title: 'long '.repeat(30).trim() }), /is too long for a card$/);
});

test('a card is drawn from what the core answers, and is the same to the byte each time', async () => {
  const all = new Map(
    [...pictures, ['others', tablePicture(core)]].map(([slug = '', picture = '']) => [
      slug,
      { ...card, picture },
    ]),
  );
  const cards = await shareCards(all);
  const bytes = [...cards.values()].map((png) => Buffer.from(png).toString('base64'));
  assert.equal(new Set(bytes).size, all.size, 'every picture is another');
  const some = new Map([...all].slice(0, 3));
  for (const [slug, png] of await shareCards(some)) assert.deepEqual(png, cards.get(slug), slug);
  await assert.rejects(
    drawn({ picture: '<rect fill="var(--posenc-nothing)"/>' }),
    /^Error: there is no color --posenc-nothing$/,
  );
});
