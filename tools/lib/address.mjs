// The address at which a site will be published, as --url gives it.
import { parseArgs } from 'node:util';
import { Stop } from './run.mjs';

/** @param {string} text @returns {string} the address, as browsers write it */
export function siteAddress(text) {
  const expected = `--url must be an address such as https://example.org/lesson/ but got "${text}"`;
  if (!URL.canParse(text)) throw new Stop(expected);
  const url = new URL(text);
  if (!['http:', 'https:'].includes(url.protocol)) throw new Stop(expected);
  if (url.username || url.password || url.search || url.hash || /[?#]/.test(text)) {
    throw new Stop(`${expected}: a name, a password, ? and # cannot be part of it`);
  }
  if (!url.pathname.endsWith('/')) throw new Stop(`${expected}: it must end with a slash`);
  return url.href;
}

/** The only option of a command. @returns {string | null} the address, or null without one */
export function addressOption() {
  /** @type {string | undefined} */
  let url;
  try {
    ({ url } = parseArgs({ options: { url: { type: 'string' } } }).values);
  } catch (error) {
    throw new Stop(/** @type {Error} */ (error).message);
  }
  return url === undefined ? null : siteAddress(url);
}
