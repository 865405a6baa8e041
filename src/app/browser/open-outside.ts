import { SHARED_CACHE, SHARED_LIST, type SharedList } from '../../contract/share-target.ts';
import { openWorkers } from '../../workers/open.ts';
import { browserDevice } from './browser-device.ts';
import { browserInstall } from './browser-install.ts';
import { browserPush } from './browser-push.ts';
import {
  type Address,
  type Locks,
  makeUuid,
  type Notifications,
  type Outside,
  type PageSignals,
} from './outside.ts';
import { fillInBroadcasts } from './storage-channel.ts';

const PAGE_EVENTS = ['online', 'offline', 'pageshow', 'focus'] as const;

/** The real browser as the page's outside world. */
export function openOutside(): Outside {
  fillInBroadcasts();
  const page = pageSignals();
  const locks = browserLocks(page);
  return {
    fetch: (input, init) => fetch(input, init),
    upload: async (...sent) => (await import('./upload-by-request.ts')).uploadByRequest(...sent),
    apiBase: (import.meta.env.VITE_API_BASE ?? '').replace(/\/$/, ''),
    origin: location.origin,
    fragment: location.hash.slice(1),
    query: location.search.slice(1),
    address: browserAddress(),
    localStorage: safeStorage('localStorage'),
    sessionStorage: safeStorage('sessionStorage'),
    onStored(listener) {
      window.addEventListener('storage', listener);
      return () => window.removeEventListener('storage', listener);
    },
    onBrokenPicture,
    reloadBrokenPictures,
    forgetPictures,
    databaseName: 'vitrine',
    indexedDB,
    IDBKeyRange,
    workers: openWorkers(location.search),
    locks,
    openLine: (name) => new BroadcastChannel(name),
    notifications: browserNotifications(),
    estimateStorage,
    isSecure: isSecureContext,
    install: browserInstall(window),
    device: browserDevice(
      window,
      (work) => locks.request('vitrine-shared', work),
      safeStorage('sessionStorage'),
    ),
    push: browserPush(window, safeStorage('localStorage')),
    page,
    languages: navigator.languages,
    now: () => Date.now(),
    randomUuid: makeUuid,
    openSocket: (url) => new WebSocket(url),
    // biome-ignore lint/suspicious/noConsole: the one place that writes there
    warn: (message) => console.warn(message),
  };
}

/** Reading a storage throws where site data is blocked: then values last as long as the page. */
function safeStorage(name: 'localStorage' | 'sessionStorage'): Outside['localStorage'] {
  try {
    window[name].getItem('access_token');
    return window[name];
  } catch {
    const values = new Map<string, string>();
    return {
      getItem: (key) => values.get(key) ?? null,
      setItem: (key, value) => void values.set(key, value),
      removeItem: (key) => void values.delete(key),
    };
  }
}

/** What `history.state` holds where {@link Address.open} led. */
const OPENED = 'vitrine-opened';

function browserAddress(): Address {
  const write = (fragment: string): string => `${location.pathname}${location.search}#${fragment}`;
  return {
    fragment: () => location.hash.slice(1),
    open: (fragment) => history.pushState(OPENED, '', write(fragment)),
    change: (fragment) => history.replaceState(history.state, '', write(fragment)),
    dropQuery(name) {
      const url = new URL(location.href);
      url.searchParams.delete(name);
      history.replaceState(history.state, '', url);
    },
    leave: (url) => location.assign(url),
    isOpened: () => history.state === OPENED,
    back: () => history.back(),
    onReturn(listener) {
      window.addEventListener('popstate', listener);
      return () => window.removeEventListener('popstate', listener);
    },
  };
}

/** Such events do not bubble; on their way down they pass here. */
function onBrokenPicture(listener: (address: string) => void): () => void {
  const hear = ({ target }: Event): void => {
    if (target instanceof HTMLImageElement) listener(target.currentSrc || target.src);
  };
  document.addEventListener('error', hear, true);
  return () => document.removeEventListener('error', hear, true);
}

function reloadBrokenPictures(): void {
  for (const image of document.images) {
    const { complete, naturalWidth, src } = image;
    if (complete && naturalWidth === 0 && src !== '') image.src = src;
  }
}

/** Of workers/offline.ts. */
const PICTURES_CACHE = 'files';

