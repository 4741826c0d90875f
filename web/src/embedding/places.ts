import { idFor, type Settings } from './settings.ts';

// Text in the languages that a page, a notebook or a book is written in.

/**
 * As the value of an attribute between double quotes. Characters that mean something in Python, JavaScript or a template
 * become references too, so the HTML can be part of any of these.
 */
const inAttribute = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll(/[<>'`$\\{}\n\r]/g, (character) => `&#${character.charCodeAt(0)};`);

/** As an expression in braces, where JSX expects the value of an attribute. */
const inJsx = (text: string): string => `{${JSON.stringify(text)}}`;

// The lines that put a part of the lesson on another page, for each kind of page.

/** Before the page around a frame says something else. */
export type Theme = 'light' | 'dark' | 'system';

/** In a frame on a slide, what a reader presses stays in view. */
type Form = 'whole' | 'compact';

export interface Embedded {
  /** As in embed.html?figure= */
  figure: string;
  /** For screen readers. */
  title: string;
  settings: Settings;
  theme: Theme;
  /** The address of the lesson's folder, with a slash at its end. */
  lesson: string;
  /** In pixels, as it is now. */
  height: number;
}

export interface Place {
  id: string;
  name: string;
  line: (embedded: Embedded) => string;
  /** One or two sentences. */
  needs: (embedded: Pick<Embedded, 'lesson' | 'theme'>) => string;
  /** A complete file with such lines, in the folder `examples` of the site. */
  example: string;
}

/** The address of the lesson in examples for other hosts. */
export const lessonInExamples = 'https://where.the.lesson.is/';

/** An example with the lesson's real address. (Those that also work within the site have relative ones.) */
export const withLesson = (example: string, lesson: string): string =>
  example.replaceAll(lessonInExamples, lesson).replaceAll('="../', `="${lesson}`);

const heightScript = (lesson: string) => `${lesson}embed-height.js`;

export function frameAddress(
  { figure, settings, theme, lesson }: Embedded,
  form: Form = 'whole',
): string {
  const query = new URLSearchParams([['figure', figure], ...settings.map((one) => [...one])]);
  if (theme !== 'system') query.set('theme', theme);
  if (form === 'compact') query.set('compact', '');
  // (The fragment is for frames without scripts.)
  return `${lesson}embed.html?${query.toString()}#still-${figure}`;
}

interface Special {
  style?: string;
  form?: Form;
  /** Attributes, with a space after each. */
  extra?: string;
}

const frame = (embedded: Embedded, { style, form, extra = '' }: Special = {}) =>
  `<iframe ${extra}title="${inAttribute(embedded.title)}" src="${inAttribute(frameAddress(embedded, form))}" ` +
  `style="width: 100%; ${style ?? `height: ${embedded.height}px`}; border: 0" loading="lazy" allow="clipboard-write"></iframe>`;

const heightSource = ({ lesson }: Embedded) => `src="${inAttribute(heightScript(lesson))}"`;

/** A frame whose height and colors follow. */
const followed = (embedded: Embedded) =>
  `${frame(embedded)}\n<script ${heightSource(embedded)}></script>`;

/** The path of the lesson, for a page on the same host. */
const pathOf = (lesson: string) => lesson.replace(/^https?:\/\/[^/]+/, '');

/** By itself a tag is as its page says, and light if that says nothing. */
const schemes: Record<Theme, string> = { light: '', dark: 'dark', system: 'light dark' };

function tag({ figure, settings, theme, lesson }: Embedded): string {
  const scheme = schemes[theme];
  const id = idFor(figure, settings);
  const attributes = [
    ...(id === null ? [] : [['id', id] as const]),
    ...settings,
    ...(scheme === '' ? [] : [['style', `color-scheme: ${scheme}`] as const]),
  ].map(([name, value]) => (value === '' ? ` ${name}` : ` ${name}="${inAttribute(value)}"`));
  const name = `posenc-${figure}`;
  return (
    `<script type="module" src="${inAttribute(`${pathOf(lesson)}embed.js`)}"></script>\n` +
    `<${name}${attributes.join('')}></${name}>`
  );
}

const jupyter = (embedded: Embedded) =>
  `from IPython.display import HTML\n\nHTML('''${followed(embedded)}''')`;

const quarto = (embedded: Embedded) => `\`\`\`{=html}\n${followed(embedded)}\n\`\`\``;

/** Indented, as reStructuredText knows a block by that. */
const sphinx = (embedded: Embedded) =>
  `.. raw:: html\n\n   ${followed(embedded).replaceAll('\n', '\n   ')}`;

const mdx = (embedded: Embedded) =>
  `<iframe title=${inJsx(embedded.title)} src=${inJsx(frameAddress(embedded))} ` +
  `style={{width: '100%', height: '${embedded.height}px', border: 0}} loading="lazy" allow="clipboard-write" />`;

/** Without is:inline, Astro makes a module of it, which the lesson's host would have to allow. */
const astro = (embedded: Embedded) =>
  `${frame(embedded)}\n<script is:inline ${heightSource(embedded)}></script>`;

/** Vue leaves a script tag out of its templates in the browser, but not on the server. */
const vitepress = (embedded: Embedded) =>
  `${frame(embedded)}\n<component is="script" ${heightSource(embedded)}></component>`;

/** Reveal gives it the rest of the slide. */
const reveal = (embedded: Embedded) =>
  `<section>\n  ${frame(embedded, { style: 'max-width: none', form: 'compact', extra: 'class="r-stretch" ' })}\n</section>`;

/** The link is outside of the frame, where no sandbox forbids what it opens. */
const moodle = (embedded: Embedded) =>
  `${frame(embedded)}\n<p><a href="${inAttribute(frameAddress(embedded))}" target="_blank">${inAttribute(embedded.title)}</a></p>`;

/** An expression, so that notebooks of every kind show it. */
const observable = (embedded: Embedded) => `((frame) => {
  addEventListener("message", ({data, source}) => {
    if (source === frame.contentWindow && data?.posenc === "height") {
      frame.style.height = \`\${data.height}px\`;
    }
  });
  return frame;
})(document.createRange().createContextualFragment(\`${frame(embedded)}\`).firstChild)`;

const tagColors: Record<Theme, string> = {
  light: 'The tag follows the page’s color-scheme, and is light if it has none.',
  dark: 'The tag is always dark.',
  system: 'The tag follows the reader’s system.',
};

const scrolls =
  'The frame keeps the height that you see above, and scrolls if its content is taller.';

export const places: readonly Place[] = [
  {
    id: 'html',
    name: 'Web page on any host',
    line: followed,
    needs: () =>
      'Paste both lines where it should appear. Hugo and Marp leave HTML out until you turn on their settings unsafe and html. If the page forbids scripts from other hosts, leave out the second line: the height then stays as it is.',
    example: 'iframe.html',
  },
  {
    id: 'same-host',
    name: 'Web page on the lesson’s own host',
    line: tag,
    needs: ({ theme }) => `The script is needed once per page. ${tagColors[theme]}`,
    example: 'same-origin.html',
  },
  {
    id: 'jupyter',
    name: 'Jupyter notebook',
    line: jupyter,
    needs: () =>
      'Paste it into a code cell and run it. Exported as HTML, it shows the same; GitHub’s preview of notebooks leaves out frames.',
    example: 'posenc.ipynb',
  },
  {
    id: 'quarto',
    name: 'Quarto',
    line: quarto,
    needs: () => 'Paste it into a .qmd file. It appears in HTML output, not in PDF or Word.',
    example: 'quarto.qmd',
  },
  {
    id: 'mkdocs',
    name: 'MkDocs, Material for MkDocs',
    line: followed,
    needs: () => 'Paste both lines into a .md file, with an empty line before and after.',
    example: 'mkdocs.md',
  },
  {
    id: 'sphinx',
    name: 'Sphinx',
    line: sphinx,
    needs: () => 'Paste it into an .rst file, with an empty line before and after.',
    example: 'sphinx.rst',
  },
  {
    id: 'docusaurus',
    name: 'MDX (Docusaurus, Astro)',
    line: mdx,
    needs: ({ lesson }) =>
      `Paste it into an .mdx file, which takes no plain HTML. So that height and colors follow, in Docusaurus add '${heightScript(lesson)}' to the list scripts in docusaurus.config.js; in Astro add the second line for Astro to the layout.`,
    example: 'docusaurus.mdx',
  },
  {
    id: 'astro',
    name: 'Astro',
    line: astro,
    needs: () => 'Paste both lines into an .astro or .md file.',
    example: 'index.astro',
  },
  {
    id: 'vitepress',
    name: 'VitePress',
    line: vitepress,
    needs: () => 'Paste both lines into a .md file, with an empty line before and after.',
    example: 'vitepress.md',
  },
  {
    id: 'reveal',
    name: 'reveal.js slides',
    line: reveal,
    needs: () =>
      'It fills its slide and scrolls if it is taller. While the frame has focus, it receives your keystrokes. Click outside it to use the arrow keys for slides again.',
    example: 'reveal.html',
  },
  {
    id: 'observable',
    name: 'Observable',
    line: observable,
    needs: () =>
      'Paste it into a JavaScript cell, or into a js block of Observable Framework. Observable itself loads libraries from cdn.jsdelivr.net.',
    example: 'observable.md',
  },
  {
    id: 'moodle',
    name: 'Moodle page',
    line: moodle,
    needs: () =>
      `In Preferences, Editor preferences, choose the plain text area, and paste both lines there: since Moodle 4.5, TinyMCE puts every frame in a sandbox, where readers see a still and the link. Or add a URL activity with the address in src, displayed as Embed. ${scrolls}`,
    example: 'moodle.html',
  },
];

export const placeOf = (id: string): Place | undefined => places.find((place) => place.id === id);
