import { elements } from '../elements.ts';

const brought = new WeakSet<Element>();

function load(element: Element): void {
  if (brought.has(element)) return;
  brought.add(element);
  void elements[element.localName]?.().catch(() => tellMissing(element));
}

/** The elements of the lesson in a part of the page. */
const waitingIn = (part: ParentNode): Element[] =>
  [...part.querySelectorAll('*')].filter(({ localName }) => localName in elements);

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

export const whenIdle = (run: () => void) =>
  'requestIdleCallback' in window ? requestIdleCallback(run) : setTimeout(run, 200);

/** After the page has loaded: what is in sight comes first, and the reader begins to read. */
const before_the_others_in_ms = 3000;

/** Brings the script of each element of the page: what is near at once, the others one by one when nothing else is done. */
export function bring(): void {
  const waiting = waitingIn(document);
  for (const element of waiting) near.observe(element);
  const bringNext = () => {
    const next = waiting.find((element) => !brought.has(element));
    if (!next) return;
    load(next);
    void customElements.whenDefined(next.localName).then(() => whenIdle(bringNext));
  };
  // Paper has no moment at which something comes near.
  addEventListener('beforeprint', () => waiting.forEach(load));
  const bringOthers = () => setTimeout(() => whenIdle(bringNext), before_the_others_in_ms);
  if (document.readyState === 'complete') bringOthers();
  else addEventListener('load', bringOthers);
}

/** Brings what is added to the page later, too. */
export function bringAdded(): void {
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) {
      for (const node of addedNodes) {
        if (!(node instanceof Element)) continue;
        for (const element of [node, ...waitingIn(node)]) {
          if (element.localName in elements) near.observe(element);
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
