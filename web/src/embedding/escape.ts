// Text in the languages that a page, a notebook or a book is written in.

/**
 * As the value of an attribute between double quotes. Characters that mean something in Python, JavaScript or a template
 * become references too, so the HTML can be part of any of these.
 */
export const inAttribute = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll(/[<>'`$\\{}\n\r]/g, (character) => `&#${character.charCodeAt(0)};`);

/** As an expression in braces, where JSX expects the value of an attribute. */
export const inJsx = (text: string): string => `{${JSON.stringify(text)}}`;
