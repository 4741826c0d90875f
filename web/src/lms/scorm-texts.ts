// Dates, durations and names as SCORM writes them.

const two = (number: number) => String(number).padStart(2, '0');

function parts(seconds: number) {
  const hundredths = Math.max(0, Math.round(seconds * 100));
  const whole = Math.floor(hundredths / 100);
  return {
    hours: Math.floor(whole / 3600),
    minutes: Math.floor(whole / 60) % 60,
    seconds: whole % 60,
    hundredths: hundredths % 100,
  };
}

/** The longest duration that the format of SCORM 1.2 can hold. */
const most12 = 9999 * 3600 + 59 * 60 + 59.99;

/** 0001:02:03.45 */
export function duration12(duration: number): string {
  const { hours, minutes, seconds, hundredths } = parts(Math.min(duration, most12));
  return `${String(hours).padStart(4, '0')}:${two(minutes)}:${two(seconds)}.${two(hundredths)}`;
}

/** PT1H2M3.45S */
export function duration2004(duration: number): string {
  const { hours, minutes, seconds, hundredths } = parts(duration);
  return `PT${hours}H${minutes}M${seconds}.${two(hundredths)}S`;
}

/** 14:05:09, by the learner's own clock. */
export function time12(at: string): string {
  const date = new Date(at);
  return `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
}

/** 2026-05-31T14:05:09.12Z: SCORM 2004 takes hundredths, and no more. */
export const time2004 = (at: string): string => new Date(at).toISOString().replace(/\dZ$/, 'Z');

/** A name without the characters that some LMS refuse: `e13.1:7/PE_5__2_` */
export const interactionId = (exercise: string, seed: number, item: string): string =>
  `${exercise}:${seed}/${item.replace(/[^\w.-]/g, '_')}`.slice(0, 250);

/** At most `length` characters, on one line. */
export const cut = (text: string, length: number): string =>
  text.replace(/\s+/g, ' ').trim().slice(0, length);

/** A percentage with at most two decimals, as both versions store it. */
export const percent = (value: number): string => String(Math.round(value * 100) / 100);

/** A share of 1 with at most four decimals. */
export const share = (value: number): string => String(Math.round(value * 10_000) / 10_000);
