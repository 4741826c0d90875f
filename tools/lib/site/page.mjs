// The frame that all pages share, around the text of one.
import { createHash } from 'node:crypto';
import { changesLink, version } from './changes.mjs';
import { minutesOf } from './reading-time.mjs';

/**
 * @typedef {{slug: string, title: string, written: boolean, parts: {id: string, title: string}[],
 *   minutes: number | null, module?: string}} Section `minutes`: null where it is worked, not read
 * @typedef {{slug: string, title: string}} Beside a page that is no section
 * @typedef {{title: string, sections: Section[], groups: {name: string, pages: Beside[]}[], below: Beside[]}} Lesson
 *   `below`: what stands at the foot of every page
 * @typedef {{slug: string, title: string, description: string, kicker: string, opening: string, html: string, isOpeningBeside: boolean, numbers: string, module: string | null}} Page
 *   `module`: of the core, which the page computes with
 */

/** @param {string} text */
export const escape = (text) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** Stands in the policy for the hashes of the page's own styles, until these are known. */
const hashPlaceholder = "'stills'";

/**
 * A page as it is served: of the styles in it, its policy allows only those of its stills.
 * @param {string} html
 */
export function withStyleHashes(html) {
  const styles = new Set([...html.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(([, css]) => css));
  const hashes = [...styles].map(
    (css = '') => `'sha256-${createHash('sha256').update(css).digest('base64')}'`,
  );
  return html.replace(hashPlaceholder, hashes.join(' '));
}

/**
 * A page that brings its own styles, as links to them lead nowhere from an address some folders deep.
 * @param {string} html @param {(file: string) => string} styleIn
 */
export const withStylesInside = (html, styleIn) =>
  html.replaceAll(
    /<link rel="stylesheet"[^>]* href="\.\/([^"]+)"[^>]*>/g,
    (_, file) => `<style>${styleIn(file)}</style>`,
  );

const policy = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "worker-src 'self'",
  `style-src 'self' ${hashPlaceholder}`,
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** Otherwise formulas would be drawn twice, first in another font, and text only in another font. */
const preload = (/** @type {string} */ font) =>
  `<link rel="preload" href="../build/lesson/${font}.woff2" as="font" type="font/woff2" crossorigin />`;

/** The first pages of the lesson wait for the font of the text; others use it once it is there (lesson/text-font.ts). */
const hasTextFont = (/** @type {Page} */ { slug }) => ['index', 'path'].includes(slug);

/** @param {Page} page */
const showsFormula = ({ opening, html }) =>
  (opening + html).replace(/<details[\s\S]*?<\/details>/g, '').includes('<math');

/** Styles that only some pages need, by what is in these pages, or by their names. @type {[RegExp, string][]} */
const extraStyles = [
  [/class="(places|step)"/, 'places'],
  [/class="step"/, 'steps'],
  [/<posenc-(code|embed-generator|exercise|progress)\b/, 'rooms'],
  [/data-page="index"/, 'front'],
  [/data-page="path"/, 'walk'],
];

/** @param {Page} page */
const extraSheets = ({ slug, opening, html }) =>
  extraStyles
    .filter(([pattern]) => pattern.test(`data-page="${slug}"${opening}${html}`))
    .map(([, name]) => `<link rel="stylesheet" href="./src/style/${name}.css" />`)
    .join('');

/** A page beside the sections. @param {string} slug @param {string} title @param {string} current */
const beside = (slug, title, current) =>
  `<a href="./${slug}.html"${current === slug ? ' aria-current="page"' : ''}>${title}</a>`;

/** @param {Lesson} lesson @param {string} current @param {boolean} hasScripts without any, nothing is offered that needs one */
function contents(lesson, current, hasScripts = true) {
  const parts = (/** @type {Section} */ section) =>
    section.slug === current
      ? `<ol class="parts">${section.parts.map(({ id, title }) => `<li><a href="#${id}">${title}</a></li>`).join('')}</ol>`
      : '';
  const entries = lesson.sections.map((section, n) => {
    const minutes = minutesOf(section.minutes);
    const name = `<span class="ring" data-section="${section.slug}">${n + 1}</span><span>${escape(section.title)}<span class="visually-hidden" data-state="${section.slug}"></span></span><small data-place="${section.slug}">${minutes && `${parseInt(minutes)} min<span class="visually-hidden">utes</span>`}</small>`;
    return section.written
      ? `<li><a href="./${section.slug}.html"${section.slug === current ? ' aria-current="page"' : ''} data-parts="${section.parts.map(({ id }) => id).join(' ')}">${name}</a>${parts(section)}</li>`
      : `<li class="later"><span>${name}<span class="visually-hidden"> (being written)</span></span></li>`;
  });
  const tools = `<div class="tools">
        <button class="present" type="button" data-present aria-keyshortcuts="p">Present</button>
        <div id="theme"></div>
      </div>
      <p id="offline"></p>`;
  return `<nav id="contents" popover aria-label="Lesson">
      <button class="close" type="button" popovertarget="contents" popovertargetaction="hide">Close</button>
      <a class="home" href="./"${current === 'index' ? ' aria-current="page"' : ''}>Positional encoding,<br />computed live</a>
      <button class="search" type="button" data-search aria-keyshortcuts="/">Search</button>
      <a class="path" href="./path.html"${current === 'path' ? ' aria-current="page"' : ''}>The idea in ten minutes</a>
      <ol class="sections">
        ${entries.join('\n        ')}
      </ol>
      <dl class="beside">
        ${lesson.groups
          .map(
            ({ name, pages }) =>
              `<div><dt>${name}</dt>${pages.map(({ slug, title }) => `<dd>${beside(slug, title, current)}</dd>`).join('')}</div>`,
          )
          .join('\n        ')}
      </dl>
      ${hasScripts ? tools : ''}
    </nav>`;
}

