// Hosts: software of others that shows the lesson. Each is a module of its own here, and an entry in hosts.mjs.

/**
 * @typedef {object} Host
 * @property {string} name on the command line: `npm run hosts -- name`
 * @property {string} [path] what is given as `name=PATH`, for a host whose source is not fetched; it runs only then
 * @property {(where: Where) => Promise<Found>} run installs it, makes what it shows, and visits that
 */

/**
 * @typedef {object} Where
 * @property {string} folder the host's own, kept from run to run: what is installed stays
 * @property {string} lesson the address of the lesson's folder
 * @property {(place: string, figure?: string) => Promise<string>} lineFor the line that use.html makes for a place
 * @property {import('playwright-core').Browser} browser
 * @property {(name: string) => string} picture the file for a screenshot
 * @property {string} path as given on the command line; '' without one
 * @property {(line: string) => void} report
 */

/** @typedef {{version: string, faults: string[], checked: string[]}} Found `version`: of the host, as it names itself */
export {};
