// The tags of a section, listed for those who put them on pages of their own: as they are written there.

/**
 * The opening tags of an element in a section, each with the heading that it stands under.
 * @param {string} text @param {string} element
 */
export function tagsIn(text, element) {
  /** @type {{heading: string, tag: string}[]} */
  const found = [];
  let heading = '';
  for (const [, title, tag] of text.matchAll(
    new RegExp(`^## (.*)$|^(<${element}(?: [^>]*)?>)`, 'gm'),
  )) {
    if (title !== undefined) heading = title;
    else if (tag !== undefined) found.push({ heading, tag });
  }
  return found;
}

/**
 * `::: tags posenc-training train` and `:::` become the list of these tags in the section with that address.
 * @param {string} text @param {string} file @param {(slug: string) => string} textOf a section
 */
export const withTags = (text, file, textOf) =>
  text.replace(/^::: tags ([\w-]+) ([\w-]+)\n:::$/gm, (_, element, section) => {
    const found = tagsIn(textOf(section), element);
    if (found.length === 0) {
      throw new Error(`${file} lists the ${element} tags of "${section}", which has none`);
    }
    return found
      .map(({ heading, tag }) => `- ${heading.replace(/:.*/, '')}: \`${tag}</${element}>\``)
      .join('\n');
  });
