// build/posenc.html: the whole lesson in one file, which opens without a server. Its pages are those of the built site.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { definesFile, site } from '../paths.mjs';
import { escape } from './page.mjs';
import { withPicturesInside } from './pictures-apart.mjs';
import { singleScripts } from './single-scripts.mjs';
import { sandboxName } from './sandbox.mjs';

/** A page. @typedef {{name: string, title: string, before: string, main: string, after: string}} Page */

const styleTag = /<style>([\s\S]*?)<\/style>/g;

/** A script in a page ends at its own end. @param {string} code */
const escapedForScript = (code) => code.replaceAll(/<(?=\/script|!--)/gi, '\\x3c');

/** @param {string} text */
const hashOf = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** @param {string} html @param {RegExp} pattern @param {string} where */
function part(html, pattern, where) {
  const found = pattern.exec(html);
  if (!found) throw new Error(`${where}: nothing in it is like ${pattern}`);
  return found;
}

/** The license notices, which have to be wherever the code is, as a page. */
const notices = 'licences';

/**
 * A link to a file of the site, as it is in this file: programs come with it, and what is not in it is not linked.
 * @param {string} file @param {string} attributes @param {string} text
 */
function fileLink(file, attributes, text) {
  if (file === `${notices}.txt`) return `<a href="?page=${notices}#page-${notices}">${text}</a>`;
  if (!file.endsWith('.py')) return text;
  const others = attributes.replace(/ ?download(="[^"]*")?/, '');
  const address = `data:text/x-python;base64,${base64Of(join(site, file))}`;
  return `<a${others} href="${address}" download="${basename(file)}">${text}</a>`;
}

/**
 * The HTML of a page with the links that it has in this file. A link to a page without a part of it leads to the place of
 * the page among all pages, for readers without scripts.
 * @param {string} html @param {string} page its name @param {ReadonlySet<string>} names of all pages
 */
function withLinks(html, page, names) {
  const link = (/** @type {string} */ name, search = '', hash = '') =>
    `href="?page=${name}${search.replace('?', '&amp;')}${hash || `#page-${name}`}"`;
  const done = html
    .replace(
      /<a(\s[^>]*)?\shref="\.\/([^"?#]+)[^"]*"([^>]*)>([\s\S]*?)<\/a>/g,
      (whole, /** @type {string} */ before = '', file, after, text) =>
        names.has(file.replace(/\.html$/, '')) ? whole : fileLink(file, before + after, text),
    )
    .replace(/href="\.\/(?:([\w-]+)\.html)?(\?[^"#]*)?(#[^"]*)?"/g, (_, name, search, hash) =>
      link(name ?? 'index', search, hash),
    )
    .replace(/href="(\?(?!page=)[^"#]*)(#[^"]*)?"/g, (_, search, hash) => link(page, search, hash));
  const [left] = /\s(?!aria-)[\w-]+="\.{0,2}\/[^"]*"/.exec(done) ?? [];
  if (left) throw new Error(`${page}: the single file does not have what${left} names`);
  return done;
}

/** Pages that need a host: the one for wrong addresses, and the one that makes lines for other pages. */
export const needHost = ['404', 'use'];

/** In the contents, the pages that are not in this file. */
const linkInContents = new RegExp(`<a href="\\./(${needHost.join('|')})\\.html">[^<]*</a> ?`, 'g');

/** @param {string} path */
const siteFile = (path) => readFileSync(join(site, path), 'utf8');

/** @param {string} file @returns {{name: string, title: string, body: string} | null} null if it is not a page of this file */
function readPage(file) {
  if (needHost.includes(basename(file, '.html'))) return null;
  const html = withPicturesInside(siteFile(file), siteFile);
  const [, name = '', body = ''] =
    /<body data-page="([\w-]+)"[^>]*>([\s\S]*)<\/body>/.exec(html) ?? [];
  if (!name) return null;
  if (/<\/?noscript|<script/i.test(body)) {
    throw new Error(`${file}: the single file cannot hold its <noscript> or <script>`);
  }
  const [, title = ''] = part(html, /<title>([^<]*)<\/title>/, file);
  return { name, title, body: body.replace(linkInContents, '') };
}

/** @param {Page} like a page, for what is around the text @returns {Page} */
function noticesPage({ before, after }) {
  const text = escape(readFileSync(join(site, `${notices}.txt`), 'utf8'));
  const main = `<h1>License notices</h1>\n<pre tabindex="0" class="notices">${text}</pre>`;
  return { name: notices, title: 'License notices', before, main, after };
}

/** Of files that need a host: what is said instead. @type {Record<string, {title: string, says: string}>} */
const sentences = {
  use: {
    title: 'Use it in your course',
    says: 'This page makes the text that shows a figure on your own page, which needs a lesson with an address. This file has none.',
  },
  sandbox: {
    title: 'Where programs run',
    says: 'This file of the lesson runs your programs, out of sight, so it has no page.',
  },
};

/**
 * Pages that say why they are not here, with a link to the lesson on its host if that is known.
 * @param {Page} like a page, for what is around the text @returns {Page[]}
 */
function pagesElsewhere({ before, after }) {
  const [, address] = /<link rel="canonical" href="([^"]+)"/.exec(siteFile('index.html')) ?? [];
  return Object.entries(sentences).map(([name, { title, says }]) => {
    const way = address
      ? `<a href="${new URL(`${name === 'use' ? name : 'index'}.html`, address).href}">Open the whole lesson</a>`
      : 'Open the whole lesson, on the host that this file comes from; here is <a href="?page=index#page-index">its start</a>';
    const main = `<h1>${title}</h1>\n<p>${says} ${way}.</p>`;
    return { name, title, before, main, after };
  });
}

