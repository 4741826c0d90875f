import text from './tokens.css?inline';

let sheet: CSSStyleSheet | null = null;

/**
 * On a page that has no colors for it, an element brings those of the lesson, for itself alone: light or dark, as the
 * page around it is.
 */
export function ensureTokens(element: HTMLElement): void {
  const look = getComputedStyle(element);
  const root = element.shadowRoot;
  if (!root || look.getPropertyValue('--posenc-paper') !== '') return;
  if (!sheet) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
  }
  const scheme = look.getPropertyValue('color-scheme').trim();
  if (scheme === 'dark') element.dataset['theme'] = 'dark';
  else if (!/light dark|dark light/.test(scheme)) element.dataset['theme'] = 'light';
  // A new list: the first browsers to have it freeze the one that is there.
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
}
