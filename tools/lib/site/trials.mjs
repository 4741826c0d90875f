// Claims, mistakes and invariants in the pages: the lists of all, and the places of the lesson where a reader stumbles
// on one. Their words are the core's.
import { escape } from './page.mjs';

/**
 * @typedef {import('../../../build/package/node.js').ClaimsApi} ClaimsCore
 * @typedef {{slug: string, title: string}} Section
 */

/** What an encoding is measured by, and the sentence that leads to it. @type {Record<string, string>} */
export const invariants = {
  distinct: 'Do any two positions get the same vector?',
  bounded: 'Do the values stay within bounds, however far you go?',
  'shift-linear': 'Is a step of one position the same linear map everywhere?',
  'offset-only': 'Do dot products depend only on the offset?',
};

/** After a section, that many are listed; the others open below them. */
const listedAtOnce = 3;

/** What is linked in the lesson with `::: tried`, by kind. @param {ClaimsCore} core */
function linked(core) {
  const { claims } = core.claims();
  const { exhibits } = core.exhibits();
  /** @type {Record<string, (name: string) => {href: string, kind: string, text: string} | null | undefined>} */
  const kinds = {
    claims: (name) => {
      const claim = claims.find(({ number }) => String(number) === name);
      return (
        claim && {
          href: `./claims.html#claim-${name}`,
          kind: 'Claim on trial',
          text: claim.text,
        }
      );
    },
    mistakes: (name) => {
      const exhibit = exhibits.find(({ id }) => id === name);
      return (
        exhibit && {
          href: `./museum.html#mistake-${name}`,
          kind: 'Find the mistake',
          text: exhibit.title,
        }
      );
    },
    invariants: (name) =>
      name in invariants
        ? {
            href: `./own.html#${name}`,
            kind: 'Try it on your own formula',
            text: invariants[name] ?? '',
          }
        : null,
  };
  return kinds;
}

/**
 * Places with lines such as "claims 6 9" between ::: tried and ::: as links to what they name.
 * @param {ClaimsCore} core @param {string} text @param {string} file
 */
export function withTrials(core, text, file) {
  const kinds = linked(core);
  return text.replace(/^::: tried\n([\s\S]*?)\n:::$/gm, (_, /** @type {string} */ lines) => {
    const entries = lines.split('\n').flatMap((line) => {
      const [kind = '', ...names] = line.trim().split(/\s+/);
      return names.map((name) => {
        const found = kinds[kind]?.(name);
        if (!found) throw new Error(`${file}: there is no "${kind} ${name}" to try`);
        return `<li><small>${found.kind}</small> <a href="${found.href}">${escape(found.text)}</a></li>`;
      });
    });
    const list = (/** @type {string[]} */ some, /** @type {string} */ name) =>
      `<ul aria-label="${name}">\n${some.join('\n')}\n</ul>`;
    const atOnce = /^\d/.test(file) ? listedAtOnce : entries.length;
    const more = entries.slice(atOnce);
    const rest = `<details>\n<summary>${more.length} more</summary>\n${list(more, 'More to check')}\n</details>\n`;
    return `<div class="tried">\n${list(entries.slice(0, atOnce), 'Check it yourself')}\n${more.length > 0 ? rest : ''}</div>`;
  });
}

/** All claims, by the section that each belongs to. @param {ClaimsCore} core @param {Section[]} sections */
function claimsList(core, sections) {
  const { claims } = core.claims();
  return sections
    .map(({ slug, title }) => {
      const own = claims.filter(({ section }) => section === slug);
      if (own.length === 0) return '';
      const entries = own.map(
        ({ number, text, kind }) =>
          // (On a line of its own: else a paragraph would stand around it, which cannot hold another.)
          `<posenc-claim id="claim-${number}" number="${number}"${kind === 'trained' ? ' trains' : ''}>\n<p>“${escape(text)}”</p>\n</posenc-claim>`,
      );
      return `## ${title}\n\n<p class="belongs"><a href="./${slug}.html">Read the section</a></p>\n\n${entries.join('\n\n')}\n`;
    })
    .join('\n');
}

/** @param {string} code */
const asCode = (code) => `<pre><code>${escape(code).replaceAll('\n', '&#10;')}</code></pre>`;

/** @param {ClaimsCore} core @param {Section[]} sections */
function exhibitsList(core, sections) {
  const { exhibits } = core.exhibits();
  return exhibits
    .map(({ id, title, symptom, section, code }) => {
      const where = sections.find(({ slug }) => slug === section);
      if (!where) throw new Error(`the exhibit ${id} belongs to no section: ${section}`);
      const from = `<p class="belongs">From the section <a href="./${section}.html">${where.title}</a></p>`;
      return `## ${title}\n\n${from}\n\n<posenc-exhibit id="mistake-${id}" exhibit="${id}">\n<p>${escape(symptom)}</p>\n${asCode(code.join('\n'))}\n</posenc-exhibit>\n`;
    })
    .join('\n');
}

/** @param {ClaimsCore} core @param {string} text @param {Section[]} sections */
export function withLists(core, text, sections) {
  return text
    .replace('{{claims}}', () => claimsList(core, sections))
    .replace('{{exhibits}}', () => exhibitsList(core, sections));
}
