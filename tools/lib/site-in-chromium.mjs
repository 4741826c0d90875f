// The built site in Chromium, for what is measured page by page.
import { readdirSync } from 'node:fs';
import { browser } from './debian.mjs';
import { site } from './paths.mjs';
import { serve } from './serve.mjs';

/**
 * Everything that is measured of each page, as soon as it is.
 * @template T
 * @param {readonly string[]} only some pages by their names, or all
 * @param {(running: import('playwright-core').Browser, name: string, address: string) => AsyncIterable<T>} measure
 * @returns {AsyncGenerator<T>}
 */
export async function* ofEachPage(only, measure) {
  const { chromium } = await import('playwright-core');
  const host = await serve(site);
  const running = await chromium.launch({ executablePath: browser() ?? '' });
  try {
    const names = readdirSync(site)
      .filter((file) => file.endsWith('.html'))
      .map((file) => file.replace('.html', ''));
    for (const name of names.filter((one) => only.length === 0 || only.includes(one))) {
      yield* measure(running, name, `http://127.0.0.1:${host.port}/${name}.html`);
    }
  } finally {
    await running.close();
    await host.close();
  }
}
