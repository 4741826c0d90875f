import type { ReactiveControllerHost } from 'lit';

/**
 * Subscribes to something while an element is in the page.
 * @param subscribe returns functions that end the subscriptions
 */
export function whileConnected(
  host: ReactiveControllerHost,
  subscribe: () => (() => void)[],
): void {
  let subscriptions: (() => void)[] = [];
  host.addController({
    hostConnected() {
      subscriptions = subscribe();
    },
    hostDisconnected() {
      for (const end of subscriptions) end();
      subscriptions = [];
    },
  });
}

/** Ends an element's work, such as training, when the element or the reader leaves the page. */
export function endOnLeave(host: ReactiveControllerHost, end: () => void): void {
  host.addController({
    hostConnected() {
      addEventListener('pagehide', end);
    },
    hostDisconnected() {
      removeEventListener('pagehide', end);
      end();
    },
  });
}
