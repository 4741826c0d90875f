// Runs in the single file right after its pages, and writes the one that the address names. Each page is in a <noscript>:
// without scripts, a browser shows them all, one after the other; with scripts, it takes them for text.

/** In addresses, and without one. */
const front = 'index';

/** Without scripts, a link to a page leads to its place in the file. */
const placeOfPage = /(href="\?page=[^"#]+)#page-[\w-]+"/g;

const textOf = (element: Element | null): string =>
  (element?.textContent ?? '').replaceAll(placeOfPage, '$1"');

globalThis.posencPages = new Map(
  [...document.querySelectorAll<HTMLElement>('noscript[data-page]')].map((stored) => [
    stored.dataset['page'] ?? '',
    textOf(stored),
  ]),
);
const asked = new URLSearchParams(location.search).get('page') ?? front;
const name = posencPages.has(asked) ? asked : front;
const frame = document.querySelector<HTMLElement>(`script[data-around="${name}"]`);
const [before = '', after = ''] = textOf(frame).split('<!-- page -->');
document.title = frame?.dataset['title'] ?? document.title;
document.body.dataset['page'] = name;
for (const stored of document.querySelectorAll('#whole, script[data-around]')) stored.remove();
// Not innerHTML, which ignores the shadow roots of stills.
document.write(before + (posencPages.get(name) ?? '') + after);

if (name !== asked) {
  const notice = document.createElement('p');
  notice.className = 'notice';
  notice.setAttribute('role', 'status');
  notice.textContent = `The address asks for the page “${asked}”, but this file has only ${[...posencPages.keys()].join(', ')}. This is the first page.`;
  document.querySelector('main')?.prepend(notice);
}
export {};
