/** The id of the part that the address leads to; empty if it leads to none, or cannot be decoded. */
export function targetId(): string {
  try {
    return decodeURIComponent(location.hash.slice(1));
  } catch {
    return '';
  }
}
