/** Hands a text to the reader as a file. */
export function save(name: string, type: string, parts: string[]): void {
  const address = URL.createObjectURL(new Blob(parts, { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Not at once: some browsers have only begun to read it.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
