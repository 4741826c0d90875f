import { elements } from '../elements.ts';

/**
 * Runs once for each element that it observes, when that comes into sight or as near as the margin says.
 * @param rootMargin around the screen, as IntersectionObserver takes it
 */
export const whenNear = (
  rootMargin: string,
  run: (element: Element) => void,
): IntersectionObserver => {
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue;
        observer.unobserve(target);
        run(target);
      }
    },
    { rootMargin },
  );
  return observer;
};

const loaded = new WeakSet<Element>();

/** The last element that was asked for. They start one after the other, with a pause for the reader's input. */
let last: Promise<unknown> = Promise.resolve();

function load(element: Element): void {
  if (loaded.has(element)) return;
  loaded.add(element);
  const script = Promise.resolve(elements[element.localName]?.());
  // (Its failure is shown below, when it is its turn.)
  script.catch(() => {});
  last = last
    .then(() => script)
    .then(() => {
      // With a still it waits for this: others of its kind, far below, should not compute yet.
      if ('wake' in element) (element as { wake: () => void }).wake();
    })
    .catch(() => showMissing(element))
    .then(() => new Promise((resolve) => setTimeout(resolve)));
}

/** A press that has waited longer for its figure is not repeated: nobody waits for it any more. */
const maxPressWaitMs = 5000;

const nameOf = (control: Element): string =>
  (control.closest('label') ?? control).textContent?.trim() ?? '';

/** A still looks as its figure will, so people press its buttons: the last one is pressed again once the figure is there. */
function pressAgain(element: Element): void {
  const root = element.shadowRoot;
  const isBusy = () => root?.querySelector('figure')?.getAttribute('aria-busy') === 'true';
  if (!root || !isBusy()) return;
  const controls = 'button, input[type=checkbox]';
  let pressed = { name: '', at: 0 };
  const press = ({ target }: Event) => {
    const control = target instanceof Element && isBusy() ? target.closest(controls) : null;
    if (control) pressed = { name: nameOf(control), at: performance.now() };
  };
  root.addEventListener('click', press);
  new MutationObserver((_, observer) => {
    if (isBusy()) return;
    observer.disconnect();
    root.removeEventListener('click', press);
    if (!pressed.name || performance.now() - pressed.at > maxPressWaitMs) return;
    const again = [...root.querySelectorAll<HTMLElement>(controls)];
    again.find((control) => nameOf(control) === pressed.name)?.click();
  }).observe(root, { childList: true, subtree: true, attributeFilter: ['aria-busy'] });
}

/** The elements of the lesson in a part of the page. */
const waitingIn = (part: ParentNode): Element[] =>
  [...part.querySelectorAll('*')].filter(({ localName }) => localName in elements);

// A tag without its script has no height: the last one of a page may be a fraction of a pixel below the end.
const inSight = whenNear('2px', load);
/** These grow when they load: they do so below the screen. */
const nearSight = whenNear('800px', load);
const growing = ['posenc-claim', 'posenc-exhibit'];

const observe = (element: Element): void =>
  (growing.includes(element.localName) ? nearSight : inSight).observe(element);

/** On a busy machine, where a page is never idle, it goes on after this time. */
const maxIdleWaitMs = 3000;

export const whenIdle = (run: () => void) =>
  'requestIdleCallback' in window
    ? requestIdleCallback(run, { timeout: maxIdleWaitMs })
    : setTimeout(run, 200);

/** Loads the script of each element of the page when it comes into sight; until then its still is there. */
export function loadWhenVisible(): void {
  const waiting = waitingIn(document);
  for (const element of waiting) {
    pressAgain(element);
    observe(element);
  }
  // On paper nothing comes into sight.
  addEventListener('beforeprint', () => waiting.forEach(load));
}

/** Does the same for elements that are added to the page later. */
export function loadAdded(): void {
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) {
      for (const node of addedNodes) {
        if (!(node instanceof Element)) continue;
        for (const element of [node, ...waitingIn(node)]) {
          if (element.localName in elements) observe(element);
        }
      }
    }
  }).observe(document.documentElement, { childList: true, subtree: true });
}

/** A message where a script could not be loaded, with a button to try again. */
function showMissing(element: Element): void {
  const again = document.createElement('button');
  again.type = 'button';
  again.textContent = 'Reload the page';
  again.addEventListener('click', () => location.reload());
  const message = document.createElement('p');
  message.setAttribute('role', 'status');
  message.textContent = 'The script for this part could not be loaded. ';
  message.append(again);
  // In the still that it came with, if there is one.
  (element.shadowRoot?.querySelector('#problem') ?? element).append(message);
}
