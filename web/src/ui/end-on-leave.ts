import type { ReactiveControllerHost } from 'lit';

/** Ends what an element has under way, such as training, when it or the reader leaves the page. */
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
