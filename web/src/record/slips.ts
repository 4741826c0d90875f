// The text for a slip, in the words of an exercise where it has its own.
import type { Reason } from '../core/api.ts';
import { entryOf } from '../exercises/catalogue.ts';
import { slipInCode } from '../exercises/code/slips.ts';
import { aboutSlip } from '../exercises/feedback.ts';
import { texts } from '../exercises/texts.ts';

/** @param reason undefined is returned for a reason that this version does not know */
export function slipIn(exercise: string, reason: string) {
  const about = aboutSlip(reason);
  if (!about) return undefined;
  const known = reason as Reason;
  const ownWords =
    entryOf(exercise)?.kind === 'code' ? slipInCode(known) : texts[exercise]?.slips?.[known];
  return { ...about, ...ownWords };
}
