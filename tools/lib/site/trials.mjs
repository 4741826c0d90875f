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
    const atOnce = /^\d/.test(file) ? listedAtOnce : entries.length;
    const list = `<ul aria-label="Check it yourself">\n${entries.slice(0, atOnce).join('\n')}\n</ul>`;
    const rest =
      '<p>More <a href="./claims.html">claims</a> and <a href="./museum.html">mistakes</a></p>\n';
    return `<div class="tried">\n${list}\n${entries.length > atOnce ? rest : ''}</div>`;
  });
}

const stating = /\{\{states ([\d:a-z ]+)\}\}/g;

/**
 * The verdicts that a text states with marks such as `{{states 1:false 4:depends}}`, each beside the sentence that says so.
 * @param {string} text
 */
export const statedIn = (text) =>
  [...text.matchAll(stating)].flatMap(([, all = '']) =>
    all.split(' ').map((one) => {
      const [number = '', verdict = ''] = one.split(':');
      return { number: Number(number), verdict };
    }),
  );

/** The first mark of each claim becomes the place that its card links to. @param {string} text */
export function withStatements(text) {
  /** @type {Set<number>} */
  const placed = new Set();
  return text.replace(stating, (mark) =>
    statedIn(mark)
      .filter(({ number }) => !placed.has(number) && placed.add(number))
      .map(({ number }) => `<a id="claim-${number}"></a>`)
      .join(''),
  );
}

/** @param {ReturnType<ClaimsCore['claims']>['claims']} claims @param {(slug: string) => string} textOf a section */
const claimCards = (claims, textOf) =>
  claims
    .map(({ number, text, kind, section }) => {
      const isStated = statedIn(textOf(section)).some((one) => one.number === number);
      const marks = [kind === 'trained' && ' trains', isStated && ' stated'].filter(Boolean);
      // (On a line of its own: else a paragraph would stand around it, which cannot hold another.)
      return `<posenc-claim id="claim-${number}" number="${number}"${marks.join('')}>\n<p>“${escape(text)}”</p>\n</posenc-claim>`;
    })
    .join('\n\n');

/**
 * `{{claims 1 28}}` becomes the cards of these claims, in this order, and `{{claims others}}` those of the others, folded
 * by the section that each belongs to.
 * @param {ClaimsCore} core @param {string} text @param {Section[]} sections @param {(slug: string) => string} textOf a section
 */
function withClaims(core, text, sections, textOf) {
  const left = new Map(core.claims().claims.map((claim) => [String(claim.number), claim]));
  const listed = text.replace(/\{\{claims ([\d ]+)\}\}/g, (_, /** @type {string} */ numbers) =>
    claimCards(
      numbers.split(' ').map((number) => {
        const claim = left.get(number);
        if (!claim) throw new Error(`there is no claim ${number} to list, or it is listed twice`);
        left.delete(number);
        return claim;
      }),
      textOf,
    ),
  );
  const group = (/** @type {Section} */ { slug, title }) => {
    const own = [...left.values()].filter(({ section }) => section === slug);
    if (own.length === 0) return '';
    const count = `${own.length} ${own.length === 1 ? 'claim' : 'claims'}`;
    return `<details class="group">\n<summary><h2 id="claims-of-${slug}">${title}</h2> <small>${count}</small></summary>\n\n${claimCards(own, textOf)}\n\n</details>\n`;
  };
  return listed.replace('{{claims others}}', () => sections.map(group).join('\n'));
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

/** @param {ClaimsCore} core @param {string} text @param {Section[]} sections @param {(slug: string) => string} textOf a section */
export function withLists(core, text, sections, textOf) {
  return withClaims(core, text, sections, textOf).replace('{{exhibits}}', () =>
    exhibitsList(core, sections),
  );
}
