// The tags of a section, listed in it: a page says how its own elements are written, and cannot say it wrong.

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
 * `::: tags posenc-training` and `:::` become the list of these tags.
 * @param {string} text @param {string} file
 */
export const withTags = (text, file) =>
  text.replace(/^::: tags ([\w-]+)\n:::$/gm, (_, element) => {
    const found = tagsIn(text, element);
    if (found.length === 0) throw new Error(`${file} lists its ${element} tags but has none`);
    return found
      .map(({ heading, tag }) => `- ${heading.replace(/:.*/, '')}: \`${tag}</${element}>\``)
      .join('\n');
  });
