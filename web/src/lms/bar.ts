// The bar above the lesson: whether the work is stored in the course, the progress, and what needs the learner's attention.
import type { Status } from './session.ts';

const place = (id: string): HTMLElement | null => document.getElementById(id);

function setText(id: string, text: string): void {
  const found = place(id);
  // A status that is set again would be read out again.
  if (found && found.textContent !== text) found.textContent = text;
}

/** Says in one sentence how the connection is. */
export function sayConnection(text: string, isProblem = false): void {
  setText('lms-connection', text);
  place('lms-connection')?.classList.toggle('problem', isProblem);
}

/** What else there is to say, a paragraph for each. */
export function sayNotes(notes: readonly string[]): void {
  const found = place('lms-notes');
  const paragraphs = notes.map((note) => {
    const paragraph = document.createElement('p');
    paragraph.textContent = note;
    return paragraph;
  });
  if (found && found.textContent !== notes.join('')) found.replaceChildren(...paragraphs);
}

/** The link back to the course. The session ends when the page goes away. */
export function showWayBack(address: string): void {
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
export function showStatus(
  { report, isStored, problem, at, left, storage }: Status,
  others: string[],
) {
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
