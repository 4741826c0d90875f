// The bar above the lesson: whether the work is stored in the course, the progress, and what needs the learner's attention.
import { entryOf } from '../exercises/catalogue.ts';
import { owner } from '../storage/stored.ts';
import { frameName } from './frame.ts';
import { isAllRead } from './reports.ts';
import type { Status } from './session.ts';

const place = (id: string): HTMLElement | null => document.getElementById(id);

function setText(id: string, text: string): void {
  const found = place(id);
  // A status that is set again would be read out again.
  if (found && found.textContent !== text) found.textContent = text;
}

function withText(kind: string, text: string): HTMLElement {
  const made = document.createElement(kind);
  made.textContent = text;
  return made;
}

/** Says in one sentence how the connection is. */
export function sayConnection(text: string, isProblem = false): void {
  setText('lms-connection', text);
  place('lms-connection')?.classList.toggle('problem', isProblem);
}

/** Says above everything why nothing that the learner does is reported. */
export function sayClosed(text: string): void {
  setText('lms-closed', text);
  place('lms-closed')?.removeAttribute('hidden');
}

/** A paragraph for each note. */
export function sayNotes(notes: readonly string[]): void {
  const found = place('lms-notes');
  if (found && found.textContent !== notes.join(''))
    found.replaceChildren(...notes.map((note) => withText('p', note)));
}

/** The link back to the course. The session ends when the page goes away. */
export function showWayBack(address: string): void {
  const link = place('lms-back');
  if (!(link instanceof HTMLAnchorElement) || !address) return;
  link.href = address;
  link.hidden = false;
}

/** Offers the answers of an earlier attempt, until the learner has chosen. */
export function offerAnswers(choose: (isTaken: boolean) => void): void {
  const found = place('lms-offer');
  const button = (text: string, isTaken: boolean) => {
    const made = withText('button', text);
    made.addEventListener('click', () => {
      found?.replaceChildren();
      choose(isTaken);
    });
    return made;
  };
  found?.replaceChildren(
    withText('p', 'Your earlier answers are still on this device.'),
    button('Take them over', true),
    button('Begin with empty sheets', false),
  );
}

const percent = (value: number) => `${Math.floor(value)} %`;

function verdictOf({ passed, completed }: Status['report']): string {
  if (passed !== null) return passed ? 'passed' : 'not passed';
  return completed ? 'completed' : '';
}

const pointsOf = ({ score, max }: Status['report']['exercises'][number]) =>
  score === null || max === null ? 'not checked yet' : `${score} of ${max}`;

const closeProgress = () => place('lms-progress')?.removeAttribute('open');

/** Over the lesson, it is in the way as soon as the learner goes on there. */
addEventListener('blur', closeProgress);
addEventListener('keydown', ({ key }) => {
  if (key === 'Escape') closeProgress();
});

/** The exercises and their points; each leads to its place in the lesson. */
const exerciseRows = ({ exercises }: Status['report']) =>
  exercises.map((exercise) => {
    const row = document.createElement('li');
    const link = document.createElement('a');
    link.textContent = exercise.title;
    link.href = entryOf(exercise.id)?.href ?? '';
    link.target = frameName(owner);
    link.addEventListener('click', () => {
      closeProgress();
      link.closest('dialog')?.close();
    });
    row.append(link, ' ', withText('span', pointsOf(exercise)));
    return row;
  });

function showReport(report: Status['report']): void {
  const { sections, progress, score, exercises } = report;
  const checked = exercises.filter((one) => one.score !== null).length;
  const parts = [
    checked > 0
      ? `${checked} of ${exercises.length} ${exercises.length === 1 ? 'exercise' : 'exercises'} checked`
      : [],
    progress > 0 ? `${percent(100 * progress)} read` : [],
    // A score before the first answer would be that of nothing.
    score === null || checked === 0 ? [] : `score ${percent(score)}`,
    verdictOf(report) || [],
  ].flat();
  setText('lms-summary', parts.join(' · ') || 'not started');
  for (const { id, read, parts: count } of sections)
    setText(`lms-read-${id}`, `${read} of ${count} parts read`);
  place('lms-exercises')?.replaceChildren(...exerciseRows(report));
  place('lms-progress')?.removeAttribute('hidden');
}

