// What a learner has typed, kept in this browser. Storage may be broken, full or forbidden: then the
// page goes on without it, and says so.

const prefix = 'posenc.';

export interface Kept<T> {
  /** What was kept; null if nothing was, or it cannot be read. */
  value: T | null;
  /** Something was kept, but it cannot be read. Its text stays under another name. */
  spoiled: boolean;
}

export function load<T>(name: string, isValid: (value: unknown) => value is T): Kept<T> {
  let text: string | null = null;
  try {
    text = localStorage.getItem(prefix + name);
    if (text === null) return { value: null, spoiled: false };
    const value: unknown = JSON.parse(text);
    if (isValid(value)) return { value, spoiled: false };
  } catch {
    if (text === null) return { value: null, spoiled: false };
  }
  save(`${name}.unreadable`, text);
  return { value: null, spoiled: true };
}

/** Whether the value could be kept. */
export function save(name: string, value: unknown): boolean {
  try {
    localStorage.setItem(prefix + name, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}
