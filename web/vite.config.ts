import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { browsers } from '../tools/lib/site/browsers.mjs';
import { packageParts } from '../tools/lib/lms/page-parts.mjs';
import { offlineCopy } from '../tools/lib/site/offline.mjs';
import { lessonPages } from '../tools/lib/site/plugin.mjs';

export default defineConfig({
  // Relative addresses: any sub-path of any static host serves the site.
  base: './',
  plugins: [lessonPages(), packageParts(), offlineCopy()],
  build: {
    outDir: '../build/site',
    emptyOutDir: true,
    target: browsers,
    // An inlined file would be a data: address, which the Content-Security-Policy forbids.
    assetsInlineLimit: 0,
    rolldownOptions: {
      // (The pages are added by the plugin.)
      input: { embed: fileURLToPath(new URL('./src/embed.ts', import.meta.url)) },
      output: {
        // Other pages name it, so its name stays.
        entryFileNames: ({ name }) => (name === 'embed' ? 'embed.js' : 'assets/[name]-[hash].js'),
      },
    },
  },
  worker: { format: 'es' },
});
