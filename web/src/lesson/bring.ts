import { elements } from '../elements.ts';

/** Brings the script of each element of the page before it comes into sight, and all before printing. */
export function bring(): void {
  const waiting = [...document.querySelectorAll('*')].filter(
    ({ localName }) => localName in elements,
  );
  const load = (element: Element) => {
    void elements[element.localName]?.().catch(() => tellMissing(element));
  };
  const near = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue;
        near.unobserve(target);
        load(target);
      }
    },
    { rootMargin: '800px' },
  );
  for (const element of waiting) near.observe(element);
  window.addEventListener('beforeprint', () => waiting.forEach(load));
}

/** A script that does not come: said in its place, with a way to ask again. */
function tellMissing(element: Element): void {
  if (element.querySelector('button')) return;
  const again = document.createElement('button');
  again.type = 'button';
  again.textContent = 'Load the page again';
  again.addEventListener('click', () => location.reload());
  const words = document.createElement('p');
  words.setAttribute('role', 'status');
  words.textContent = 'The script of this part could not be loaded. ';
  words.append(again);
  element.append(words);
}
