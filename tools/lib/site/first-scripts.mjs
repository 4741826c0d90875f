// The scripts of the first element of each page, named in the page: a browser asks for all of them at once, with the page,
// and not for one after the other once a script has asked for the element.
import { filesOfElements } from '../elements.mjs';

/** Chunks that a chunk imports when it starts, and itself. @param {Bundle} bundle @param {string} file @returns {string[]} */
const withImports = (bundle, file, seen = new Set([file])) => {
  const chunk = bundle[file];
  for (const one of chunk?.type === 'chunk' ? chunk.imports : []) {
    if (seen.has(one)) continue;
    seen.add(one);
    withImports(bundle, one, seen);
  }
  return [...seen];
};

/** @typedef {NonNullable<import('vite').IndexHtmlTransformContext['bundle']>} Bundle */

/** The scripts of the first element that a page loads. @param {string} html @param {Bundle} bundle */
export function firstScripts(html, bundle, files = filesOfElements()) {
  const tags = [...html.matchAll(/<(posenc-[\w-]+)/g)].map(([, tag = '']) => tag);
  const file = files.get(tags.find((tag) => files.has(tag)) ?? '');
  const chunk = Object.values(bundle).find(
    (one) => one.type === 'chunk' && file && one.facadeModuleId?.endsWith(file),
  );
  return chunk ? withImports(bundle, chunk.fileName) : [];
}

/** Vite's own list of what each script needs would be part of every first visit, whatever the page. */
const helper = '\0vite/preload-helper.js';

/** @returns {import('vite').Plugin} */
export const preloadFirstScripts = () => ({
  name: 'posenc-first-scripts',
  enforce: 'pre',
  config: () => ({ build: { modulePreload: false } }),
  load: (id) => (id === helper ? 'export const __vitePreload = (load) => load();' : undefined),
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle, chunk }) {
      if (!bundle || !chunk) return;
      const there = new Set(withImports(bundle, chunk.fileName));
      return firstScripts(html, bundle)
        .filter((file) => !there.has(file))
        .map((file) => ({
          tag: 'link',
          // The styles come first: the text is there without scripts.
          attrs: { rel: 'modulepreload', href: `./${file}`, fetchpriority: 'low' },
          injectTo: /** @type {const} */ ('body'),
        }));
    },
  },
});
