import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { lessonPages } from '../tools/lib/site/plugin.mjs';

export default defineConfig(async () => ({
  // Relative addresses: any sub-path of any static host serves the site.
  base: './',
  plugins: [await lessonPages()],
  build: {
    outDir: '../build/site',
    emptyOutDir: true,
    // The first to have WebAssembly SIMD and module workers. For these, CSS is rewritten too.
    target: ['chrome91', 'edge91', 'firefox114', 'safari16.4'],
    // An inlined file would be a data: address, which the Content-Security-Policy forbids.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
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
}));
