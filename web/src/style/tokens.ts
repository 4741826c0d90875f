import text from './tokens.css?inline';

let sheet: CSSStyleSheet | null = null;

/** On a page that has no colours for it, an element brings those of the lesson, for itself alone. */
export function ensureTokens(element: Element): void {
  if (getComputedStyle(element).getPropertyValue('--paper') !== '') return;
  if (!sheet) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
  }
  const root = element.shadowRoot;
  // A new list: the first browsers to have it freeze the one that is there.
  if (root) root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
}
