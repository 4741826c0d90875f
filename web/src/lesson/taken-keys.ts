/** Such a key is part of a shortcut of the browser. */
export const hasModifier = ({ ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  ctrlKey || metaKey || altKey;

/** The element with the focus uses the key itself. */
export function isTaken(event: KeyboardEvent): boolean {
  const also = event.key === ' ' ? ', button, summary, a[href]' : '';
  const takers = `input, textarea, select, [contenteditable], [role=application]${also}`;
  return (
    event.defaultPrevented ||
    event.composedPath().some((one) => one instanceof Element && one.matches(takers))
  );
}
