// Dragging, with a pointer and with the arrow keys.

/** Distances are in CSS pixels of the picture, from where the drag began. */
interface Dragged {
  move: (across: number, down: number) => void;
  end?: () => void;
}

/** Figures grow on slides: they are shown larger than they are laid out. */
function scaleOf(target: Element): number {
  const box = target.closest<HTMLElement>('div, button, figure');
  const width = box?.getBoundingClientRect().width ?? 0;
  return box && box.offsetWidth > 0 && width > 0 ? width / box.offsetWidth : 1;
}

/** The arrow keys go on where the pointer was; until one is pressed nothing needs to show where that is. */
function focusUnseen(target: HTMLElement | SVGElement): void {
  target.style.setProperty('outline', 'none');
  const seen = () => target.style.removeProperty('outline');
  for (const type of ['keydown', 'blur']) target.addEventListener(type, seen, { once: true });
  target.focus({ preventScroll: true });
}

/**
 * A drag that begins with this event, for `@pointerdown`. What is dragged needs `touch-action: none`, or `pan-y` if it
 * goes sideways only. Other buttons than the first do nothing.
 */
export function drag(event: PointerEvent, { move, end }: Dragged): void {
  const target = event.currentTarget as HTMLElement | SVGElement;
  if (event.button !== 0) return;
  event.preventDefault();
  focusUnseen(target);
  target.setPointerCapture(event.pointerId);
  const { clientX, clientY, pointerId } = event;
  const scale = scaleOf(target);
  const ended = new AbortController();
  const { signal } = ended;
  const listen = (type: string, run: (event: PointerEvent) => void) =>
    target.addEventListener(
      type,
      (event) => {
        if ((event as PointerEvent).pointerId === pointerId) run(event as PointerEvent);
      },
      { signal },
    );
  const stop = () => {
    ended.abort();
    end?.();
  };
  listen('pointermove', (event) =>
    move((event.clientX - clientX) / scale, (event.clientY - clientY) / scale),
  );
  listen('pointerup', stop);
  listen('pointercancel', stop);
}

const keySteps: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageDown: -10,
  PageUp: 10,
  Home: -Infinity,
  End: Infinity,
};

/**
 * How many steps a key moves what is dragged, as with a slider; null for any other key. Calls preventDefault if it
 * moves.
 */
export function keyStep(event: KeyboardEvent): number | null {
  const step = keySteps[event.key];
  if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return null;
  event.preventDefault();
  return step;
}