async function forgetPictures(sharedBefore: number): Promise<void> {
  // Missing without a secure context; closed in some private windows.
  if (!('caches' in window)) return;
  await caches.delete(PICTURES_CACHE).catch(() => false);
  const at = await sharedAt().catch(() => null);
  if (at !== null && at <= sharedBefore) await caches.delete(SHARED_CACHE).catch(() => false);
}

/** When the files that wait were shared; null without any, and while they are still being written. */
async function sharedAt(): Promise<number | null> {
  if (!(await caches.has(SHARED_CACHE))) return null;
  const list = await (await caches.open(SHARED_CACHE)).match(SHARED_LIST);
  return list === undefined ? null : ((await list.json()) as SharedList).at;
}

async function estimateStorage(): Promise<{ usage: number; quota: number } | null> {
  // Missing without a secure context.
  const estimate = await navigator.storage?.estimate?.().catch(() => null);
  return estimate?.usage === undefined || estimate.quota === undefined
    ? null
    : { usage: estimate.usage, quota: estimate.quota };
}

function browserLocks(page: PageSignals): Locks {
  if (!('locks' in navigator)) {
    // Most browsers do without: it is no part of what the page begins with. Where it does not come, nobody waits.
    const stored = import('./stored-locks.ts').then(
      ({ storedLocks }) => storedLocks({ indexedDB, IDBKeyRange, page, now: Date.now }),
      () => null,
    );
    return {
      request: async (name, work, signal) => {
        const locks = await stored;
        return locks === null ? work() : locks.request(name, work, signal);
      },
    };
  }
  return {
    request: (name, work, signal) =>
      navigator.locks.request(name, signal === undefined ? {} : { signal }, work),
    async isHeld(name) {
      const { held = [], pending = [] } = await navigator.locks.query();
      return [...held, ...pending].some((lock) => lock.name === name);
    },
  };
}

function browserNotifications(): Notifications | null {
  if (!isSecureContext || !('Notification' in window)) return null;
  return {
    permission: () => Notification.permission,
    ask: () => Notification.requestPermission(),
    show(title, body, tag, onPress) {
      const options = { body, tag, icon: '/icons/icon-192.png' };
      try {
        const shown = new Notification(title, options);
        shown.onclick = () => {
          window.focus();
          shown.close();
          onPress();
        };
      } catch {
        // Android and iPadOS show them only through the service worker, which tells of a press (workers/offline.ts).
        navigator.serviceWorker?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
          const said = data as { type?: unknown; tag?: unknown } | null;
          if (said?.type === 'NOTIFICATION_PRESSED' && said.tag === tag) onPress();
        });
        navigator.serviceWorker?.ready
          .then((worker) => worker.showNotification(title, options))
          // Forbidden since it was asked: the page itself shows what has happened.
          .catch(() => {});
      }
    },
  };
}

function pageSignals(): PageSignals {
  const listen = (
    targets: readonly (readonly [EventTarget, string])[],
    listener: () => void,
  ): (() => void) => {
    for (const [target, name] of targets) target.addEventListener(name, listener);
    return () => {
      for (const [target, name] of targets) target.removeEventListener(name, listener);
    };
  };
  return {
    isVisible: () => document.visibilityState === 'visible',
    mayBeOnline: () => navigator.onLine,
    onChange: (listener) =>
      listen(
        [
          [document, 'visibilitychange'],
          // Of the Page Lifecycle, as is `freeze`: in Chromium alone.
          [document, 'resume'],
          ...PAGE_EVENTS.map((name) => [window, name] as const),
        ],
        listener,
      ),
    onFreeze: (listener) =>
      listen(
        [
          [document, 'freeze'],
          [window, 'pagehide'],
        ],
        listener,
      ),
    onLeave(listener) {
      // One that is kept for the way back is no page that was left.
      const leave = ({ persisted }: PageTransitionEvent): void => {
        if (!persisted) listener();
      };
      addEventListener('pagehide', leave);
      return () => removeEventListener('pagehide', leave);
    },
    askBeforeLeaving() {
      const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
      addEventListener('beforeunload', ask);
      return () => removeEventListener('beforeunload', ask);
    },
    onHide: (listener) =>
      listen(
        [
          [document, 'visibilitychange'],
          [window, 'pagehide'],
        ],
        () => {
          listener();
        },
      ),
  };
}
