/** What takes long is done when the browser has shown that a button was pressed. */
export function afterFrame(run: () => void): void {
  requestAnimationFrame(() => setTimeout(run));
}
