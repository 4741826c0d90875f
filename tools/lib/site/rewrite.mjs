// Pages of a built site with another text, without building the site again: what Vite does to a page is to name the
// files of its head, and to make the styles of its stills smaller. Where a page is not exactly that, Vite has to make it.
import { withStyleHashes } from './page.mjs';
import { withAddresses } from './pictures-apart.mjs';

const style = /(?<=<style>)[\s\S]*?(?=<\/style>)/g;

/** Before and from the body. @param {string} html */
function halves(html) {
  const at = html.indexOf('<body');
  return { head: html.slice(0, at), body: html.slice(at) };
}

/**
 * How the pages of one build are made from their sources.
 * @param {Map<string, string>} sources by file @param {(file: string) => string} built
 * @returns {(file: string, source: string) => string | null} a page with a new source, null if Vite has to make it
 */
export function rewriter(sources, built) {
  /** Every style as Vite wrote it. @type {Map<string, string>} */
  const styles = new Map();
  /** The heads of all pages that are made again to the byte, before and after. @type {Map<string, {before: string, after: string}>} */
  const heads = new Map();
  const written = [...sources].map(([file, source]) => ({ file, source, html: built(file) }));
  for (const { source, html } of written) {
    const after = html.match(style) ?? [];
    (source.match(style) ?? []).forEach((css, n) => styles.set(css, after[n] ?? ''));
  }
  const rewrite = (/** @type {string} */ file, /** @type {string} */ source) => {
    const { head, body } = halves(source);
    const known = heads.get(file);
    const found = body.match(style) ?? [];
    if (!known || head !== known.before || !found.every((css) => styles.has(css))) return null;
    const styled = body.replace(style, (css) => styles.get(css) ?? '');
    return withStyleHashes(known.after + withAddresses(styled));
  };
  for (const { file, source, html } of written) {
    const after = halves(html).head.replace(/(?<=style-src 'self' )[^;]*/, "'stills'");
    heads.set(file, { before: halves(source).head, after });
    if (rewrite(file, source) !== html) heads.delete(file);
  }
  return rewrite;
}
