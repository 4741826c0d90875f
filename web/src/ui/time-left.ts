// The remaining time, in words.

/** The time that `todo` takes at the rate of `done` in these milliseconds. */
export function timeLeft(todo: number, done: number, milliseconds: number): string {
  const seconds = (todo * milliseconds) / done / 1000;
  if (seconds < 5) return 'a few seconds left';
  if (seconds < 90) return `about ${5 * Math.round(seconds / 5)} s left`;
  return `about ${Math.round(seconds / 60)} min left`;
}
