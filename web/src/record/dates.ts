const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long' });
const minute = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });

export const today = (): string => day.format(new Date());

/** @param at in ISO 8601 */
export const dateAndTime = (at: string): string =>
  Number.isNaN(Date.parse(at)) ? 'unknown' : minute.format(Date.parse(at));
