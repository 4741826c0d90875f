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

export type Theme = 'system' | 'light' | 'dark';

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

export function frameAddress({ figure, settings, theme, lesson }: Embedded): string {
  const query = new URLSearchParams([['figure', figure], ...settings.map((one) => [...one])]);
  if (theme !== 'system') query.set('theme', theme);
  return `${lesson}embed.html?${query.toString()}`;
}

/** @param style what is special about it, before what all frames have */
const frame = (embedded: Embedded, style = `height: ${embedded.height}px`, extra = '') =>
  `<iframe ${extra}title="${inAttribute(embedded.title)}" src="${inAttribute(frameAddress(embedded))}" ` +
  `style="width: 100%; ${style}; border: 0" loading="lazy" allow="clipboard-write"></iframe>`;

/** A frame whose height follows the figure. */
const followed = (embedded: Embedded) =>
  `${frame(embedded)}\n<script src="${inAttribute(heightScript(embedded.lesson))}"></script>`;

/** The path of the lesson, for a page on the same host. */
const pathOf = (lesson: string) => lesson.replace(/^https?:\/\/[^/]+/, '');

function tag({ figure, settings, theme, lesson }: Embedded): string {
  const id = idFor(figure, settings);
  const attributes = [
    ...(id === null ? [] : [['id', id] as const]),
    ...settings,
    ...(theme === 'system' ? [] : [['style', `color-scheme: ${theme}`] as const]),
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

const docusaurus = (embedded: Embedded) =>
  `<iframe title=${inJsx(embedded.title)} src=${inJsx(frameAddress(embedded))} ` +
  `style={{width: '100%', height: ${embedded.height}, border: 0}} loading="lazy" allow="clipboard-write" />`;

/** Reveal gives it the rest of the slide. */
const reveal = (embedded: Embedded) =>
  `<section>\n  ${frame(embedded, 'max-width: none', 'class="r-stretch" ')}\n</section>`;

/** An expression, so that notebooks of every kind show it. A script within \`html\` would not run. */
const observable = (embedded: Embedded) => `((frame) => {
  addEventListener("message", ({data, source}) => {
    if (source === frame.contentWindow && data?.posenc === "height") {
      frame.style.height = \`\${data.height}px\`;
    }
  });
  return frame;
})(html\`${frame(embedded)}\`)`;

const scrolls =
  'The frame keeps the height that you see above, and scrolls if its content is taller.';

export const places: readonly Place[] = [
  {
    id: 'html',
    name: 'Web page on any host',
    line: followed,
    needs: () =>
      'Paste both lines where it should appear. If the page forbids scripts from other hosts, leave out the second line: the height then stays as it is.',
    example: 'iframe.html',
  },
  {
    id: 'same-host',
    name: 'Web page on the lesson’s own host',
    line: tag,
    needs: ({ theme }) =>
      `The script is needed once per page. ${theme === 'system' ? 'The tag follows the page’s color-scheme, light or dark.' : `The tag is always ${theme}.`}`,
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
    id: 'docusaurus',
    name: 'Docusaurus',
    line: docusaurus,
    needs: ({ lesson }) =>
      `Paste it into an .mdx file. So that the height follows, add '${heightScript(lesson)}' to the list scripts in docusaurus.config.js.`,
    example: 'docusaurus.mdx',
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
    needs: () => 'Paste it into a JavaScript cell, or into a js block of Observable Framework.',
    example: 'observable.md',
  },
  {
    id: 'moodle',
    name: 'Moodle page',
    line: (embedded) => frame(embedded),
    needs: () =>
      `In the editor, choose Tools, then Source code, and paste it. Your site must let teachers use frames (iframe). ${scrolls}`,
    example: 'moodle.html',
  },
];

export const placeOf = (id: string): Place | undefined => places.find((place) => place.id === id);
