import type { WorkboxPlugin } from 'workbox-core/types.js';
import { ExpirationPlugin } from 'workbox-expiration';
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { CacheFirst } from 'workbox-strategies';

declare const self: ServiceWorkerGlobalScope & { readonly __WB_MANIFEST: (string | { url: string })[] };

/** Pictures and textures kept for offline use: about 300 thumbnails and library items. Never a person's own work. */
const MAX_FILES = 300;
const FILES_CACHE = 'files';
/** The server's own addresses: an error there must show, not the application's page. */
const SERVER_PATHS = [/^\/api(\/|$)/, /^\/ws(\/|$)/, /^\/files\//, /^\/version\.json$/];

precacheAndRoute(self.__WB_MANIFEST);
cleanupOutdatedCaches();
registerRoute(new NavigationRoute(createHandlerBoundToURL('index.html'), { denylist: SERVER_PATHS }));

// A file is named by its content, and the query only signs the request: one path, one entry. Only 200 is kept; a
// range (206) or an expired signature (403) is not the file.
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/files/'),
  new CacheFirst({
    cacheName: FILES_CACHE,
    plugins: [
      {
        cacheKeyWillBeUsed: async ({ request }) => request.url.replace(/[?#].*$/, ''),
        cacheWillUpdate: async ({ response }) => (response.status === 200 ? response : null),
      },
      // Its types were written without exactOptionalPropertyTypes.
      new ExpirationPlugin({ maxEntries: MAX_FILES, purgeOnQuotaError: true }) as WorkboxPlugin,
    ],
  }),
);

// The page asks, after every tab has put its work away; each tab then reloads itself when it is ready.
self.addEventListener('message', (event) => {
  if ((event.data as { type?: unknown } | null)?.type === 'SKIP_WAITING') void self.skipWaiting();
});
