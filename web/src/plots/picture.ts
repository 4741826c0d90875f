// A plot as a picture of its own: SVG with the colours that it has now, and its title.

const kept = [
  ...['fill', 'stroke', 'stroke-width', 'stroke-dasharray', 'stroke-linejoin', 'stroke-linecap'],
  ...['font-family', 'font-size', 'font-weight', 'text-anchor', 'opacity'],
];

const line_height = 20;
const margin = 16;

/** @param plots as they stand in the page, below each other */
export function pictureOf(plots: Element[], title: string, sub: string): string {
  const look = getComputedStyle(plots[0] ?? document.documentElement);
  const colour = (token: string) => look.getPropertyValue(token).trim();
  const space = 'http://www.w3.org/2000/svg';
  const whole = document.createElementNS(space, 'svg');
  const text = (words: string, y: number, weight: string) => {
    const element = document.createElementNS(space, 'text');
    element.setAttribute('x', String(margin));
    element.setAttribute('y', String(y));
    element.setAttribute('font-family', look.fontFamily);
    element.setAttribute('font-size', '14');
    element.setAttribute('font-weight', weight);
    element.setAttribute('fill', look.color);
    element.textContent = words;
    return element;
  };
  const paper = document.createElementNS(space, 'rect');
  paper.setAttribute('width', '100%');
  paper.setAttribute('height', '100%');
  paper.setAttribute('fill', colour('--sheet') || 'Canvas');
  whole.append(
    paper,
    text(title, margin + 10, '600'),
    text(sub, margin + 10 + line_height, 'normal'),
  );

  let top = margin + 2.5 * line_height;
  let width = 0;
  for (const plot of plots) {
    const drawn = plot.shadowRoot?.querySelector('svg');
    if (!drawn) continue;
    const group = document.createElementNS(space, 'g');
    group.setAttribute('transform', `translate(${margin} ${top})`);
    const origin = drawn.getBoundingClientRect();
    for (const canvas of plot.shadowRoot?.querySelectorAll('canvas') ?? []) {
      const box = canvas.getBoundingClientRect();
      const image = document.createElementNS(space, 'image');
      image.setAttribute('x', String(box.left - origin.left));
      image.setAttribute('y', String(box.top - origin.top));
      image.setAttribute('width', String(box.width));
      image.setAttribute('height', String(box.height));
      image.setAttribute('preserveAspectRatio', 'none');
      image.setAttribute('href', canvas.toDataURL());
      group.append(image);
    }
    const copy = drawn.cloneNode(true) as SVGSVGElement;
    const originals = drawn.querySelectorAll('*');
    for (const [n, element] of [...copy.querySelectorAll('*')].entries()) {
      const computed = getComputedStyle(originals[n] ?? drawn);
      for (const name of kept) {
        element.setAttribute(name, computed.getPropertyValue(name).replaceAll('"', "'"));
      }
      element.removeAttribute('class');
    }
    group.append(...copy.childNodes);
    whole.append(group);
    top += origin.height + line_height;
    width = Math.max(width, origin.width);
  }
  whole.setAttribute('width', String(width + 2 * margin));
  whole.setAttribute('height', String(top));
  return new XMLSerializer().serializeToString(whole);
}
