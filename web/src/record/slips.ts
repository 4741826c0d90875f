// What is said of a slip in one exercise or another.
import type { Reason } from '../core/api.ts';
import { entryOf } from '../exercises/catalogue.ts';
import { slipInCode } from '../exercises/code/slips.ts';
import { aboutSlip } from '../exercises/feedback.ts';
import { texts } from '../exercises/texts.ts';

/** @param reason may be one that this version does not know: then there is nothing to say */
export function slipIn(exercise: string, reason: string) {
  const about = aboutSlip(reason);
  if (!about) return undefined;
  const known = reason as Reason;
  const inItsWords =
    entryOf(exercise)?.kind === 'code' ? slipInCode(known) : texts[exercise]?.slips?.[known];
  return { ...about, ...inItsWords };
}
