// Files of the site. In the single file, web/src/single/exercises/site-file.ts replaces this: there, they are data.

/** The address of a file of the site. Scripts are in a folder next to it, whatever page they are on. */
export function siteFile(name: string): URL {
  // (In two steps: the build would take one literal for a file to bundle.)
  const path = `../${name}`;
  return new URL(path, import.meta.url);
}

/** The origin of the site's files, for messages to them. */
export const siteOrigin = (): string => siteFile('').origin;
