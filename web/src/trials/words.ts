// The words for claims and their results: the same on a card and in the list of all.
import type { ClaimVerdict } from '../core/api.ts';
import type { TriedClaim, TrialsWork } from '../storage/trials.ts';
import { storageNotice as problemNotice, unreadableNotice } from '../ui/notices.ts';

/** A mark that needs no color, a word for a heading, and one for a sentence. */
export const verdicts: Record<ClaimVerdict, { mark: string; word: string; within: string }> = {
  true: { mark: '✓', word: 'True', within: 'true' },
  false: { mark: '✕', word: 'False', within: 'false' },
  depends: { mark: '◐', word: 'It depends', within: 'it depends' },
};

export const votes = ['true', 'false', 'depends'] as const satisfies readonly ClaimVerdict[];

export function votedLine(vote: TriedClaim['vote'], outcome: string): string {
  if (vote === '') return 'Tried without a vote.';
  return `You voted “${verdicts[vote].within}”: ${outcome === 'right' ? 'right.' : 'wrong.'}`;
}

/** Why trials are not kept, as a sentence; '' where they are. */
export const storageNotice = ({ problem, unreadable }: TrialsWork): string =>
  problemNotice(problem, 'new trials') ||
  (unreadable === null ? '' : unreadableNotice('your trials'));
