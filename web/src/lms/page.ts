// lms.html: what an LMS opens. It speaks with the LMS, and shows the lesson in a frame.
import { type Assigned, classroom } from '../exercises/assignment.ts';
import { hasVariants } from '../exercises/catalogue.ts';
import { storeFor } from '../storage/stored.ts';
import { type Adapter, LmsError, type Opened } from './adapter.ts';
import { attemptFor, LastAttempt, learnerSeed, ownerOf } from './attempt.ts';
import { type LmsConfig, lmsConfigFrom, type Standard } from './config.ts';
import type { Section } from './reports.ts';
import { copyForReview, putAside, readState, restore } from './restore.ts';
import { Session, type Status } from './session.ts';

/** The sections of the lesson, as the page lists them. */
const allSections = (): Section[] =>
  [...document.querySelectorAll<HTMLElement>('[data-section]')].map((item) => ({
    id: item.dataset['section'] ?? '',
    title: item.dataset['title'] ?? '',
    parts: (item.dataset['parts'] ?? '').split(' ').filter(Boolean),
  }));

/** @throws LmsError */
async function readConfig(sections: readonly Section[]): Promise<LmsConfig> {
  const answer = await fetch('./lms.json').catch(() => null);
  if (!answer?.ok) {
    throw new LmsError(
      'This page works only inside a learning management system: it has no lms.json beside it.',
    );
  }
  const config = lmsConfigFrom(
    await answer.text(),
    sections.map(({ id }) => id),
  );
  if ('fault' in config) throw new LmsError(config.fault);
  return config;
}

const adapterFor = ({ standard }: LmsConfig): Promise<Adapter> => protocols[standard]();

const setFor = ({ exercises }: LmsConfig, learner: string): Assigned[] =>
  exercises.map(({ id, seed }) => {
    const own = hasVariants(id) ? learnerSeed(learner) : 0;
    return { id, seed: seed === 'learner' ? own : seed };
  });

/** The place of this attempt's work in the browser, and the LMS's part of it. */
function placeWork(opened: Opened, config: LmsConfig) {
  const activity = config.name + new URL('./', location.href).pathname;
  const learner = ownerOf(opened.learner.id, activity);
  const state = readState(opened);
  const last = new LastAttempt(learner);
  const attempt = attemptFor(opened, state.attempt, last.get());
  const own = `${learner}.${attempt.id}.`;
  const owner = opened.mode === 'normal' ? own : `${own}review.`;
  if (opened.mode === 'normal') last.set(attempt);
  else copyForReview(own, owner);
  const notes: string[] = [];
  if (state.isUnreadable) {
    const name = putAside(learner, opened.state);
    const copy = name ? `; a copy is kept in this browser as “${name}”` : '';
    notes.push(`Some of the work that your course has could not be read${copy}.`);
  }
  const { documents: stored, scores: known, unreported } = state;
  return { owner, attempt, last, stored, known, unreported, notes };
}

function begin(adapter: Adapter, opened: Opened, config: LmsConfig, all: readonly Section[]): void {
  const { owner, notes, ...work } = placeWork(opened, config);
  storeFor(owner);
  restore(work.stored, opened.learner.name);
  const set = setFor(config, opened.learner.id);
  if (set.length > 0) classroom().put({ name: config.name, set });
  const sections = all.filter(({ id }) => config.sections.includes(id));
  for (const { id } of all) {
    if (!config.sections.includes(id)) document.querySelector(`[data-section="${id}"]`)?.remove();
  }
  if (opened.mode !== 'normal') {
    sayConnection(
      'Nothing that you do here is reported: this is a preview or a review of an attempt.',
    );
  }
  const session = new Session({ adapter, opened, config, set, sections, ...work }, (status) =>
    showStatus(status, notes),
  );
  session.begin();
  showWayBack(adapter.returnUrl ?? '');
  openLesson(owner, session.place, (key, text) =>
    session.takeUnstored(key.replace(`posenc.${owner}`, ''), text),
  );
  addEventListener('pagehide', () => session.close());
  // Brought back from the browser's cache, the page has no session.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) location.reload();
  });
}

async function start(): Promise<void> {
  const sections = allSections();
  try {
    const config = await readConfig(sections);
    const adapter = await adapterFor(config);
    begin(adapter, await adapter.open(), config, sections);
  } catch (error) {
    if (!(error instanceof LmsError)) console.error(error);
    const sentence =
      error instanceof LmsError
        ? error.message
        : 'The connection to your course could not be loaded. Reload the page to try again.';
    sayConnection(sentence, true);
    sayNotes([]);
    openLesson('', '');
  }
}

void start();

// The frame that the lesson is read in. Its pages are the same as on the web; what would leave the package goes elsewhere.

/** A link that was clicked, also one in an element's own tree. */
const linkIn = (event: Event): HTMLAnchorElement | undefined =>
  event
    .composedPath()
    .find((one) => (one as Partial<Element>).localName === 'a' && 'href' in one) as
    HTMLAnchorElement | undefined;