const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });

const exportWords = 'On “Your work”, “Export” saves it in a file.';
const storageNotes = {
  full: `This browser’s storage is full: new work is sent to your course only, and is not on the pages that you open next. ${exportWords}`,
  forbidden: `This browser stores nothing for this site, so your course cannot see your work. ${exportWords}`,
};

const listed = (titles: readonly string[]) => titles.join('; ');

/** What the learner can send now, or has still to do. */
function stepNote({ report, config, needed, isReported, holdsScoreBack }: Status): string[] {
  const { score, progress, isFinal } = report;
  if (isFinal || !isReported || score === null) return [];
  if (needed !== null && score >= needed && isAllRead(config, progress)) {
    return [
      `You have the ${percent(needed)} to pass. “Finish and send” reports that; until then you can improve your score.`,
    ];
  }
  return holdsScoreBack
    ? [
        'Your course passes or fails you as soon as it has a score: it gets yours with “Finish and send”.',
      ]
    : [];
}

/** @param others notes about the start of the session */
export function showStatus(status: Status, others: readonly string[]): void {
  const { report, isStored, problem, at, left, storage } = status;
  if (isStored === true) sayConnection(`Saved to your course at ${clock.format(at)}.`);
  if (isStored === false) {
    const silent =
      'Your course did not answer. Your work is kept on this device, and sent when it answers, or when you open the activity again.';
    sayConnection(problem || silent, true);
  }
  const notes = [...others, ...stepNote(status)];
  if (left.length > 0) {
    notes.push(`Your course cannot store everything. On this device only: ${listed(left)}.`);
  }
  if (storage) notes.push(storageNotes[storage]);
  sayNotes(notes);
  showReport(report);
  showFinish(status);
}

// “Finish and send”: what the course gets, and what is missing.

let shown: Status | null = null;

function showFinish(status: Status): void {
  shown = status;
  const { report, isReported } = status;
  const isOffered = isReported && !report.isFinal && report.exercises.length > 0;
  place('lms-finish')?.toggleAttribute('hidden', !isOffered);
}

function scoreWords({ report, needed }: Status): string {
  const score = report.score ?? 0;
  const words = `Score: ${percent(score)}`;
  if (needed === null) return `${words}.`;
  return `${words}. To pass, you need ${percent(needed)}: you ${score >= needed ? 'pass' : 'do not pass'}.`;
}

function describeFinish(status: Status): void {
  const { report, config } = status;
  const { sections, progress } = report;
  const canSend = isAllRead(config, progress);
  const unread = sections.filter(({ read, parts }) => read < parts);
  setText('lms-finish-score', scoreWords(status));
  place('lms-finish-exercises')?.replaceChildren(...exerciseRows(report));
  setText(
    'lms-finish-missing',
    canSend
      ? 'Your course may close this attempt then. What you do afterwards may not count.'
      : `Before that, read the rest of ${listed(unread.map(({ title }) => title))}.`,
  );
  place('lms-finish-send')?.toggleAttribute('hidden', !canSend);
}

/** @param handIn called when the learner has seen what will be sent, and sends it */
export function offerFinish(handIn: () => void): void {
  const dialog = place('lms-finish-dialog') as HTMLDialogElement | null;
  place('lms-finish')?.addEventListener('click', () => {
    if (!dialog || !shown) return;
    describeFinish(shown);
    dialog.returnValue = '';
    dialog.showModal();
  });
  dialog?.addEventListener('close', () => {
    if (dialog.returnValue === 'send') handIn();
  });
}
