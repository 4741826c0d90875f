// Plots as one SVG picture to download, with a title and their colors at that moment.

/** The computed styles that the picture needs. */
const copiedStyles = [
  'fill',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-linejoin',
  'stroke-linecap',
  'font-family',
  'font-size',
  'font-weight',
  'text-anchor',
  'opacity',
];

const svgNamespace = 'http://www.w3.org/2000/svg';
const margin = 16;
const lineHeight = 20;
const nameSize = 13;
const nameLineHeight = 17;

/** A text in lines of at most `width` pixels. */
function linesOf(text: string, font: string, width: number): string[] {
  const context = document.createElement('canvas').getContext('2d');
  if (!context) return [text];
  context.font = font;
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const longer = `${lines[lines.length - 1] ?? ''} ${word}`.trim();
    if (lines.length > 0 && context.measureText(longer).width <= width) {
      lines[lines.length - 1] = longer;
    } else {
      lines.push(word);
    }
  }
  return lines;
}

/**
 * @param plots elements with a picture in their shadow root, where they are in the page; the text of their data-plot, if
 *   any, goes above them
 */
export function pictureOf(plots: HTMLElement[], title: string, subtitle: string): string {
  const look = getComputedStyle(plots[0] ?? document.documentElement);
  // A separate document loads nothing, so the page's Content-Security-Policy has nothing to refuse.
  const home = document.implementation.createDocument(svgNamespace, 'svg');
  const whole = home.documentElement;
  const make = (name: string, attributes: Record<string, string | number>, text = '') => {
    const element = home.createElementNS(svgNamespace, name);
    for (const [attribute, value] of Object.entries(attributes)) {
      element.setAttribute(attribute, String(value));
    }
    element.textContent = text;
    return element;
  };

  const drawn = plots.flatMap((plot) => {
    const picture = plot.shadowRoot?.querySelector('svg');
    if (!picture) return [];
    const box = picture.getBoundingClientRect();
    const { plot: name } = plot.dataset;
    const names = name ? linesOf(name, `${nameSize}px ${look.fontFamily}`, box.width) : [];
    return [{ plot, picture, box, names }];
  });
  const left = Math.min(...drawn.map(({ box }) => box.left));
  const top = Math.min(...drawn.map(({ box }) => box.top));
  const width = Math.max(...drawn.map(({ box }) => box.right)) - left;
  const height = Math.max(...drawn.map(({ box }) => box.bottom)) - top;

  whole.append(
    make('rect', {
      width: '100%',
      height: '100%',
      fill: look.getPropertyValue('--posenc-sheet').trim() || 'Canvas',
    }),
  );
  let y = margin;
  const write = (text: string, size: number, weight: number) => {
    for (const line of linesOf(text, `${weight} ${size}px ${look.fontFamily}`, width)) {
      y += lineHeight;
      const font = { 'font-family': look.fontFamily.replaceAll('"', "'"), 'font-size': size };
      whole.append(
        make('text', { x: margin, y, fill: look.color, 'font-weight': weight, ...font }, line),
      );
    }
  };
  write(title, 15, 600);
  write(subtitle, 13, 400);
  y += lineHeight * (1 + Math.max(...drawn.map(({ names }) => names.length)));

  for (const { plot, picture, box, names } of drawn) {
    const group = make('g', {
      transform: `translate(${margin + box.left - left} ${y + box.top - top})`,
    });
    for (const [n, line] of names.entries()) {
      const font = { 'font-family': look.fontFamily.replaceAll('"', "'"), 'font-size': nameSize };
      const y = -8 - nameLineHeight * (names.length - 1 - n);
      group.append(make('text', { x: 0, y, fill: look.color, ...font }, line));
    }
    for (const canvas of plot.shadowRoot?.querySelectorAll<HTMLCanvasElement>(
      'canvas:not([hidden])',
    ) ?? []) {
      const at = canvas.getBoundingClientRect();
      group.append(
        make('image', {
          x: at.left - box.left,
          y: at.top - box.top,
          width: at.width,
          height: at.height,
          preserveAspectRatio: 'none',
          'image-rendering': 'pixelated',
          href: canvas.toDataURL(),
        }),
      );
    }
    const copy = home.importNode(picture, true);
    const originals = picture.querySelectorAll('*');
    for (const [n, element] of [...copy.querySelectorAll('*')].entries()) {
      const computed = getComputedStyle(originals[n] ?? picture);
      for (const property of copiedStyles) {
        element.setAttribute(property, computed.getPropertyValue(property).replaceAll('"', "'"));
      }
      element.removeAttribute('class');
    }
    // With a viewBox, what is drawn is as large as its place in the page allows.
    const drawnWidth = picture.viewBox.baseVal?.width ?? 0;
    const scale = drawnWidth > 0 ? box.width / drawnWidth : 1;
    const scaled = make('g', scale === 1 ? {} : { transform: `scale(${scale})` });
    scaled.append(...copy.children);
    group.append(scaled);
    whole.append(group);
  }
  const size = { width: width + 2 * margin, height: y + height + margin };
  whole.setAttribute('width', String(size.width));
  whole.setAttribute('height', String(size.height));
  whole.setAttribute('viewBox', `0 0 ${size.width} ${size.height}`);
  return new XMLSerializer().serializeToString(home);
}
