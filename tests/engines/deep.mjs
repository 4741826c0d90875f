// Elements by a path through open shadow roots. The drivers bring these functions into the page by their source, so
// they use nothing but each other (driver.mjs: evaluate).

/**
 * All elements below a node that match, in open shadow roots too.
 * @param {ParentNode | Element} node @param {string} selector @returns {HTMLElement[]}
 */
export function everyBelow(node, selector) {
  const roots = [node, ...('shadowRoot' in node && node.shadowRoot ? [node.shadowRoot] : [])];
  return roots.flatMap((root) => [
    .../** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll(selector)),
    ...[...root.querySelectorAll('*')].flatMap((element) =>
      element.shadowRoot ? everyBelow(element.shadowRoot, selector) : [],
    ),
  ]);
}

/**
 * All elements at a path: selectors with `>>>` between them, each below what the one before finds. A selector may
 * end in a text in quotes, which is then all that its element says.
 * @param {string} path @returns {HTMLElement[]}
 */
export function every(path) {
  /** @type {(ParentNode | Element)[]} */
  let found = [document];
  for (const part of path.split('>>>')) {
    const [, selector = '', text] = /^\s*(.*?)(?:\s*"(.*)")?\s*$/.exec(part) ?? [];
    const below = found.flatMap((node) => everyBelow(node, selector));
    found = below.filter((one) => text === undefined || one.textContent?.trim() === text);
  }
  return /** @type {HTMLElement[]} */ ([...new Set(found)]);
}

/** The first of them. @param {string} path @returns {HTMLElement | undefined} */
export function deep(path) {
  return every(path)[0];
}