/** The first page, and all pages in the order of the contents. */
function readPages() {
  const files = readdirSync(site).filter((file) => file.endsWith('.html'));
  const read = files.flatMap((file) => readPage(file) ?? []);
  const names = new Set([...read.map(({ name }) => name), 'index', 'use']);
  /** @type {Page[]} */
  const pages = read.map(({ name, title, body }) => {
    const [, before = '', main = '', after = ''] = part(
      withLinks(body, name, names),
      /^([\s\S]*<main[^>]*>)([\s\S]*)(<\/main>[\s\S]*)$/,
      name,
    );
    return { name, title, before, main, after };
  });
  const front = pages.find(({ name }) => name === 'index');
  const about = pages.find(({ name }) => name === 'about');
  if (!front || !about) throw new Error('the site has no first page, or no page about it');
  const listed = [...front.before.matchAll(/href="\?page=([\w-]+)/g)].map(([, name]) => name);
  const place = (/** @type {Page} */ { name }) =>
    listed.includes(name) ? listed.indexOf(name) : listed.length;
  pages.sort((one, other) => place(one) - place(other));
  return { front, pages: [...pages, noticesPage(about), ...pagesElsewhere(about)] };
}

/** The styles of the site's pages, with their fonts in them. @param {readonly string[]} files the pages' */
function style(files) {
  const sheets = files.flatMap((file) =>
    [
      ...readFileSync(join(site, file), 'utf8').matchAll(
        /<link rel="stylesheet"[^>]* href="\.\/([^"]+)"/g,
      ),
    ].map(([, sheet = '']) => sheet),
  );
  return [...new Set(sheets)]
    .map((sheet) =>
      readFileSync(join(site, sheet), 'utf8').replaceAll(
        /url\((?!data:)["']?(?:\.\/)?([^"')]+)["']?\)/g,
        (_, name) => `url(data:font/woff2;base64,${base64Of(join(site, sheet, '..', name))})`,
      ),
    )
    .join('\n');
}

/** @param {string} path */
const base64Of = (path) => readFileSync(path).toString('base64');

/** Without scripts, all pages stand below each other, and the contents once. */
const wholeStyle = `
#whole noscript{display:contents}
#whole article + article{border-top:1px solid var(--posenc-line);margin-top:3rem;padding-top:1rem}
#whole article + article .notice,#whole .turn{display:none}
`;