function onClick(event: MouseEvent): void {
  const link = linkIn(event);
  if (!link?.getAttribute('href')) return;
  const address = new URL(link.href);
  if (address.origin !== location.origin) {
    // Other sites do not open in a frame of this page.
    link.target = '_blank';
    link.rel = 'noopener';
  } else if (address.href.replace(/[?#].*/, '') === new URL('./', location.href).href) {
    // An LMS may serve files only, and not the folder.
    link.href = `./index.html${address.search}${address.hash}`;
  }
  if (address.origin !== location.origin || !opensOutside(event)) return;
  // Outside the frame, nobody would know whose work it is.
  event.preventDefault();
  link.ownerDocument.location.href = link.href;
}

const opensOutside = ({ button, ctrlKey, metaKey, shiftKey }: MouseEvent) =>
  button === 1 || ctrlKey || metaKey || shiftKey;

/** The frame's colors are this page's too. */
function followTheme({ documentElement: page }: Document): void {
  const follow = () => {
    const { theme } = page.dataset;
    if (theme) document.documentElement.dataset['theme'] = theme;
    else delete document.documentElement.dataset['theme'];
  };
  follow();
  new MutationObserver(follow).observe(page, { attributeFilter: ['data-theme'] });
}

type Unstored = (key: string, text: string) => void;

/** Work that the frame cannot store, because the browser's storage is full, is handed over. */
function catchUnstored({ Storage }: typeof globalThis, unstored: Unstored): void {
  const { setItem } = Storage.prototype;
  Storage.prototype.setItem = function (key, text) {
    try {
      setItem.call(this, key, text);
    } catch (error) {
      unstored(key, text);
      throw error;
    }
  };
}

/**
 * Opens the lesson.
 * @param owner whose work it reads and writes; '' for that of the web
 * @param place where the learner stopped, such as `rope#cache`; '' for the front page
 * @param unstored called with what the browser's storage has no room for
 */
function openLesson(owner: string, place: string, unstored?: Unstored): void {
  const frame = document.createElement('iframe');
  frame.title = 'The lesson';
  frame.allow = 'fullscreen; clipboard-write';
  if (owner) frame.name = `posenc.${owner}`;
  frame.addEventListener('load', () => {
    const { contentDocument: page, contentWindow: its } = frame;
    if (!page || !its) return;
    page.addEventListener('click', onClick, { capture: true });
    page.addEventListener('auxclick', onClick, { capture: true });
    if (page.title) document.title = page.title;
    followTheme(page);
    if (unstored) catchUnstored(its as Window & typeof globalThis, unstored);
  });
  const [section = '', part = ''] = place.split('#');
  frame.src = section ? `./${section}.html${part && `#${part}`}` : './index.html';
  document.getElementById('lms-lesson')?.append(frame);
}

// The bar above the lesson: whether the work is stored in the course, the progress, and what needs the learner's attention.

const place = (id: string): HTMLElement | null => document.getElementById(id);

function setText(id: string, text: string): void {
  const found = place(id);
  // A status that is set again would be read out again.
  if (found && found.textContent !== text) found.textContent = text;
}

/** Says in one sentence how the connection is. */
function sayConnection(text: string, isProblem = false): void {
  setText('lms-connection', text);
  place('lms-connection')?.classList.toggle('problem', isProblem);
}

/** A paragraph for each note. */
function sayNotes(notes: readonly string[]): void {
  const found = place('lms-notes');
  const paragraphs = notes.map((note) => {
    const paragraph = document.createElement('p');
    paragraph.textContent = note;
    return paragraph;
  });
  if (found && found.textContent !== notes.join('')) found.replaceChildren(...paragraphs);
}

/** The link back to the course. The session ends when the page goes away. */
function showWayBack(address: string): void {
  const link = place('lms-back');
  if (!(link instanceof HTMLAnchorElement) || !address) return;
  link.href = address;
  link.hidden = false;
}

const percent = (value: number) => `${Math.floor(value)} %`;

function showReport({ sections, progress, score, exercises, passed, completed }: Status['report']) {
  const parts = [
    `${percent(100 * progress)} read`,
    score === null ? [] : `score ${percent(score)}`,
    passed === true ? 'passed' : completed ? 'completed' : [],
  ].flat();
  setText('lms-summary', parts.join(' · '));
  for (const { id, read, parts: count } of sections) {
    setText(`lms-read-${id}`, `${read} of ${count} parts read`);
  }
  const rows = exercises.map(({ title, score: points, max }) => {
    const row = document.createElement('li');
    const shown = document.createElement('span');
    shown.textContent = points === null || max === null ? 'not checked yet' : `${points} of ${max}`;
    row.append(`${title} `, shown);
    return row;
  });
  place('lms-exercises')?.replaceChildren(...rows);
  place('lms-progress')?.removeAttribute('hidden');
}

const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });

const exportWords = 'On “Your work”, “Export” saves it in a file.';
const storageNotes = {
  full: `This browser’s storage is full: new work is sent to your course only, and is not on the pages that you open next. ${exportWords}`,
  forbidden: `This browser stores nothing for this site, so your course cannot see your work. ${exportWords}`,
};

const listed = (titles: readonly string[]) => titles.join('; ');

/** @param others notes about the start of the session */
function showStatus({ report, isStored, problem, at, left, storage }: Status, others: string[]) {
  if (isStored === true) sayConnection(`Saved to your course at ${clock.format(at)}.`);
  if (isStored === false) {
    const silent =
      'Your course did not answer. Your work is kept on this device and will be sent when it answers.';
    sayConnection(problem || silent, true);
  }
  const notes = [...others];
  if (left.length > 0) {
    notes.push(`Your course cannot store everything. On this device only: ${listed(left)}.`);
  }
  if (storage) notes.push(storageNotes[storage]);
  sayNotes(notes);
  showReport(report);
}

// The protocols of LMS. Each is loaded only by packages made for it.

const protocols: Record<Standard, () => Promise<Adapter>> = {
  scorm12: async () => new (await import('./scorm12.ts')).Scorm12(),
  scorm2004: async () => new (await import('./scorm2004.ts')).Scorm2004(),
  cmi5: async () => new (await import('./cmi5.ts')).Cmi5(),
};
