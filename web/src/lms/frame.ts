// The frame that the lesson is read in. Its pages are the same as on the web; what would leave the package goes elsewhere.

/** A link that was clicked, also one in an element's own tree. */
const linkIn = (event: Event): HTMLAnchorElement | undefined =>
  event
    .composedPath()
    .find((one) => (one as Partial<Element>).localName === 'a' && 'href' in one) as
    HTMLAnchorElement | undefined;

function onClick(event: MouseEvent): void {
  const link = linkIn(event);
  if (!link?.getAttribute('href')) return;
  const address = new URL(link.href);
  if (address.origin !== location.origin) {
    // Other sites do not open in a frame of this page.
    link.target = '_blank';
    link.rel = 'noopener';
  } else if (address.href.replace(/[?#].*/, '') === new URL('./', location.href).href) {
    // An LMS may serve files only, and not the folder.
    link.href = `./index.html${address.search}${address.hash}`;
  }
  if (address.origin !== location.origin || !opensOutside(event)) return;
  // Outside the frame, nobody would know whose work it is.
  event.preventDefault();
  link.ownerDocument.location.href = link.href;
}

const opensOutside = ({ button, ctrlKey, metaKey, shiftKey }: MouseEvent) =>
  button === 1 || ctrlKey || metaKey || shiftKey;

/** The frame's colors are this page's too. */
function followTheme({ documentElement: page }: Document): void {
  const follow = () => {
    const { theme } = page.dataset;
    if (theme) document.documentElement.dataset['theme'] = theme;
    else delete document.documentElement.dataset['theme'];
  };
  follow();
  new MutationObserver(follow).observe(page, { attributeFilter: ['data-theme'] });
}

type Unstored = (key: string, text: string) => void;

/** Work that the frame cannot store, because the browser's storage is full, is handed over. */
function catchUnstored({ Storage }: typeof globalThis, unstored: Unstored): void {
  const { setItem } = Storage.prototype;
  Storage.prototype.setItem = function (key, text) {
    try {
      setItem.call(this, key, text);
    } catch (error) {
      unstored(key, text);
      throw error;
    }
  };
}

/** Says whose work its pages read and write. */
export const frameName = (owner: string): string => `posenc.${owner}`;

/**
 * Opens the lesson.
 * @param owner whose work it reads and writes; '' for that of the web
 * @param place where the learner stopped, such as `rope#cache`; '' for the front page
 * @param unstored called with what the browser's storage has no room for
 */
export function openLesson(owner: string, place: string, unstored?: Unstored): void {
  const frame = document.createElement('iframe');
  frame.title = 'The lesson';
  frame.allow = 'fullscreen; clipboard-write';
  if (owner) frame.name = frameName(owner);
  frame.addEventListener('load', () => {
    const { contentDocument: page, contentWindow: its } = frame;
    if (!page || !its) return;
    page.addEventListener('click', onClick, { capture: true });
    page.addEventListener('auxclick', onClick, { capture: true });
    if (page.title) document.title = page.title;
    followTheme(page);
    if (unstored) catchUnstored(its as Window & typeof globalThis, unstored);
  });
  const [section = '', part = ''] = place.split('#');
  frame.src = section ? `./${section}.html${part && `#${part}`}` : './index.html';
  document.getElementById('lms-lesson')?.append(frame);
}
