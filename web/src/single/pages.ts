// The pages within the single file.
import { pageOf } from './lesson/page-links.ts';

/** Lets scripts fetch them: the glossary for its terms, the exercises for the questions of the quiz. */
export function servePages(): void {
  const { fetch } = globalThis;
  globalThis.fetch = (asked, options) => {
    const address = new URL(asked instanceof Request ? asked.url : asked, location.href);
    const page = posencPages.get(
      pageOf(address)
        .slice(1)
        .replace(/\.html$/, ''),
    );
    if (page === undefined) return fetch(asked, options);
    return Promise.resolve(new Response(page, { headers: { 'Content-Type': 'text/html' } }));
  };
}
