import type { ReactiveControllerHost } from 'lit';

/** Subscribes to something as long as an element is in the page. @param subscribe returns what ends its subscriptions */
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
