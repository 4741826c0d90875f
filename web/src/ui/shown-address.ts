// In the single file, web/src/single/ui/shown-address.ts replaces this: its whole path would name a reader's folders.

/** The page's address, to be read. */
export const shownAddress = (): string => `${location.host}${location.pathname}`;
