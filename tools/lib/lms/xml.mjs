// Elements of XML, with everything escaped that has to be.
import { escape } from '../site/page.mjs';

/** @typedef {{name: string, attributes: Record<string, string>, content: readonly XmlElement[] | string}} XmlElement */

/**
 * @param {string} name @param {Record<string, string>} [attributes] @param {readonly XmlElement[] | string} [content]
 * @returns {XmlElement}
 */
export const element = (name, attributes = {}, content = []) => ({ name, attributes, content });

/** (“]]>” may not stand in the text of an element.) @param {string} text */
const escaped = (text) => escape(text).replaceAll('>', '&gt;');

/** @param {XmlElement} element @param {string} indent @returns {string} */
function written({ name, attributes, content }, indent) {
  const head = [
    name,
    ...Object.entries(attributes).map(([key, text]) => `${key}="${escaped(text)}"`),
  ];
  const start = `${indent}<${head.join(' ')}`;
  if (content.length === 0) return `${start}/>\n`;
  if (typeof content === 'string') return `${start}>${escaped(content)}</${name}>\n`;
  const parts = content.map((part) => written(part, `${indent}  `)).join('');
  return `${start}>\n${parts}${indent}</${name}>\n`;
}

/** A whole document. @param {XmlElement} top */
export const xmlDocument = (top) => `<?xml version="1.0" encoding="UTF-8"?>\n${written(top, '')}`;
