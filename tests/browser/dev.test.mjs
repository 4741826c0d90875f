// npm run dev, from the outside: on a copy of the project, so that nothing here changes.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { sourceFiles } from '../../tools/lib/tasks.mjs';
import { run } from '../../tools/lib/run.mjs';
import { test } from './site.mjs';

/** A copy with what has been built, on the same file system. */
async function copyOfProject() {
  const folder = realpathSync(mkdtempSync(join('build', 'dev-')));
  for (const file of await sourceFiles(['.'])) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    // (Else the core would be compiled again.)
    cpSync(file, join(folder, file), { preserveTimestamps: true });
  }
  // (Links of files, not of the folder: removing the copy must not reach the original.)
  await run('cp', ['--archive', '--link', 'node_modules', folder]);
  for (const built of ['package', 'wasm']) {
    mkdirSync(join(folder, 'build'), { recursive: true });
    await run('cp', ['--archive', join('build', built), join(folder, 'build')]);
  }
  return folder;
}

/** Runs the command until it serves. @param {string} folder */
async function startDev(folder) {
  const child = spawn(process.execPath, ['tools/dev.mjs', '--port', '0'], { cwd: folder });
  let printed = '';
  /** @type {string} */
  const address = await new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        printed += String(chunk);
        const [, found] = /Posenc is at +(\S+)/.exec(printed) ?? [];
        if (found && printed.includes('Ctrl+C')) resolve(found);
      });
    }
    child.once('exit', () => reject(new Error(printed)));
  });
  return { child, address, printed: () => printed };
}

/** @param {() => boolean} isTrue @param {number} timeout in ms */
async function poll(isTrue, timeout) {
  for (const end = Date.now() + timeout; !isTrue();) {
    assert.ok(Date.now() < end, 'it has not come');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

test('npm run dev shows a changed section and script, says what is wrong with one, and is ended by Ctrl+C', async ({
  page,
}) => {
  test.setTimeout(400_000);
  const folder = await copyOfProject();
  const { child, address, printed } = await startDev(folder);
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
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGINT');
    await ended;
    rmSync(folder, { recursive: true });
  }
});
