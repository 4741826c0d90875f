import type { ReactiveControllerHost } from 'lit';

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
