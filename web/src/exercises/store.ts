// What a learner has typed, kept in this browser. Storage may be broken, full or forbidden: then the
// page goes on without it, and says so.

const prefix = 'posenc.';

/** What was kept under a name; null if nothing was, or it cannot be read. */
export function load<T>(name: string, isValid: (value: unknown) => value is T): T | null {
  try {
    const text = localStorage.getItem(prefix + name);
    const value: unknown = text === null ? null : JSON.parse(text);
    return isValid(value) ? value : null;
  } catch {
    return null;
  }
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
