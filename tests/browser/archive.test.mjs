// The one archive of the site: unpacked anywhere, it is the lesson.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { unzipSync } from 'fflate';
import { serve } from '../../tools/lib/serve.mjs';
import { archiveFolder, archiveOf } from '../../tools/lib/site/archive.mjs';
import { filesIn } from '../../tools/lib/site/offline.mjs';
import { set } from './reading.mjs';
import { figure, open, section, test } from './site.mjs';

test('the archive holds the whole site in one folder, and works where it is unpacked @all', async () => {
  const archive = archiveOf('build/site');
  const zone = process.env.TZ;
  process.env.TZ = 'Pacific/Auckland';
  assert.deepEqual(archiveOf('build/site'), archive, 'to the byte');
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;

  const folder = mkdtempSync(join(tmpdir(), 'posenc-archive-'));
  for (const [file, bytes] of Object.entries(unzipSync(archive))) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), bytes);
  }
  assert.deepEqual(
    filesIn(folder),
    filesIn('build/site').map((file) => `${archiveFolder}/${file}`),
  );
  for (const file of filesIn('build/site')) {
    const unpacked = readFileSync(join(folder, archiveFolder, file));
    assert.ok(unpacked.equals(readFileSync(join('build/site', file))), file);
  }
  const { port, close } = await serve(folder, { at: ['/another/place/'] });
  try {
    const address = `http://127.0.0.1:${port}/another/place/${archiveFolder}/`;
    const { page } = await open({ address: address + section });
    const heatmap = await figure(page, 'posenc-heatmap');
    await set(heatmap, 'width d', 66);
    await heatmap.getByText('66 columns').waitFor();
    await page.close();
  } finally {
    await close();
    rmSync(folder, { recursive: true });
  }
});
