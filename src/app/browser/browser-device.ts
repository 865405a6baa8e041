import type { NamedFile } from '../../contract/compute-values.ts';
import {
  SHARE_PATH,
  SHARED_CACHE,
  SHARED_KEPT_MS,
  SHARED_LIST,
  type SharedList,
  sharedEntry,
} from '../../contract/share-target.ts';

/** What the page asks of the device around the browser. Each does nothing where the browser cannot. */
export interface Device {
  /**
   * Asks that what this origin keeps on the device is not taken away when room is short. Browsers ask the person, or decide
   * by themselves; they are asked once in a page, and not before the person has done something in it.
   */
  keepStorage(): void;
  /** Keeps the screen on while the page is seen. Returns the function that lets it go dark again. */
  keepAwake(): () => void;
  /** Puts a number on the app's icon; 0 takes it off. */
  setBadge(count: number): void;
  /** Whether the system has somewhere to send such a file. */
  canShare(file: File): boolean;
  /** Opens the system's sheet for sending a file; only in answer to a press. Resolves when the person is done with it. */
  share(file: File): Promise<void>;
  /**
   * Files that the system opens the app with or shares with it; those that came while nobody listened as well. One listener at a
   * time. Where the system opens an address of the app, as by a shortcut, an open page goes there.
   *
   * @param onLost Files were shared with the app, and the browser brought none of them to this page.
   */
  onFiles(listener: Listener, onLost: () => void): () => void;
  /**
   * Whether it runs on its battery, as soon as that is known and whenever it changes; never where the browser does not say.
   * Returns the function that stops listening.
   */
  onBattery(listener: (isOnBattery: boolean) => void): () => void;
  /** The person has asked the browser to send and fetch little (Chromium). */
  savesData(): boolean;
}

type Listener = (files: readonly NamedFile[]) => void;

/** Chromium's Battery Status API (it has no type in TypeScript). */
interface BatteryManager extends EventTarget {
  readonly charging: boolean;
}

/** What the system opens an installed app with: files, or an address, to which `focus-existing` leaves an open page to go. */
interface Launch {
  readonly files?: readonly { getFile(): Promise<File> }[];
  /** Empty or missing for files in some versions. */
  readonly targetURL?: string | null;
}
/** Chromium's way of handing that over (it has no type in TypeScript). What has come already it hands over within the call. */
interface LaunchQueue {
  setConsumer(consumer: (launch: Launch) => void): void;
}
/** Where a tab keeps which files it was opened with last, for as long as it is open. */
const LAUNCHED_KEY = 'vitrine-launched';

/** What of the browser it needs. */
interface Browser {
  readonly document: Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>;
  readonly navigator: Partial<
    Pick<
      Navigator,
      'wakeLock' | 'storage' | 'userActivation' | 'setAppBadge' | 'clearAppBadge' | 'canShare' | 'share'
    >
  > & {
    readonly getBattery?: () => Promise<BatteryManager>;
    readonly connection?: { readonly saveData?: boolean };
  };
  /** Missing without a secure context. */
  readonly caches?: CacheStorage;
  readonly launchQueue?: LaunchQueue;
  readonly location?: { readonly origin: string; hash: string };
}

/** Runs work when no other page of this browser is at the same. */
type InTurn = (work: () => Promise<void>) => Promise<void>;

/**
 * @param inTurn Of reading what was shared with the app: one page opens it.
 * @param kept What is kept in it lasts as long as the tab.
 */
export function browserDevice(
  browser: Browser,
  inTurn: InTurn,
  kept: Pick<Storage, 'getItem' | 'setItem'>,
): Device {
  const { document, navigator } = browser;
  let hasAsked = false;
  const launches = listenToLaunches(browser, kept);
  return {
    keepStorage() {
      if (hasAsked || navigator.userActivation?.hasBeenActive === false) return;
      hasAsked = true;
      const { storage } = navigator;
      const ask = async (): Promise<void> => {
        if ((await storage?.persisted?.()) === false) await storage?.persist?.();
      };
      ask().catch(() => {});
    },
    keepAwake() {
      let isOver = false;
      let held: WakeLockSentinel | null = null;
      const letGo = (): void => {
        held?.release().catch(() => {});
        held = null;
      };
      // The browser takes it back whenever the page is hidden.
      const take = async (): Promise<void> => {
        if (document.visibilityState !== 'visible') return;
        // Refused with an empty battery.
        const lock = await navigator.wakeLock?.request('screen').catch(() => null);
        letGo();
        held = lock ?? null;
        if (isOver) letGo();
      };
      const change = (): void => void take();
      document.addEventListener('visibilitychange', change);
      change();
      return () => {
        isOver = true;
        document.removeEventListener('visibilitychange', change);
        letGo();
      };
    },
    setBadge(count) {
      const said = count > 0 ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.();
      said?.catch(() => {});
    },
    canShare: (file) => navigator.canShare?.({ files: [file] }) === true,
    async share(file) {
      try {
        await navigator.share?.({ files: [file], title: file.name });
      } catch (error) {
        // The person closed the sheet.
        if (!(error instanceof Error) || error.name !== 'AbortError') throw error;
      }
    },
    onFiles(listener, onLost) {
      let hears = true;
      const stopLaunches = launches(listener, onLost);
      const { caches } = browser;
      if (caches !== undefined)
        openShared({ caches, inTurn, now: Date.now }, (files) => {
          if (hears) listener(files);
          return hears;
        }).catch(() => {});
      return () => {
        hears = false;
        stopLaunches();
      };
    },
    onBattery(listener) {
      const ending = new AbortController();
      const { signal } = ending;
      const listen = async (): Promise<void> => {
        const battery = await navigator.getBattery?.();
        if (battery === undefined || signal.aborted) return;
        const tell = (): void => listener(!battery.charging);
        battery.addEventListener('chargingchange', tell, { signal });
        tell();
      };
      // Refused in a frame of another site.
      listen().catch(() => {});
      return () => ending.abort();
    },
    savesData: () => navigator.connection?.saveData === true,
  };
}

