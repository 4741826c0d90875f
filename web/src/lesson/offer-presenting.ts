// Few readers present: what shows slides comes when somebody asks for them.
import { hasModifier, isTaken } from './taken-keys.ts';

export const asksForSlides = () => new URLSearchParams(location.search).has('present');

/** Lets the page be shown as slides: by its buttons, the key p, or ?present in the address. */
export function offerPresenting(): void {
  const asked = new AbortController();
  const start = () => {
    asked.abort();
    void import('./present.ts').then(({ startPresenting }) => startPresenting());
  };
  const { signal } = asked;
  for (const button of document.querySelectorAll('[data-present]')) {
    button.addEventListener('click', start, { signal });
  }
  addEventListener(
    'keydown',
    (event) => {
      if (event.key === 'p' && !hasModifier(event) && !isTaken(event)) start();
    },
    { signal },
  );
  addEventListener('popstate', () => asksForSlides() && start(), { signal });
  if (asksForSlides()) start();
}
