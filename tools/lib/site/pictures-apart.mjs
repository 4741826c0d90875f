// The pictures of stills as files of their own, which a browser loads when a reader comes near them: they were half of what
// a first visit loaded of some pages. That of the first still stays in its page, as it is what a reader sees first.
import { createHash } from 'node:crypto';
import { tokenRules } from './tokens.mjs';

/** Around a picture, as labels stand out of some, and an image shows nothing beyond its edge. */
const margin = 12;

/** An image lies on an empty drawing of the same size, which keeps its place. The page says when it is loaded. */
const imageRules = `.still{position:relative}.still img{display:var(--posenc-picture,block);position:absolute;inset:-${margin}px;width:calc(100% + ${2 * margin}px);height:calc(100% + ${2 * margin}px);object-fit:contain}`;

const sizes = /viewBox="([^" ]+) ([^" ]+) ([^" ]+) ([^" ]+)" width="[^"]+" height="[^"]+"/;

/** The size of a picture with a margin around it. @param {string[]} box left, top, width and height */
function withMargin(box) {
  const [left, top, width, height] = [-margin, -margin, 2 * margin, 2 * margin].map((more, n) =>
    Number((Number(box[n]) + more).toFixed(1)),
  );
  return `viewBox="${left} ${top} ${width} ${height}" width="${width}" height="${height}"`;
}

/** @param {string} css of the plot that it is part of @param {string} kind @param {string} attributes @param {string} inner */
function svgFile(css, kind, attributes, inner) {
  const [, ...box] = sizes.exec(attributes) ?? [];
  if (box.length === 0) throw new Error(`a still has no size:${attributes}`);
  const head = `<svg class="${`still ${kind}`.trim()}" ${withMargin(box)}`;
  return `${head} xmlns="http://www.w3.org/2000/svg"><style>${tokenRules(css + inner)}${css}</style>${inner}</svg>\n`;
}

const styleOrPicture =
  /<style>([\s\S]*?)<\/style>|(?<=<div class="still (?:wide|narrow)">)\s*<svg\b([^>]*)>([\s\S]*?)<\/svg>/g;

/**
 * A still with images where its pictures were.
 * @param {string} still @param {Map<string, string>} pictures gets them, by the names of their files
 */
export function withPicturesApart(still, pictures) {
  let css = '';
  return still.replaceAll(styleOrPicture, (_, style, attributes, inner) => {
    if (style !== undefined) {
      css = style;
      return `<style>${css}${css.includes('.still') ? imageRules : ''}</style>`;
    }
    const [, kind = ''] = /class="([^"]+)"/.exec(attributes) ?? [];
    const svg = svgFile(css, kind, attributes, inner);
    const hash = createHash('sha256').update(svg).digest('base64url').slice(0, 8);
    const name = `still-${hash}.svg`;
    pictures.set(name, svg);
    return `<svg${attributes}></svg><img data-picture="${name}" alt="" loading="lazy" />`;
  });
}

/** Vite would look for the files. @param {string} html a page as it was built */
export const withAddresses = (html) =>
  html.replaceAll(/ data-picture="(still-[\w-]+\.svg)"/g, ' src="./assets/$1"');

/** A built page with its pictures in it again. @param {string} html @param {(file: string) => string} read a file of the site */
export const withPicturesInside = (html, read) =>
  html.replaceAll(
    /(<svg\b[^>]*>)<\/svg><img\b[^>]* src="\.\/(assets\/still-[\w-]+\.svg)"[^>]*>/g,
    (_, svg, file) => {
      // (The page has the colors.)
      const [, styles = '', inner = ''] =
        /<style>:root\{[^}]*\}@media[^{]*\{:root\{[^}]*\}\}([^<]*)<\/style>([\s\S]*)<\/svg>/.exec(
          read(file),
        ) ?? [];
      return `${svg}<style>${styles}</style>${inner}</svg>`;
    },
  );
