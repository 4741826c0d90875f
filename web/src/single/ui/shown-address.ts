// In the single file: its name and the page, without the folders that it is in.
import type * as OnHost from '../../ui/shown-address.ts';

export const shownAddress: typeof OnHost.shownAddress = () => {
  const page = new URLSearchParams(location.search).get('page') ?? 'index';
  return `${decodeURIComponent(location.pathname.replace(/.*\//, ''))}?page=${page}`;
};
