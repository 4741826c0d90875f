let holding = false;

/** Holds the target in place again, until the reader moves. */
export function holdAgain(): void {
  holding = true;
}

/**
 * Keeps the target of a link in its place while figures above it load and grow, until the reader moves.
 */
export function holdTarget(): void {
  holding = location.hash !== '';
  const hold = () => {
    if (!holding) return;
    const target = document.getElementById(targetId());
    target?.scrollIntoView({ behavior: 'instant' });
  };
  const release = () => {
    holding = false;
  };
  for (const moved of ['wheel', 'touchmove', 'keydown', 'pointerdown']) {
    addEventListener(moved, release, { passive: true });
  }
  // After these, as a click on a link begins with pointerdown.
  addEventListener('hashchange', holdAgain);
  const text = document.querySelector('main');
  if (text) new ResizeObserver(hold).observe(text);
}

/** The id of the part that an address leads to, by its part from # on; empty if it leads to none, or cannot be decoded. */
export function targetId(hash: string = location.hash): string {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return '';
  }
}
