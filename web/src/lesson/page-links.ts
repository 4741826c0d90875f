// Addresses of the lesson's pages. In the single file, web/src/single/lesson/page-links.ts replaces this: there, all
// pages have the same path.

/** The part of a link or a location that names a page. */
export type Named = Pick<URL, 'host' | 'pathname' | 'search'>;

/** The path of the lesson's page that an address leads to; '' if it leads to something else. */
export const pageOf = ({ host, pathname }: Named): string =>
  host === location.host && /(\/|\.html)$/.test(pathname) ? pathname : '';

/** The query of a page's address, as slides or as text. */
export const searchOf = (_page: Named, isSlides: boolean): string => (isSlides ? '?present' : '');
