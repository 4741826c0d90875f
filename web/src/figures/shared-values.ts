// Values that figures of a page share: one control sets them for all.

/** The name of the event that carries a shared value through the page. */
const eventName = 'posenc-shared';

interface SharedValue {
  from: EventTarget;
  /** The parameter, as an attribute. */
  attribute: string;
  value: unknown;
}

/** What has been shared so far, for figures that come later. */
const latest = new Map<string, unknown>();
export const sharedSoFar = (): ReadonlyMap<string, unknown> => latest;

/** Gives a value to all figures of the page that share it. */
export const share = (from: EventTarget, attribute: string, value: unknown): void => {
  latest.set(attribute, value);
  const detail: SharedValue = { from, attribute, value };
  document.dispatchEvent(new CustomEvent(eventName, { detail }));
};

/** Calls `take` with values that other figures share, until `signal` ends it. */
export function whenShared(
  own: EventTarget,
  take: (attribute: string, value: unknown) => void,
  signal: AbortSignal,
): void {
  document.addEventListener(
    eventName,
    (event) => {
      const { from, attribute, value } = (event as CustomEvent<SharedValue>).detail;
      if (from !== own) take(attribute, value);
    },
    { signal },
  );
}
