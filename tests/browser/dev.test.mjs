// npm run dev, from the outside: on a copy of the project, so that nothing here changes.
import assert from 'node:assert/strict';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { copyOfProject, served } from '../../tools/lib/project-copy.mjs';
import { run } from '../../tools/lib/run.mjs';
import { test } from './site.mjs';

/** @param {() => boolean} isTrue @param {number} timeout in ms */
async function poll(isTrue, timeout) {
  for (const end = Date.now() + timeout; !isTrue();) {
    assert.ok(Date.now() < end, 'it has not come');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

test('npm run dev shows a changed section and script, says what is wrong with one, and is ended by Ctrl+C @all', async ({
  page,
}) => {
  test.setTimeout(400_000);
  const folder = await copyOfProject({ built: ['package', 'wasm'] });
  const { address, printed, stop } = await served(folder, 'dev.mjs');
  try {
    await page.goto(`${address}some/course/order.html`);
    const section = join(folder, 'web/lesson/01-order.md');
    const text = readFileSync(section, 'utf8');

    writeFileSync(section, `${text}\nA sentence of this test.\n`);
    await page.getByText('A sentence of this test.').waitFor({ timeout: 60_000 });
    const built = readFileSync(join(folder, 'build/site/order.html'), 'utf8');
    assert.ok(built.includes('A sentence of this test.'));
    assert.ok(!built.includes('reload.js'), 'the site itself has no such script');

    writeFileSync(section, `${text}\n{{nothing d=1}}\n`);
    const alert = page.locator('#build-failure');
    await alert.waitFor({ timeout: 60_000 });
    assert.match(String(await alert.textContent()), /01-order\.md: .*"nothing"/);
    assert.match(printed(), /01-order\.md: .*"nothing"/);

    writeFileSync(section, `${text}\nA sentence with sense again.\n`);
    await page.getByText('A sentence with sense again.').waitFor({ timeout: 60_000 });
    assert.equal(await alert.count(), 0);

    // A script is shown before texts and stills are made anew, and these change nothing here.
    const script = join(folder, 'web/src/main.ts');
    const code = readFileSync(script, 'utf8');
    writeFileSync(script, `${code}\ndocument.documentElement.dataset['test'] = 'new';\n`);
    await page.locator('html[data-test=new]').waitFor({ timeout: 60_000 });
    const ends = () => /web\/src\/main\.ts · scripts built[^]*main\.ts · built/.test(printed());
    await poll(ends, 60_000);
    writeFileSync(script, code);
    await page.locator('html:not([data-test])').waitFor({ timeout: 60_000 });
    await poll(() => (printed().match(/main\.ts · built/g) ?? []).length === 2, 60_000);

    // A page written without Vite is the one that it makes, but for the names of files that depend on the text.
    const withoutHashes = () =>
      readFileSync(join(folder, 'build/site/order.html'), 'utf8').replaceAll(
        /-[\w-]{8}(?=\.(css|js|woff2)")/g,
        '',
      );
    const quick = withoutHashes();
    await run('node_modules/.bin/vite', ['build', 'web', '--mode', 'preview'], { cwd: folder });
    assert.equal(withoutHashes(), quick);
  } finally {
    await stop();
    rmSync(folder, { recursive: true });
  }
});
