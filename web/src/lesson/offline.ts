import { whenIdle } from './load-elements.ts';

const words = {
  kept: 'Saved for offline use.',
  newer: 'A newer version is ready. Close all pages of the lesson to get it.',
};

/** After the page has loaded: keeping all pages needs network and processor, and the reader's page comes first. */
const firstLookMs = 5000;

/** Shows the state of the kept pages, now and whenever it changes. */
function showState(registration: ServiceWorkerRegistration, place: HTMLElement): void {
  const show = () => {
    place.textContent = registration.waiting ? words.newer : registration.active ? words.kept : '';
  };
  const follow = (worker: ServiceWorker | null) => worker?.addEventListener('statechange', show);
  registration.addEventListener('updatefound', () => follow(registration.installing));
  for (const worker of [registration.installing, registration.waiting]) follow(worker);
  show();
}

/** Keeps the lesson for use without a network, once the page itself has loaded. */
export function keepForOffline(place: HTMLElement | null): void {
  // (Browsers have none on insecure connections.)
  if (!place || !('serviceWorker' in navigator) || !/^https?:$/.test(location.protocol)) return;
  const keep = () =>
    navigator.serviceWorker.register('./sw.js').then(
      (registration) => showState(registration, place),
      () => undefined,
    );
  const begin = () => setTimeout(() => whenIdle(() => void keep()), firstLookMs);
  if (document.readyState === 'complete') begin();
  else addEventListener('load', begin);
}
