// Caches the whole site, so that it works offline, and always in one version: if a file does not belong to this build
// (on a host that is half updated), the installation fails, and the browser tries again on the next visit. A new
// version waits until no page of the old one is open.
import { cleanupOutdatedCaches, precacheAndRoute } from 'workbox-precaching';

/** The SHA-256 of every file of the site, set by the build. */
declare const digests: Record<string, string>;

cleanupOutdatedCaches();
precacheAndRoute(
  Object.entries(digests).map(([url, digest]) => ({
    url,
    revision: digest,
    integrity: `sha256-${digest}`,
  })),
  // The query of an address is for the page: the file is the same.
  { directoryIndex: 'index.html', ignoreURLParametersMatching: [/./] },
);
