import { searchOf } from './page-links.ts';
import { openAt } from './popover.ts';

/** The glossary, read once for each page. */
let glossary: Promise<Document> | null = null;

async function read(address: string): Promise<Document> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address} could not be read: status ${response.status}.`);
  return new DOMParser().parseFromString(await response.text(), 'text/html');
}

/** Shows what a term means, at the term. @throws Error if the glossary cannot be read or does not have it */
export async function openTerm(link: HTMLAnchorElement): Promise<void> {
  const address = new URL(link.href);
  const page = address.pathname + searchOf(address, false);
  glossary ??= read(page);
  // After a failure the next click tries again.
  glossary.catch(() => (glossary = null));
  const heading = (await glossary).getElementById(decodeURIComponent(address.hash.slice(1)));
  const entry = heading?.closest('section');
  if (!heading || !entry) throw new Error(`The glossary has no entry for ${address.hash}.`);
  const title = document.createElement('b');
  title.textContent = heading.textContent;
  const rest = [...entry.children].filter((child) => child !== heading);
  openAt(link, {
    name: title.textContent,
    contents: [title, ...rest.map((child) => document.importNode(child, true))],
    more: { href: page + address.hash, text: 'Glossary' },
  });
}
