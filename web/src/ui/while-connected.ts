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
