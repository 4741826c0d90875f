// Keeps the whole site, so that it works without a network, and always one version of it: a file that is not the one of
// this build (a host that is half updated) fails the installation, and the browser tries again on the next visit. A new
// version waits until no page of the old one is open.
import { cleanupOutdatedCaches, precacheAndRoute } from 'workbox-precaching';

/** The SHA-256 of every file of the site; the build puts it here. */
declare const digests: Record<string, string>;

cleanupOutdatedCaches();
precacheAndRoute(
  Object.entries(digests).map(([url, digest]) => ({
    url,
    revision: digest,
    integrity: `sha256-${digest}`,
  })),
  // What stands behind the question mark is for the page.
  { directoryIndex: 'index.html', ignoreURLParametersMatching: [/./] },
);
