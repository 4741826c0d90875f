import { elements } from '../elements.ts';

const brought = new WeakSet<Element>();

/** The last that has been asked for: one comes alive after the other, with a pause for what the reader does. */
let before: Promise<unknown> = Promise.resolve();

function load(element: Element): void {
  if (brought.has(element)) return;
  brought.add(element);
  const script = Promise.resolve(elements[element.localName]?.());
  // (Told below, when it has its turn.)
  script.catch(() => {});
  before = before
    .then(() => script)
    .then(() => {
      // With a still it waits for this: others of its kind, far below, are not to be computed yet.
      if ('wake' in element) (element as { wake: () => void }).wake();
    })
    .catch(() => tellMissing(element))
    .then(() => new Promise((resolve) => setTimeout(resolve)));
}

/** The elements of the lesson in a part of the page. */
const waitingIn = (part: ParentNode): Element[] =>
  [...part.querySelectorAll('*')].filter(({ localName }) => localName in elements);

const inSight = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      inSight.unobserve(target);
      load(target);
    }
  },
  // A tag without its script has no height: as the last of a page it may lie below all that can be scrolled to, by a
  // fraction of a pixel.
  { rootMargin: '2px' },
);

/** A page that is never idle, as on a machine with much to do, goes on after that. */
const maxIdleWaitMs = 3000;

export const whenIdle = (run: () => void) =>
  'requestIdleCallback' in window
    ? requestIdleCallback(run, { timeout: maxIdleWaitMs })
    : setTimeout(run, 200);

/** Brings the script of each element of the page when it comes into sight; until then its still is there. */
export function bring(): void {
  const waiting = waitingIn(document);
  for (const element of waiting) inSight.observe(element);
  // Paper has no moment at which something comes into sight.
  addEventListener('beforeprint', () => waiting.forEach(load));
}

/** Brings what is added to the page later, too. */
export function bringAdded(): void {
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) {
      for (const node of addedNodes) {
        if (!(node instanceof Element)) continue;
        for (const element of [node, ...waitingIn(node)]) {
          if (element.localName in elements) inSight.observe(element);
        }
      }
    }
  }).observe(document.documentElement, { childList: true, subtree: true });
}

/** A script that does not come: said in its place, with a way to ask again. */
function tellMissing(element: Element): void {
  const again = document.createElement('button');
  again.type = 'button';
  again.textContent = 'Load the page again';
  again.addEventListener('click', () => location.reload());
  const words = document.createElement('p');
  words.setAttribute('role', 'status');
  words.textContent = 'The script of this part could not be loaded. ';
  words.append(again);
  // Beside the picture that it came with, if it did.
  (element.shadowRoot?.querySelector('#trouble') ?? element).append(words);
}
