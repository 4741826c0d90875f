// Goes through every claim or exhibit with a script inside the page: on long pages each press from outside costs up to a
// tenth of a second. Other tests vote, try and pick lines with mouse and keyboard; "Show me" is pressed only here.

/** @typedef {import('playwright-core').Page} Page */
/**
 * Waits inside the page until `look` finds something; if it does not, the error says what `place` holds instead.
 * @typedef {<T>(look: () => T, place?: ParentNode & Node) => Promise<NonNullable<T>>} Until
 */

/**
 * Runs a function inside the page, with one argument and a way to wait there.
 * @template G, R @param {Page} page @param {(given: G, until: Until) => Promise<R>} run @param {G} given
 * @returns {Promise<R>}
 */
const within = (page, run, given) =>
  page.evaluate(
    `(${run})(${JSON.stringify(given)}, async (look, place) => {
      for (const end = performance.now() + 60_000; performance.now() < end; ) {
        const found = look();
        if (found) return found;
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      const instead = [...(place?.children ?? [])].map((one) => one.outerHTML);
      throw new Error(['waited for ' + look, ...instead].join('\\n'));
    })`,
  );

/**
 * Votes on claims and tries them, card by card. Returns what each card then shows.
 * @param {Page} page @param {{number: number, vote: string}[]} asked
 */
export const tryClaims = (page, asked) =>
  within(
    page,
    async (asked, until) => {
      const all = [];
      for (const { number, vote } of asked) {
        const card = /** @type {Element} */ (document.getElementById(`claim-${number}`));
        card.scrollIntoView({ behavior: 'instant' });
        const root = await until(() => card.shadowRoot);
        const parts = (/** @type {string} */ selector) => [
          .../** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll(selector)),
        ];
        const press = (/** @type {string} */ name) =>
          until(() => parts('button:enabled').find((one) => one.innerText.trim() === name)).then(
            (one) => one.click(),
          );
        const texts = (/** @type {string} */ selector) =>
          parts(selector).map((one) => one.textContent ?? '');
        await until(() => root.querySelector('section[aria-busy=false]'));
        const before = { heading: texts('h3')[0], verdicts: texts('.verdict').length };
        parts(`[name=vote][value=${vote}]`)[0]?.click();
        await press('Put it on trial');
        await until(
          () => root.querySelector('section[aria-busy=false] :is(.because, .error)'),
          root,
        );
        const error = texts('.error')[0];
        if (error) throw new Error(`claim ${number}: ${error}`);
        const plot = root.querySelector('posenc-line-plot');
        let chart = null;
        if (plot) {
          await until(() => plot.shadowRoot?.querySelector('svg'));
          await press('Link and data');
          await press('Show the data');
          await until(() => root.querySelector('.data tbody tr'));
          const first = texts('.data tbody tr').length;
          const [more] = parts('.data button');
          more?.click();
          if (more) await until(() => texts('.data tbody tr').length > first);
          chart = {
            summary: plot.shadowRoot?.querySelector('.summary')?.textContent ?? '',
            head: texts('.data thead th'),
            rows: texts('.data tbody tr').length,
          };
          await press('Hide the data');
        }
        all.push({
          ...before,
          verdict: parts('.verdict')[0]?.dataset['verdict'],
          words: parts('.verdict b')[0]?.innerText.replace(/^\S+\s/, ''),
          voted: parts('.voted')[0]?.innerText,
          findings: parts('.findings li').map((one) => ({
            support: one.dataset['support'],
            word: one
              .querySelector('b')
              ?.textContent?.trim()
              .replace(/^\S+\s/, ''),
            text: one.querySelector('.text')?.textContent,
          })),
          because: texts('.because')[0],
          links: parts('.sources a').map((one) => one.getAttribute('href')),
          kept: JSON.parse(localStorage.getItem('posenc.trials') ?? '{}').claims?.[number],
          buttons: parts('.buttons button').map((one) => one.innerText.trim()),
          models: parts('.models tbody tr').map((line) =>
            [...line.children].map((one) => one.textContent ?? ''),
          ),
          chart,
        });
      }
      return all;
    },
    asked,
  );