/** The sections before and after. @param {Lesson} lesson @param {string} current */
function turn(lesson, current) {
  const written = lesson.sections.filter((section) => section.written);
  const at = written.findIndex(({ slug }) => slug === current);
  if (at < 0) return '';
  const link = (/** @type {Section | undefined} */ section, /** @type {string} */ word) =>
    section
      ? `<a href="./${section.slug}.html"><span><small>${word}</small>${escape(section.title)}</span></a>`
      : '';
  const previous =
    at === 0
      ? `<a href="./"><span><small>Previous</small>Contents</span></a>`
      : link(written[at - 1], 'Previous');
  const after = lesson.sections[lesson.sections.indexOf(/** @type {Section} */ (written[at])) + 1];
  const next =
    after && !after.written
      ? `<span class="later"><span><small>Next</small>${escape(after.title)} (being written)</span></span>`
      : link(after, 'Next');
  return `<nav class="turn" aria-label="Previous and next section">${previous}${next}</nav>`;
}

/** The head of every page. @param {string} title @param {string} description */
const head = (title, description) => `<meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta http-equiv="Content-Security-Policy" content="${policy}" />
    <meta name="description" content="${escape(description)}" />
    <meta name="theme-color" media="(prefers-color-scheme: light)" content="#fbfaf7" />
    <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#16171a" />
    <title>${escape(title)}</title>
    <link rel="icon" href="./favicon.svg" type="image/svg+xml" />
    <script src="./theme.js"></script>`;

/** @param {Lesson} lesson @param {Page} page */
export const pageHtml = (lesson, page) => `<!doctype html>
<html lang="en"${hasTextFont(page) ? ' class="font"' : ''}>
  <head>
    ${head(page.title === lesson.title ? lesson.title : `${page.title} · ${lesson.title}`, page.description)}
    ${hasTextFont(page) ? preload('serif-400-normal') : ''}
    ${showsFormula(page) ? preload('math') : ''}
    <link rel="stylesheet" href="./src/style/page.css" />
    ${extraSheets(page)}
    <script type="module" src="./src/main.ts"></script>
  </head>
  <body data-page="${page.slug}"${page.module ? ` data-module="${page.module}"` : ''}>
    <a class="skip" href="#text">Skip to content</a>
    <header class="bar">
      <a href="./">Positional encoding</a>
      <button class="present" type="button" data-present>Present</button>
      <button class="search" type="button" data-search>Search</button>
      <button type="button" popovertarget="contents">Contents</button>
    </header>
    <div class="page">
    ${contents(lesson, page.slug)}
    <main id="text" tabindex="-1">
      ${page.isOpeningBeside ? '<div class="with-figure">' : ''}
      <div class="slide opening">
      ${page.kicker && `<p class="kicker">${escape(page.kicker)}</p>`}
      <h1>${escape(page.title)}</h1>
      <p class="notice pending" id="notice" role="status">These figures are static. To change them and get your answers graded, you need JavaScript and a browser with WebAssembly SIMD and module workers: Chrome or Edge 91, Firefox 114, Safari 16.4, or later.</p>
${page.opening}
      </div>
${page.html}
      ${turn(lesson, page.slug)}
${page.numbers}
      <footer>${lesson.below.map(({ slug, title }) => beside(slug, title, page.slug)).join(' ')} <a href="${changesLink}">Version ${version}</a></footer>
    </main>
    </div>
  </body>
</html>
`;

/** What a frame shows of a figure where its script cannot run. @param {import('./stills.mjs').FrameStill} still */
const frameStill = ({ figure, title, pictures }) =>
  `<div id="still-${figure}"><h2>${escape(title)}</h2>${pictures
    .map(
      ({ name, width, height }) =>
        `<img data-picture="${name}" alt="" width="${width}" height="${height}" loading="lazy" />`,
    )
    .join('')}</div>`;

/** Of this same address. A sandbox may forbid what a click opens, but not what a reader opens. */
const ownTab =
  '<a href="" target="_blank">Open it in a new tab</a>, with Ctrl or ⌘ if a click does nothing.';

