// Styles without the rules that nothing beside them can need.
import { transform } from 'lightningcss';

/** What HTML or SVG consists of, as selectors: `figure`, `.sub`, `[data-tone=soft]`. @param {string} html */
export function partsOf(html) {
  /** @type {Set<string>} */
  const parts = new Set();
  for (const [, name = '', attributes = ''] of html.matchAll(/<([a-zA-Z][\w-]*)([^>]*)/g)) {
    parts.add(name);
    for (const [, key = '', value = ''] of attributes.matchAll(/([\w-]+)(?:="([^"]*)")?/g)) {
      if (key === 'class') for (const one of value.split(' ')) parts.add(`.${one}`);
      else parts.add(key === 'id' ? `#${value}` : `[${key}=${value}]`);
    }
  }
  return parts;
}

/**
 * Whether a selector can match one of these parts.
 * @param {import('lightningcss').Selector} selector @param {ReadonlySet<string>} parts
 * @param {readonly string[]} never pseudo-classes that match nothing here @returns {boolean}
 */
const canMatch = (selector, parts, never) =>
  selector.every((one) => {
    if (one.type === 'class') return parts.has(`.${one.name}`);
    if (one.type === 'id') return parts.has(`#${one.name}`);
    if (one.type === 'type') return parts.has(one.name);
    if (one.type === 'attribute' && one.name === 'data-tone' && one.operation)
      return parts.has(`[data-tone=${one.operation.value}]`);
    if (one.type === 'pseudo-class' && one.kind === 'is')
      return one.selectors.some((inner) => canMatch(inner, parts, never));
    return one.type !== 'pseudo-class' || !never.includes(one.kind);
  });

/**
 * @param {string} css @param {ReadonlySet<string>} parts what there is @param {readonly string[]} [never] pseudo-classes that
 *   match nothing here
 */
export function fewerStyles(css, parts, never = []) {
  const { code } = transform({
    filename: 'still.css',
    code: Buffer.from(css),
    minify: true,
    visitor: {
      Rule: {
        style: ({ value }) =>
          value.selectors.some((one) => canMatch(one, parts, never)) ? undefined : [],
      },
      Selector: (one) => (canMatch(one, parts, never) ? undefined : []),
    },
  });
  return code.toString().replaceAll(/@media[^{}]*\{\}/g, '');
}

/**
 * Stills with the styles that those of their page can need: those of parts that none has are for figures once they are
 * alive, which bring all of them. By page, as styles that are alike pack well.
 * @param {string} html @param {ReadonlySet<string>} parts
 */
export const withFewerStyles = (html, parts) =>
  html.replaceAll(
    /<style>([\s\S]*?)<\/style>/g,
    (_, css) => `<style>${fewerStyles(css, parts)}</style>`,
  );
