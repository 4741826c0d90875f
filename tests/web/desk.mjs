// The pages "Your work" and "Exercises" without a browser.
import { Browser, until } from './pages.mjs';
import { attribute, Shown, textIn } from './shown.mjs';

/** The record on its page. */
export class Record extends Shown {
  /** Once everything is graded. */
  async settled() {
    await super.settled();
    await until(() => !this.element.busy, 'the grades');
    return super.settled();
  }

  /** Its rows, as `e13.1:7`. */
  get rows() {
    return this.sheets.map(
      (row) => `${attribute(row, 'data-exercise')}:${attribute(row, 'data-seed')}`,
    );
  }

  get sheets() {
    return this.all().filter(({ tagName }) => tagName === 'tbody');
  }

  row(n = 0) {
    const row = this.sheets[n];
    return row ? textIn(row) : '';
  }

  get name() {
    const box = this.find((one) => attribute(one, 'id') === 'name');
    return attribute(box, '.value');
  }

  get said() {
    return this.all()
      .filter((one) => ['status', 'alert'].includes(attribute(one, 'role') ?? ''))
      .map(textIn)
      .join(' ')
      .trim();
  }

  /** Downloads the file. */
  async exported() {
    const { downloads } = this.page;
    const count = downloads.length;
    await this.press('Export');
    await until(() => downloads.length > count, 'the file');
    const file = downloads[count];
    return { name: file?.name, content: JSON.parse((await file?.text()) ?? '') };
  }

  /** Imports a file. @param {string} text */
  async import(text, name = 'w.json') {
    const input = { files: [new File([text], name)], value: name };
    await this.send(
      this.find((one) => attribute(one, 'id') === 'file'),
      'change',
      { target: input },
    );
    await until(() => this.said !== '', 'what is said of the file');
  }
}

/** The progress on its page. */
export class Progress extends Shown {
  /** @param {string} id */
  state(id) {
    return attribute(
      this.find((one) => attribute(one, 'data-exercise') === id),
      'data-state',
    );
  }

  get next() {
    return this.texts('next')[0];
  }
}

/**
 * A page of a reader's browser, with the record and the progress on it.
 * @param {{browser?: Browser, address?: string, stored?: {[name: string]: unknown}}} [how] `stored`: the documents
 *   that the browser keeps already
 */
export async function openDesk({
  browser = new Browser(),
  address = 'record.html',
  stored = {},
} = {}) {
  browser.keep(stored);
  const page = browser.open(address);
  /** @type {typeof import('./desk-parts.mjs')} */
  const parts = await page.load('./tests/web/desk-parts.mjs');
  const record = await new Record(page, parts.PosencRecord).settled();
  const progress = new Progress(page, parts.PosencProgress);
  return { browser, page, parts, record, progress };
}
