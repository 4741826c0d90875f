// axe on every page of the lesson, with all that it holds, in both themes.
import assert from 'node:assert/strict';
import { isAccessible } from './accessible.mjs';
import { figure, open, partsOf, section, test, walk } from './site.mjs';

for (const [at, written] of partsOf) {
  test(`axe finds nothing on ${at}, light and dark`, async () => {
    const { page } = await open({ at, options: { reducedMotion: 'reduce' } });
    assert.equal(await walk(page), written);
    if (at === section) {
      const clock = await figure(page, 'posenc-clock');
      await clock.getByText('How this was computed').click();
      await (await figure(page, 'posenc-wavelengths')).getByText('Show the data').click();
    }
    await isAccessible(page, { when: at });
  });
}
