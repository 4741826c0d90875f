// lms.html: what an LMS opens. It speaks with the LMS, and shows the lesson in a frame.
import { type Assigned, classroom } from '../exercises/assignment.ts';
import { catalogue, hasVariants } from '../exercises/catalogue.ts';
import { merged, type Snapshot } from '../record/documents.ts';
import { storeFor } from '../storage/stored.ts';
import { type Adapter, LmsError, type Opened } from './adapter.ts';
import { attemptFor, LastAttempt, learnerSeed, ownerOf } from './attempt.ts';
import {
  offerAnswers,
  offerFinish,
  sayClosed,
  sayConnection,
  sayNotes,
  showStatus,
  showWayBack,
} from './bar.ts';
import { type LmsConfig, lmsConfigFrom, type Standard } from './config.ts';
import { openLesson } from './frame.ts';
import type { Section } from './reports.ts';
import { putAside, readState, restore, workOf } from './restore.ts';
import { Session } from './session.ts';

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

/** The place of an attempt's work in the browser, and of what is done while it is reviewed. */
const placesOf = (learner: string, attempt: string) => {
  const own = `${learner}.${attempt}.`;
  return { own, review: `${own}review.` };
};

const hasAnswers = (work: Snapshot) => catalogue.some(({ id }) => id in work);

/** The learner in this activity. @param id of the learner @param name of the class */
function learnerHere(id: string, name: string): string {
  const { pathname } = new URL('./', location.href);
  // Moodle counts the versions of a package in its path.
  const here = ownerOf(id, pathname.replace(/(\/mod_scorm\/content\/)\d+\//, '$1'));
  // An older version has distinguished classes, too; what it has kept stays in its place.
  const before = ownerOf(id, name + pathname);
  return new LastAttempt(here).get() === null && new LastAttempt(before).get() ? before : here;
}

/** The place of this attempt's work, the LMS's part of it, and that of an earlier attempt. */
function placeWork(opened: Opened, config: LmsConfig) {
  const learner = learnerHere(opened.learner.id, config.name);
  const state = readState(opened);
  const last = new LastAttempt(learner);
  const workIn = (id: string) => {
    const { own, review } = placesOf(learner, id);
    return merged(workOf(own), workOf(review));
  };
  const attempt = attemptFor(opened, state.attempt, last.get(), (id) => hasAnswers(workIn(id)));
  const { own, review } = placesOf(learner, attempt.id);
  const isNormal = opened.mode === 'normal';
  if (isNormal) {
    if (state.isHandedIn) attempt.isHandedIn = true;
    last.set(attempt);
  } else if (opened.mode === 'review' && state.attempt !== null) {
    // The next attempt offers these answers, also where this one was never worked on.
    last.set({ ...attempt, committed: true });
  }
  const work = {
    owner: isNormal ? own : review,
    /** What this browser has of the attempt that is reviewed. */
    reviewed: isNormal ? {} : workOf(own),
    earlier: attempt.previous === null ? {} : workIn(attempt.previous),
  };
  const notes: string[] = [];
  if (state.isUnreadable) {
    const name = putAside(learner, opened.state);
    const copy = name ? `; a copy is kept in this browser as “${name}”` : '';
    notes.push(`Some of the work that your course has could not be read${copy}.`);
  }
  const { documents: stored, scores: known, unreported } = state;
  return { ...work, attempt, last, stored, known, unreported, notes };
}

const closedWords = {
  review:
    'This attempt is closed: your course takes no more answers. If it gives you another, start a new attempt there. It offers you these answers, and those that you give here.',
  browse: 'Nothing that you do here is reported: this is a preview.',
};

function begin(adapter: Adapter, opened: Opened, config: LmsConfig, all: readonly Section[]): void {
  const { owner, reviewed, earlier, notes, ...work } = placeWork(opened, config);
  storeFor(owner);
  rememberOwner(owner);
  restore(reviewed, '');
  restore(work.stored, opened.learner.name);
  const set = setFor(config, opened.learner.id);
  if (set.length > 0) classroom().put({ name: config.name, set });
  const sections = all.filter(({ id }) => config.sections.includes(id));
  for (const { id } of all) {
    if (!config.sections.includes(id)) document.querySelector(`[data-section="${id}"]`)?.remove();
  }
  if (opened.mode !== 'normal') {
    sayClosed(closedWords[opened.mode]);
    sayConnection('Not connected.');
  }
  const session = new Session({ adapter, opened, config, set, sections, ...work }, (status) =>
    showStatus(status, notes),
  );
  session.begin();
  offerFinish(() => session.handIn());
  if (hasAnswers(earlier)) {
    offerAnswers((isTaken) => {
      if (isTaken) restore(earlier, '');
      session.forgetPrevious();
    });
  }
  showWayBack(adapter.returnUrl ?? '');
  const first = set.length > 0 && config.completion.rule === 'score' ? 'exercises' : '';
  openLesson(owner, session.place || first, (key, text) =>
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
    openLesson(ownerBefore(), '');
  }
}

// Whose work a page shows after it was loaded again: many LMS do not open a session twice.

const ownerKey = 'posenc.owner-of-page';

function rememberOwner(owner: string): void {
  try {
    sessionStorage.setItem(ownerKey, owner);
  } catch {
    // Then the lesson is as on the web.
  }
}

function ownerBefore(): string {
  const [navigation] = performance.getEntriesByType('navigation');
  if ((navigation as PerformanceNavigationTiming | undefined)?.type !== 'reload') return '';
  try {
    return sessionStorage.getItem(ownerKey) ?? '';
  } catch {
    return '';
  }
}

// The protocols of LMS. Each is loaded only by packages made for it.

async function scorm(version: 'scorm12' | 'scorm2004'): Promise<Adapter> {
  const [{ Scorm }, versions] = await Promise.all([
    import('./scorm.ts'),
    import('./scorm-versions.ts'),
  ]);
  return new Scorm(versions[version]);
}

const protocols: Record<Standard, () => Promise<Adapter>> = {
  scorm12: () => scorm('scorm12'),
  scorm2004: () => scorm('scorm2004'),
  cmi5: async () => new (await import('./cmi5.ts')).Cmi5(),
};

void start();
