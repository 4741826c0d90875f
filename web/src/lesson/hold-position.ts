import { targetId } from './target.ts';

let staying = false;

/** From now on until the reader moves. */
export function stayAgain(): void {
  staying = true;
}

/**
 * Keeps the part that a link led to in its place while figures above it come and take their room, until the reader
 * moves.
 */
export function stayAtTarget(): void {
  staying = location.hash !== '';
  const stay = () => {
    if (!staying) return;
    const target = document.getElementById(targetId());
    target?.scrollIntoView({ behavior: 'instant' });
  };
  const leave = () => {
    staying = false;
  };
  for (const moved of ['wheel', 'touchmove', 'keydown', 'pointerdown']) {
    addEventListener(moved, leave, { passive: true });
  }
  // After these, for a click is a pointer that goes down.
  addEventListener('hashchange', stayAgain);
  const text = document.querySelector('main');
  if (text) new ResizeObserver(stay).observe(text);
}
