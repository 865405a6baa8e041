import type { WorkboxPlugin } from 'workbox-core/types.js';
import { ExpirationPlugin } from 'workbox-expiration';
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { CacheFirst } from 'workbox-strategies';
import { SHARE_PATH } from '../contract/share-target.ts';
import { SERVER_PATHS } from './offline/server-paths.ts';
import { openPressed, showPush } from './offline/show-push.ts';
import { takeShare } from './offline/take-share.ts';

declare const self: ServiceWorkerGlobalScope & { readonly __WB_MANIFEST: (string | { url: string })[] };

/** Pictures and textures kept for offline use: about 300 thumbnails and library items. Never a person's own work. */
const MAX_FILES = 300;
const FILES_CACHE = 'files';
/** Hashed parts of the application that an offline start does not need; fetched when the page is at rest. */
const LATER =
  /^\/?assets\/(basis_|webp_enc|squoosh_png|create-viewer|studio-worker|tile-worker|kernel-|mozjpeg_dec|webp_dec|avif_dec|jszip|draw-pdf|openjpeg|jbig2|read-exr|pack-model|StaffHost|GalleryHost)/;
const LATER_CACHE = 'later';
/** Two versions of {@link LATER}, so that a tab of the version before still finds its own. */
const MAX_LATER = 48;

const manifest = self.__WB_MANIFEST;
const urlOf = (entry: (typeof manifest)[number]): string => (typeof entry === 'string' ? entry : entry.url);
const later = manifest.map(urlOf).filter((url) => LATER.test(url));
precacheAndRoute(manifest.filter((entry) => !LATER.test(urlOf(entry))));
cleanupOutdatedCaches();
registerRoute(new NavigationRoute(createHandlerBoundToURL('index.html'), { denylist: SERVER_PATHS }));

registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname === SHARE_PATH,
  ({ request }) => takeShare(request, { origin: self.location.origin, caches, now: Date.now }),
  'POST',
);

// A file is named by its content, and the query only signs the request: one path, one entry. Only 200 is kept; a
// range (206) or an expired signature (403) is not the file, and what came from elsewhere nobody has compared with its hash yet.
// What the page keeps itself it asks for with `no-store`.
registerRoute(
  ({ url, sameOrigin, request }) =>
    sameOrigin && url.pathname.startsWith('/files/') && request.cache !== 'no-store',
  new CacheFirst({
    cacheName: FILES_CACHE,
    plugins: [
      {
        cacheKeyWillBeUsed: async ({ request }) => request.url.replace(/[?#].*$/, ''),
        cacheWillUpdate: async ({ response }) =>
          response.status === 200 && !response.redirected ? response : null,
      },
      // Its types were written without exactOptionalPropertyTypes.
      new ExpirationPlugin({ maxEntries: MAX_FILES, purgeOnQuotaError: true }) as WorkboxPlugin,
    ],
  }),
);

// A hashed name never means anything else.
const laterStrategy = new CacheFirst({
  cacheName: LATER_CACHE,
  plugins: [
    { cacheWillUpdate: async ({ response }) => (response.status === 200 ? response : null) },
    new ExpirationPlugin({ maxEntries: MAX_LATER, purgeOnQuotaError: true }) as WorkboxPlugin,
  ],
});
registerRoute(({ url, sameOrigin }) => sameOrigin && LATER.test(url.pathname), laterStrategy);

async function fetchLater(event: ExtendableEvent): Promise<void> {
  for (const url of later) {
    // One after the other, and the next page at rest goes on where the network failed.
    await laterStrategy.handle({ event, request: new Request(url) });
  }
}

// From the first visit on: whoever goes offline in it opens what they had not opened yet. Pages that another version
// serves have asked for this one.
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

// The page asks, after every tab has put its work away; each tab then reloads itself when it is ready.
self.addEventListener('message', (event) => {
  const type = (event.data as { type?: unknown } | null)?.type;
  if (type === 'SKIP_WAITING') void self.skipWaiting();
  if (type === 'FETCH_LATER') event.waitUntil(fetchLater(event).catch(() => undefined));
});

self.addEventListener('push', (event) => {
  event.waitUntil(showPush(self, event.data?.text() ?? ''));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openPressed(self, event.notification));
});
