// lms.html: what an LMS opens. It speaks with the LMS, and shows the lesson in a frame.
import { type Assigned, classroom } from '../exercises/assignment.ts';
import { hasVariants } from '../exercises/catalogue.ts';
import { storeFor } from '../storage/stored.ts';
import { type Adapter, LmsError, type Opened } from './adapter.ts';
import { attemptFor, LastAttempt, learnerSeed, ownerOf } from './attempt.ts';
import { sayConnection, sayNotes, showStatus, showWayBack } from './bar.ts';
import { type LmsConfig, lmsConfigFrom } from './config.ts';
import { openLesson } from './lesson-frame.ts';
import type { Section } from './outcome.ts';
import { protocols } from './protocols.ts';
import { copyForReview, putAside, readState, restore } from './restore.ts';
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

/** Where in the browser the work of this attempt is, and the LMS's part of it. */
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
