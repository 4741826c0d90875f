/** A file of the site. Scripts stand in a folder beside it, whatever page they are on. */
export function siteFile(name: string): URL {
  // (Not as one text, which the build would take for a file to bring along.)
  const path = `../${name}`;
  return new URL(path, import.meta.url);
}