/**
 * A page for frames, with the one figure that its address names. It brings its styles: in a sandbox, a frame has no origin
 * and gets none by a link of Vite's. There the fragment of its address chooses the still.
 * @param {Lesson} lesson @param {readonly import('./stills.mjs').FrameStill[]} stills
 */
export const embeddedHtml = (lesson, stills) => `<!doctype html>
<html lang="en" data-embedded>
  <head>
    ${head(`A figure · ${lesson.title}`, 'One figure from the lesson, to embed in another page.')}
    <script src="./embed-start.js"></script>
    <meta name="robots" content="noindex" />
    <link rel="stylesheet" href="./src/style/embedded.css" />
    <script type="module" src="./src/embedded.ts"></script>
  </head>
  <body>
    <main>
      <h1 class="visually-hidden">${escape(lesson.title)}</h1>
      <h2 class="visually-hidden">A figure from the lesson</h2>
      <div id="instead">
        <p class="no-scripts">The page around this frame allows no scripts in it (sandbox), which this part of the lesson needs. ${ownTab}</p>
        <p class="no-origin">The page around this frame puts it in a sandbox without allow-same-origin, to which the lesson’s host does not send scripts. ${ownTab}</p>
        <p class="no-module">The script for this figure could not be loaded. Reload the page to try again.</p>
        ${stills.map(frameStill).join('\n')}
      </div>
      <div id="figure"></div>
      <p class="from">From the lesson <a href="./" target="_top">${escape(lesson.title)}</a></p>
    </main>
  </body>
</html>
`;

/**
 * What a host shows for an address that does not exist. It brings its styles, and loads no script but the one for colors,
 * as relative links lead nowhere at such an address. Where the site's address is known, they become paths (publish.mjs).
 * @param {Lesson} lesson
 */
export const notFoundHtml = (lesson) => `<!doctype html>
<html lang="en">
  <head>
    ${head(`Page not found · ${lesson.title}`, 'This page of the lesson does not exist.')}
    <meta name="robots" content="noindex" />
    <link rel="stylesheet" href="./src/style/page.css" />
  </head>
  <body data-page="404">
    <a class="skip" href="#text">Skip to content</a>
    <header class="bar">
      <a href="./">Positional encoding</a>
      <button type="button" popovertarget="contents">Contents</button>
    </header>
    <div class="page">
    ${contents(lesson, '404', false)}
    <main id="text" tabindex="-1">
      <p class="kicker">Error 404</p>
      <h1>Page not found</h1>
      <p>The lesson has no page at this address. The page may have moved, or the link may have a typo. The contents list
      every page.</p>
      <p class="begin"><a href="./">Go to the first page</a></p>
    </main>
    </div>
  </body>
</html>
`;

/** The page that a learning management system opens. @param {Lesson} lesson */
export const lmsHtml = (lesson) => `<!doctype html>
<html lang="en">
  <head>
    ${head(lesson.title, 'The lesson as a learning management system opens it.')}
    <meta name="robots" content="noindex" />
    <link rel="stylesheet" href="./src/style/lms.css" />
    <script type="module" src="./src/lms/page.ts"></script>
  </head>
  <body>
    <header>
      <h1 class="visually-hidden">${escape(lesson.title)}</h1>
      <p id="lms-closed" role="alert" hidden></p>
      <p id="lms-connection" role="status">Connecting to your course …</p>
      <details id="lms-progress" hidden>
        <summary id="lms-summary">Progress</summary>
        <div>
          <h2>Exercises</h2>
          <ul id="lms-exercises"></ul>
          <h2>Sections</h2>
          <ol>
            ${lesson.sections
              .filter(({ parts }) => parts.length > 0)
              .map(
                ({ slug, title, parts }) =>
                  `<li data-section="${slug}" data-title="${escape(title)}" data-parts="${parts.map(({ id }) => id).join(' ')}">${escape(title)} <span id="lms-read-${slug}"></span></li>`,
              )
              .join('\n            ')}
          </ol>
        </div>
      </details>
      <button type="button" id="lms-finish" hidden>Finish and send</button>
      <a id="lms-back" hidden>Return to your course</a>
      <div id="lms-notes" role="status"></div>
      <div id="lms-offer" role="status"></div>
      <noscript><p>This page connects the lesson to your course, which requires JavaScript. You can read <a href="./index.html">the lesson</a> without it.</p></noscript>
    </header>
    <dialog id="lms-finish-dialog" aria-labelledby="lms-finish-title">
      <form method="dialog">
        <h2 id="lms-finish-title">This is what your course gets</h2>
        <p id="lms-finish-score"></p>
        <ul id="lms-finish-exercises"></ul>
        <p id="lms-finish-missing"></p>
        <button id="lms-finish-send" value="send">Send</button>
        <button value="">Go on working</button>
      </form>
    </dialog>
    <main id="lms-lesson"></main>
  </body>
</html>
`;
