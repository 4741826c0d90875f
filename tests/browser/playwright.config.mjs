// How the tests in a browser are run: by Playwright Test, two at a time, each worker with one browser and one server.
//   npx playwright test -c tests/browser/playwright.config.mjs page.test -g 'on paper' --trace on
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { browser } from '../../tools/lib/debian.mjs';
import { build } from '../../tools/lib/paths.mjs';

const folder = join(build, 'playwright');

// What tests build is for production, also after one has imported a script through Vite, which sets this to "development".
process.env['NODE_ENV'] ??= 'production';

export default defineConfig({
  testDir: '.',
  testMatch: '*.test.mjs',
  outputDir: join(folder, 'results'),
  fullyParallel: true,
  workers: 2,
  timeout: 180_000,
  // As long as an action may take: a busy machine is no fault of the page.
  expect: { timeout: 30_000 },
  // Where nobody can try again, a failed test runs a second time for its trace. It has failed all the same.
  retries: process.env.CI ? 1 : 0,
  failOnFlakyTests: true,
  reporter: [['list'], ['json', { outputFile: join(folder, 'report.json') }]],
  use: {
    browserName: 'chromium',
    headless: true,
    actionTimeout: 30_000,
    navigationTimeout: 30_000,
    // Tracing makes a test take a sixth longer: only what has failed is traced, once more.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: browser() ?? '',
      // No calls home: they would be refused on a machine without a network, and logged as errors.
      args: [
        ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
        ...['--disable-quic', '--no-first-run'],
      ],
    },
  },
});
