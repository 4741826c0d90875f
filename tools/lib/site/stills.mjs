// The pictures that figures have before any script runs, put into the pages when these are made.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build as viteBuild } from 'vite';
import { build, root } from '../paths.mjs';
import { measurements } from './measured.mjs';
import { withPicturesApart } from './pictures-apart.mjs';

/** @typedef {import('./core.mjs').Core} Core */
/**
 * @typedef {{still: (core: Core, tag: string, attributes: Record<string, string>) => Promise<string | null>,
 *   titleOf: (tag: string) => Promise<string>, figureOf: (core: Core, tag: string) => Promise<any>,
 *   PartRenderer: any, tags: readonly string[],
 *   paintStillsWith: (write: (pixels: Uint8ClampedArray, width: number, height: number) => string) => void}} Stills
 */

/** What draws stills, built into a folder. @param {Core} core @param {string} outDir @returns {Promise<Stills>} */
export async function buildStills(core, outDir) {
  await viteBuild({
    root: join(root, 'web'),
    configFile: false,
    logLevel: 'error',
    define: { measurements: await measurements(core) },
    build: {
      ssr: 'src/still/still.ts',
      outDir,
      emptyOutDir: true,
      rolldownOptions: { output: { entryFileNames: 'still.mjs' } },
    },
  });
  return import(pathToFileURL(join(outDir, 'still.mjs')).href);
}

/** @param {Core} core */
const loadStills = (core) => buildStills(core, join(build, 'lesson/still'));

/** @type {Promise<Stills> | undefined} */
let loaded;

/** The name of a figure; '' for an element that has none of its own. @param {Core} core @param {string} tag */
export async function titleOfFigure(core, tag) {
  const { titleOf } = await (loaded ??= loadStills(core));
  return titleOf(tag);
}

const part = /<(posenc-[\w-]+) class="part"([^>]*)>([\s\S]*?)<\/\1>/g;

/**
 * The parts of a page with a still in each of their figures, and a name for each that has none, by which links find it.
 * @param {Core} core @param {string[]} parts @param {string} file
 * @returns {Promise<{parts: string[], pictures: [name: string, svg: string][]}>} `pictures`: of all stills but the first
 */
export async function withStills(core, parts, file) {
  const { still } = await (loaded ??= loadStills(core));
  const taken = new Set(
    parts.flatMap((html) => [...html.matchAll(/\bid="([^"]+)"/g)].map(([, id]) => id)),
  );
  /** @param {string} name @param {number} [n] @returns {string} */
  const free = (name, n = 1) => {
    const id = n === 1 ? name : `${name}-${n}`;
    return taken.has(id) ? free(name, n + 1) : id;
  };
  /** @param {RegExpMatchArray} match */
  const drawn = async ([whole, tag = '', text = '', inner = '']) => {
    /** @type {Record<string, string>} */
    const attributes = Object.fromEntries(
      [...text.matchAll(/([\w-]+)(?:="([^"]*)")?/g)].map(([, name, value = '']) => [name, value]),
    );
    if (!attributes['id']) taken.add((attributes['id'] = free(tag.replace('posenc-', ''))));
    const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${value}"`);
    try {
      const picture = await still(core, tag, attributes);
      const kind = picture === null ? 'part' : 'part still';
      return `<${tag} class="${kind}"${written.join('')}>${picture ?? ''}${inner}</${tag}>`;
    } catch (error) {
      throw new Error(`${file}: ${whole}: ${/** @type {Error} */ (error).message}`, {
        cause: error,
      });
    }
  };
  /** @type {string[]} */
  const done = [];
  for (const html of parts) {
    let out = '';
    let end = 0;
    for (const match of html.matchAll(part)) {
      out += html.slice(end, match.index) + (await drawn(match));
      end = match.index + match[0].length;
    }
    done.push(out + html.slice(end));
  }
  /** @type {Map<string, string>} */
  const pictures = new Map();
  let isFirst = true;
  const light = done.map((html) =>
    html.replaceAll(/<(posenc-[\w-]+) class="part still"[\s\S]*?<\/\1>/g, (one) => {
      if (!isFirst) return withPicturesApart(one, pictures);
      isFirst = false;
      return one;
    }),
  );
  return { parts: light, pictures: [...pictures] };
}

/**
 * @typedef {{figure: string, title: string, pictures: {name: string, width: string, height: string}[]}} FrameStill
 *   `figure`: as in embed.html?figure=
 */

/**
 * The pictures of each figure as it is without attributes, for frames that run no scripts.
 * @param {Core} core @returns {Promise<{stills: FrameStill[], pictures: [name: string, svg: string][]}>}
 */
export async function frameStills(core) {
  const { still, tags, titleOf } = await (loaded ??= loadStills(core));
  /** @type {Map<string, string>} */
  const pictures = new Map();
  /** @type {FrameStill[]} */
  const stills = [];
  for (const tag of tags) {
    const html = withPicturesApart((await still(core, tag, {})) ?? '', pictures);
    const wide = html.matchAll(
      /<div class="still wide">\s*<svg\b[^>]* width="([^"]+)" height="([^"]+)"[^>]*><\/svg><img data-picture="([^"]+)"/g,
    );
    const own = [...wide].map(([, width = '', height = '', name = '']) => ({
      name,
      width,
      height,
    }));
    if (own.length === 0) continue;
    stills.push({ figure: tag.replace('posenc-', ''), title: await titleOf(tag), pictures: own });
  }
  const shown = new Set(stills.flatMap((one) => one.pictures.map(({ name }) => name)));
  return { stills, pictures: [...pictures].filter(([name]) => shown.has(name)) };
}

const hint =
  '\n<p class="hint"><span>Point at a picture to read its values, or use the arrow keys on it.</span><span class="by-touch">Tap a picture to read its values.</span></p>\n';

/** The parts of a page with a hint on how pictures are read, after the first of them. @param {string[]} parts */
export function withHint(parts) {
  const first = parts.findIndex((html) => html.includes('class="part still"'));
  return parts.map((html, n) =>
    n === first
      ? html.replace(/<(posenc-[\w-]+) class="part still"[\s\S]*?<\/\1>/, (still) => still + hint)
      : html,
  );
}
