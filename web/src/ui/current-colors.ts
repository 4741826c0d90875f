// For pictures that leave the page.

/** Colors as they are now: a file has no theme of its own. */
export function colorsOf(host: Element): (token: string) => string {
  const probe = document.createElement('span');
  (host.shadowRoot ?? host).append(probe);
  const known = new Map(
    ['paper', 'sheet', 'ink', 'soft', 'line', 'accent', 'right', 'wrong', 'rope'].map((token) => {
      probe.style.color = `var(--posenc-${token})`;
      return [token, getComputedStyle(probe).color] as const;
    }),
  );
  probe.remove();
  return (token) => known.get(token) ?? 'currentColor';
}
