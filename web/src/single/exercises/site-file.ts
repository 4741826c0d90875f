// In the single file, a frame is a blob, and a page has its own address.
import type * as OnHost from '../../exercises/site-file.ts';

export const siteFile: typeof OnHost.siteFile = (name) =>
  new URL(posencAddresses[name] ?? `?page=${name.replace(/\.html$/, '')}`, location.href);

/** A page opened as a file has no origin that a message could name. */
export const siteOrigin: typeof OnHost.siteOrigin = () => '*';
