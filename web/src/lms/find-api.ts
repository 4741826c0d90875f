// The object by which an LMS offers SCORM: in one of the windows around this page, or around the one that opened it.

/** Deeper than any LMS nests its frames. */
const mostWindows = 20;

function climb(from: Window | null, name: string): object | null {
  let at = from;
  for (let n = 0; at && n < mostWindows; n++) {
    const found = (at as unknown as Record<string, unknown>)[name];
    if (typeof found === 'object' && found !== null) return found;
    if (at.parent === at) return null;
    at = at.parent;
  }
  return null;
}

/** @param name `API` of SCORM 1.2, `API_1484_11` of SCORM 2004 */
export function findApi(name: string): object | null {
  const starts = [
    () => window,
    () => window.opener as Window | null,
    () => window.top?.opener as Window | null,
  ];
  for (const start of starts) {
    try {
      const found = climb(start(), name);
      if (found) return found;
    } catch {
      // A window of another origin may not be asked.
    }
  }
  return null;
}
