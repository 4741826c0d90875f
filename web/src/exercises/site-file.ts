/** The address of a file of the site. Scripts are in a folder next to it, whatever page they are on. */
export function siteFile(name: string): URL {
  // (In two steps: the build would take one literal for a file to bundle.)
  const path = `../${name}`;
  return new URL(path, import.meta.url);
}
