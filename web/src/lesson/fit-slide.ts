// Slides as large as the screen allows: text that is a little too long becomes smaller, and so does each figure that
// would be cut. What is still larger is scrolled, block by block.

/** Text becomes no smaller than this part of its size, and figures no smaller than this part of theirs in the page. */
const smallestText = 0.72;
const smallestFigure = 0.75;
/** Above and below a block that was scrolled to. */
const margin = 12;

const heightOf = (element: HTMLElement) => element.getBoundingClientRect().height;

/** A figure keeps its layout, and is scaled as a whole until it fits. */
function fitFigure(part: HTMLElement, room: number): void {
  part.style.removeProperty('--shrunk');
  const zoom = Number(getComputedStyle(part).zoom) || 1;
  const wanted = (room - 2 * margin) / heightOf(part);
  if (wanted >= 1) return;
  // One that does not fit at all is scrolled, and should be read well.
  const shrunk = wanted * zoom < smallestFigure ? Math.min(1, 1 / zoom) : wanted;
  part.style.setProperty('--shrunk', String(shrunk));
}

/** Makes what is on a slide fit into the screen, where it can. @param room the height above the toolbar */
export function fitSlide(slide: HTMLElement, room: number): void {
  slide.style.removeProperty('--fit');
  const parts = [...slide.querySelectorAll<HTMLElement>('.part')];
  // Beside the title, it has the height of the slide.
  const isBeside = getComputedStyle(slide).display === 'grid';
  for (const part of parts) fitFigure(part, isBeside ? room - 2 * margin : room);
  // (Not all of it becomes smaller: some margins stay.)
  let size = 1;
  for (let times = 0; times < 3 && heightOf(slide) > room - 4 * margin; times++) {
    size *= (room - 4 * margin) / heightOf(slide);
    slide.style.setProperty('--fit', String(size));
  }
  if (size < smallestText) slide.style.removeProperty('--fit');
}

/** What is shown of a slide: from where to where, in its own coordinates. */
interface Sight {
  top: number;
  bottom: number;
}

/**
 * Where a slide is scrolled to next so that each block is seen whole, as an offset from where it is; null at its end.
 * @param room the height of what is seen
 */
export function nextStop(slide: HTMLElement, room: number, step: 1 | -1): number {
  const blocks = [
    ...slide.querySelectorAll(':scope > :not(.with-figure), :scope > .with-figure > *'),
  ].map((block): Sight => block.getBoundingClientRect());
  const enough = 2 * margin;
  if (step > 0) {
    const cut = blocks.find(({ bottom }) => bottom > room);
    const to = (cut?.top ?? 0) - margin;
    return to > enough ? to : 0.8 * room;
  }
  const first = blocks.find(({ top }) => top - margin >= -room);
  const to = (first?.top ?? 0) - margin;
  return to < -enough ? to : -0.8 * room;
}