/**
 * Returns what an exhibit of the museum shows, at first and after each move of its controls.
 * @param {Page} page @param {string} id @param {{control: string, stop: number}[]} moves
 */
export const readExhibit = (page, id, moves) =>
  within(
    page,
    async ([id, moves], until) => {
      const shown = /** @type {any} */ (document.querySelector(`posenc-exhibit[exhibit="${id}"]`));
      const root = /** @type {ShadowRoot} */ (shown.shadowRoot);
      const texts = (/** @type {string} */ selector) =>
        [...root.querySelectorAll(selector)].map((one) => one.textContent?.trim() ?? '');
      const settled = async () => {
        await shown.updateComplete;
        await until(() => root.querySelector('figure[aria-busy=false] .measured'));
      };
      const read = () => ({
        said: texts('figure .said'),
        names: texts('th[scope=rowgroup]'),
        rows: [...root.querySelectorAll('tr.measured')].map((row) =>
          [...row.children].map((cell) => ({
            number: cell.firstChild ? (cell.textContent ?? '').replace(/[✓✕].*/s, '') : '',
            word: cell.querySelector('b')?.textContent ?? '',
          })),
        ),
        plots: [...root.querySelectorAll('posenc-matrix-plot')].map(
          (plot) => plot.shadowRoot?.querySelector('#summary')?.textContent ?? '',
        ),
        absent: texts('.nothing').length,
      });
      shown.scrollIntoView({ behavior: 'instant' });
      await settled();
      const all = [read()];
      for (const { control, stop } of moves) {
        const slider = /** @type {HTMLInputElement} */ (
          root.querySelector(`input[data-control="${control}"]`)
        );
        slider.value = String(stop);
        slider.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
        await settled();
        all.push(read());
      }
      return all;
    },
    /** @type {const} */ ([id, moves]),
  );

/**
 * Presses buttons of an exhibit in turn. Returns the reason given after each, and what the exhibit shows at the end.
 * @param {Page} page @param {string} id @param {(number | 'Show me')[]} presses line numbers, or giving up
 */
export const workOnExhibit = (page, id, presses = []) =>
  within(
    page,
    async ([id, presses], until) => {
      const shown = /** @type {Element} */ (
        document.querySelector(`posenc-exhibit[exhibit="${id}"]`)
      );
      shown.scrollIntoView({ behavior: 'instant' });
      await customElements.whenDefined('posenc-exhibit');
      const root = /** @type {ShadowRoot} */ (shown.shadowRoot);
      const text = (/** @type {string} */ selector) =>
        root.querySelector(selector)?.textContent?.trim() ?? '';
      await until(() => root.querySelector('figure[aria-busy=false] .measured'));
      const begun = root.querySelectorAll('.why').length;
      const told = [];
      for (const press of presses) {
        const button = [...root.querySelectorAll('button')].find((one) =>
          press === 'Show me' ? one.innerText === press : one.dataset['line'] === String(press),
        );
        button?.click();
        await until(() =>
          root.querySelector(press === 'Show me' ? '.because' : `.because, #why-${press}`),
        );
        const reason = button?.getAttribute('aria-describedby') ?? 'none';
        told.push({ because: text(`[id="${reason}"]`), spoken: text('#announcement') });
      }
      return {
        begun,
        told,
        marked: root.querySelectorAll('.why').length,
        title: text('h3'),
        because: text('.because'),
        choices: root.querySelectorAll('button.line').length,
        lines: [...root.querySelectorAll('ol > li')].map((one) => ({
          is: one.querySelector('.unseen')?.textContent?.replace(': ', '') ?? 'same',
          text: one.querySelector('code')?.textContent ?? '',
        })),
        kept: JSON.parse(localStorage.getItem('posenc.trials') ?? '{}').mistakes?.[id],
      };
    },
    /** @type {const} */ ([id, presses]),
  );