/** @param {Page} front @param {readonly Page[]} pages */
function wholeLesson(front, pages) {
  const [bar] = part(front.before, /<header class="bar">[\s\S]*<\/header>/, 'index.html');
  const [contents] = part(front.before, /<nav id="contents"[\s\S]*<\/nav>/, 'index.html');
  const articles = pages.map(
    ({ name, main }) =>
      `<article id="page-${name}"><noscript data-page="${name}">${main}</noscript></article>`,
  );
  const frames = pages.map(
    ({ name, title, before, after }) =>
      `<script type="text/html" data-around="${name}" data-title="${title}">${before}<!-- page -->${after}</script>`,
  );
  return `<div id="whole">
<noscript>${bar}</noscript>
<div class="page"><noscript>${contents}</noscript><main>
${articles.join('\n')}
</main></div>
</div>
${frames.join('\n')}`;
}

/** @param {string} name @param {Uint8Array | string} bytes @param {readonly string[]} [needs] files that it fetches */
const packedFile = (name, bytes, needs = []) =>
  `<script type="application/gzip" data-file="${name}" data-needs="${needs.join(' ')}">${gzipSync(bytes, { level: 9 }).toString('base64')}</script>`;

const searchName = 'search.json';

/** What the search finds, at its place in this file. @param {string} path of the site's list */
function searchIn(path) {
  /** @type {import('../../../web/src/search/entries.ts').Page[]} */
  const pages = JSON.parse(readFileSync(path, 'utf8'));
  const here = pages.flatMap(({ address, title, entries }) => {
    const [, name = 'index'] = /^\.\/(?:([\w-]+)\.html)?$/.exec(address) ?? [];
    if (needHost.includes(name)) return [];
    const query = (/** @type {string} */ asked = '') => `page=${name}${asked && `&${asked}`}`;
    const found = entries.map((entry) => ({ ...entry, query: query(entry.query) }));
    return [{ address: '', title, entries: found }];
  });
  return JSON.stringify(here);
}

/** @param {readonly string[]} scripts @param {string} sandbox @param {readonly string[]} styles */
function policyOf(scripts, sandbox, styles) {
  const [, frames = ''] = part(sandbox, /script-src ((?:'sha256-[^']+' ?)+)/, sandboxName);
  return [
    "default-src 'none'",
    // (A frame that is part of this file has this policy, too.)
    `script-src ${scripts.map(hashOf).join(' ')} ${frames.trim()} 'wasm-unsafe-eval'`,
    'worker-src blob:',
    `style-src ${[...new Set(styles)].map(hashOf).join(' ')}`,
    'img-src data:',
    'font-src data:',
    'frame-src blob:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}

/** The file, made from the built site. */
export async function singleFile() {
  const { front, pages } = readPages();
  const define = JSON.parse(readFileSync(definesFile, 'utf8'));
  const { showPage, start, workers, files } = await singleScripts(define);
  const sandbox = readFileSync(join(site, sandboxName), 'utf8');
  const theme = readFileSync(join(site, 'theme.js'), 'utf8').trim();
  const scripts = [theme, escapedForScript(showPage), escapedForScript(start)];
  const css =
    style([
      'index.html',
      ...pages.map(({ name }) => `${name}.html`).filter((file) => file !== `${notices}.html`),
    ]) + wholeStyle;
  const whole = wholeLesson(front, pages);
  const inPages = [...whole.matchAll(styleTag)].map(([, text = '']) => text);
  const packed = [
    ...files.map(([name, path]) =>
      packedFile(name, name === searchName ? searchIn(path) : readFileSync(path)),
    ),
    ...workers.map(({ name, code, needs }) => packedFile(name, code, needs)),
    packedFile(sandboxName, sandbox),
  ];
  return `<!doctype html>
<html lang="en" class="font">
<head>
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<meta http-equiv="Content-Security-Policy" content="${policyOf(scripts, sandbox, [css, ...inPages])}" />
<meta name="theme-color" media="(prefers-color-scheme: light)" content="#fbfaf7" />
<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#16171a" />
<title>${front.title}</title>
<link rel="icon" href="data:image/svg+xml;base64,${base64Of(join(site, 'favicon.svg'))}" />
<script>${scripts[0]}</script>
<style>${css}</style>
</head>
<body>
${whole}
<script>${scripts[1]}</script>
${packed.join('\n')}
<script type="module">${scripts[2]}</script>
</body>
</html>
`;
}
