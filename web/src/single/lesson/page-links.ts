// In the single file, the address of a page is ?page=rope.
import type * as OnHost from '../../lesson/page-links.ts';

const nameIn = (search: string): string => new URLSearchParams(search).get('page') ?? 'index';

/** The path that the page has on a host. */
export const pageOf: typeof OnHost.pageOf = ({ host, pathname, search }) =>
  host === location.host && pathname === location.pathname ? `/${nameIn(search)}.html` : '';

export const searchOf: typeof OnHost.searchOf = ({ search }, isSlides) =>
  `?page=${nameIn(search)}${isSlides ? '&present' : ''}`;
