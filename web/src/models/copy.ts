/** Copies a text, and returns a sentence about it. */
export async function copied(text: string, what: string): Promise<string> {
  try {
    await navigator.clipboard.writeText(text);
    return `${what} copied.`;
  } catch {
    return 'This browser does not let the page copy. Select the text, or download it.';
  }
}