/**
 * Takes what the system opens the app with, from the first listener on: the browser keeps it until then.
 *
 * @returns Has a listener told of files. It returns the function that stops; what comes then waits for the next one.
 */
function listenToLaunches(
  { launchQueue, location }: Browser,
  kept: Pick<Storage, 'getItem' | 'setItem'>,
): (listener: Listener, onLost: () => void) => () => void {
  const waiting: (readonly NamedFile[])[] = [];
  let hear: Listener | null = null;
  let lose: (() => void) | null = null;
  let isListening = false;
  const tell = (): void => {
    while (hear !== null && waiting.length > 0) hear(waiting.shift() ?? []);
  };
  const take = async ({ files = [], targetURL }: Launch, wasThere: boolean): Promise<void> => {
    if (files.length === 0) {
      // Where the page was opened itself it is already.
      const { pathname, hash } = readTarget(targetURL, location);
      if (wasThere) return;
      // Chromium sends what is shared by opening a page, which `focus-existing` does not let it.
      if (pathname === SHARE_PATH) lose?.();
      else if (hash !== '' && location !== undefined) location.hash = hash;
      return;
    }
    const opened = await Promise.all(files.map((handle) => handle.getFile()));
    const name = JSON.stringify(opened.map((file) => [file.name, file.size, file.lastModified]));
    // After a reload Chromium hands over the last launch once more (up to version 145).
    if (wasThere && kept.getItem(LAUNCHED_KEY) === name) return;
    waiting.push(opened.map((file) => ({ path: file.name, file })));
    tell();
    kept.setItem(LAUNCHED_KEY, name);
  };
  return (listener, onLost) => {
    hear = listener;
    lose = onLost;
    tell();
    if (!isListening) {
      isListening = true;
      let isThere = true;
      // A file that was moved away by now is none; without a storage it comes again.
      launchQueue?.setConsumer((launch) => void take(launch, isThere).catch(() => {}));
      isThere = false;
    }
    return () => {
      if (hear === listener) hear = null;
    };
  };
}

/** What an address of the app leads to: what stands after `#` says where in it. Nowhere for one of another origin, and for none. */
function readTarget(
  address: Launch['targetURL'],
  location: Browser['location'],
): Pick<URL, 'pathname' | 'hash'> {
  if (!address || location === undefined) return { pathname: '', hash: '' };
  const target = new URL(address, location.origin);
  return target.origin === location.origin ? target : { pathname: '', hash: '' };
}

/** Where shared files wait. */
interface Shares {
  readonly caches: Pick<CacheStorage, 'has' | 'open' | 'delete'>;
  readonly inTurn: InTurn;
  readonly now: () => number;
}

/**
 * Hands over, once in this browser, the files that were shared with the app and wait for a page (workers/offline).
 *
 * @param take Returns false when the files are not wanted any more; they go on waiting.
 */
async function openShared(
  { caches, inTurn, now }: Shares,
  take: (files: readonly NamedFile[]) => boolean,
): Promise<void> {
  await inTurn(async () => {
    if (!(await caches.has(SHARED_CACHE))) return;
    const files = await readShared(await caches.open(SHARED_CACHE), now());
    if (files === null || take(files)) await caches.delete(SHARED_CACHE);
  });
}

/** Null for a share that is not whole, or that nobody remembers. */
async function readShared(cache: Cache, now: number): Promise<NamedFile[] | null> {
  const list = await cache.match(SHARED_LIST);
  if (list === undefined) return null;
  const { names, at } = (await list.json()) as SharedList;
  if (now - at > SHARED_KEPT_MS) return null;
  const files: NamedFile[] = [];
  for (const [index, name] of names.entries()) {
    const entry = await cache.match(sharedEntry(index));
    if (entry === undefined) return null;
    files.push({ path: name, file: new File([await entry.blob()], name) });
  }
  return files;
}
