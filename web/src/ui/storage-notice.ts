// Notices for readers whose browser does not keep their work.

/** Why changes are not stored; null if they are. */
export type StorageProblem = 'full' | 'forbidden' | null;

/** A sentence; '' if everything is kept. @param work what is not stored, such as "new trials" */
export function storageNotice(problem: StorageProblem, work: string): string {
  if (problem === null) return '';
  const cause =
    problem === 'full'
      ? 'This browser’s storage is full'
      : 'This browser stores nothing for this page';
  return `${cause}: ${work} will be lost when you leave.`;
}

/** A sentence about stored work that cannot be read. @param work such as "your trials" */
export const unreadableNotice = (work: string): string =>
  `The copy of ${work} in this browser could not be read and was set aside.`;
