import { whenIdle } from './load-elements.ts';

const words = {
  kept: 'Kept for use without a network.',
  newer: 'A newer version is ready: close all pages of the lesson to get it.',
};

/** After the page has loaded: to keep all pages takes the line and a processor, which the reader's page has first. */
const firstLookMs = 5000;

/** Says how it stands with what is kept, now and whenever that changes. */
function tell(registration: ServiceWorkerRegistration, place: HTMLElement): void {
  const say = () => {
    place.textContent = registration.waiting ? words.newer : registration.active ? words.kept : '';
  };
  const follow = (worker: ServiceWorker | null) => worker?.addEventListener('statechange', say);
  registration.addEventListener('updatefound', () => follow(registration.installing));
  for (const worker of [registration.installing, registration.waiting]) follow(worker);
  say();
}

/** Keeps the lesson for use without a network, once the page itself has all it needs. Without it the lesson is the same. */
export function keepForOffline(place: HTMLElement | null): void {
  // (Where the connection is not secure, browsers have none.)
  if (!place || !('serviceWorker' in navigator) || !/^https?:$/.test(location.protocol)) return;
  const keep = () =>
    navigator.serviceWorker.register('./sw.js').then(
      (registration) => tell(registration, place),
      () => undefined,
    );
  const begin = () => setTimeout(() => whenIdle(() => void keep()), firstLookMs);
  if (document.readyState === 'complete') begin();
  else addEventListener('load', begin);
}
