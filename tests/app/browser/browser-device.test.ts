import { expect, test, vi } from 'vitest';
import { browserDevice } from '../../../src/app/browser/browser-device.ts';
import type { NamedFile } from '../../../src/contract/compute-values.ts';
import { SHARED_LIST, sharedEntry } from '../../../src/contract/share-target.ts';

/** A document that is shown and hidden by the test. */
function makeDocument() {
  const listeners = new Set<() => void>();
  const document = {
    visibilityState: 'visible' as DocumentVisibilityState,
    addEventListener: (_name: string, listener: () => void) => void listeners.add(listener),
    removeEventListener: (_name: string, listener: () => void) => void listeners.delete(listener),
  };
  const turn = (state: DocumentVisibilityState): void => {
    document.visibilityState = state;
    for (const listener of listeners) listener();
  };
  return { document: document as unknown as Document, turn, listeners };
}
const openDevice = (browser: Parameters<typeof browserDevice>[0], session: Map<string, string> = new Map()) =>
  browserDevice(browser, (work) => work(), {
    getItem: (key) => session.get(key) ?? null,
    setItem: (key, value) => void session.set(key, value),
  });
type Launch = { files?: { getFile(): Promise<File> }[]; targetURL?: string };
const settled = () => new Promise((resolve) => setTimeout(resolve));

test('the screen stays on while it is seen, again after the page was hidden, and not longer', async () => {
  const { document, turn, listeners } = makeDocument();
  const held: { release: ReturnType<typeof vi.fn> }[] = [];
  const request = vi.fn(async () => {
    const lock = { release: vi.fn(async () => {}) };
    held.push(lock);
    return lock;
  });
  const device = openDevice({ document, navigator: { wakeLock: { request } as unknown as WakeLock } });
  const letSleep = device.keepAwake();
  await settled();
  expect(held).toHaveLength(1);
  turn('hidden');
  turn('visible');
  await settled();
  expect(held).toHaveLength(2);
  letSleep();
  expect(held[1]?.release).toHaveBeenCalledOnce();
  expect(listeners.size).toBe(0);
  // Asked for in the same moment as let go.
  device.keepAwake()();
  await settled();
  expect(held[2]?.release).toHaveBeenCalledOnce();
});

test('that the device keeps its storage is asked once, and not where it does already', async () => {
  const { document } = makeDocument();
  const persist = vi.fn(async () => true);
  const made = (isPersisted: boolean) =>
    openDevice({
      document,
      navigator: { storage: { persist, persisted: async () => isPersisted } as unknown as StorageManager },
    });
  made(true).keepStorage();
  await settled();
  expect(persist).not.toHaveBeenCalled();
  const device = made(false);
  device.keepStorage();
  device.keepStorage();
  await settled();
  expect(persist).toHaveBeenCalledOnce();
});

test('nobody is asked to keep it before the person did something', async () => {
  const persist = vi.fn(async () => true);
  const userActivation = { hasBeenActive: false, isActive: false };
  const storage = { persist, persisted: async () => false } as unknown as StorageManager;
  const device = openDevice({ document: makeDocument().document, navigator: { storage, userActivation } });
  device.keepStorage();
  await settled();
  expect(persist).not.toHaveBeenCalled();
  userActivation.hasBeenActive = true;
  device.keepStorage();
  await settled();
  expect(persist).toHaveBeenCalledOnce();
});

test('where a browser cannot, nothing happens', async () => {
  const { document } = makeDocument();
  const device = openDevice({ document, navigator: {} });
  device.keepStorage();
  device.keepAwake()();
  device.setBadge(3);
  device.setBadge(0);
  expect(device.canShare(new File([], 'a.png'))).toBe(false);
  await device.share(new File([], 'a.png'));
  device.onFiles(
    () => {},
    () => {},
  )();
});

test('the badge is a number or none, and a refusal of the system is nobody’s fault', async () => {
  const setAppBadge = vi.fn(async () => {
    throw new Error('not allowed');
  });
  const clearAppBadge = vi.fn(async () => {});
  const device = openDevice({
    document: makeDocument().document,
    navigator: { setAppBadge, clearAppBadge },
  });
  device.setBadge(2);
  device.setBadge(0);
  expect(setAppBadge).toHaveBeenCalledWith(2);
  expect(clearAppBadge).toHaveBeenCalledOnce();
  await settled();
});

test('files that the system opens the app with come as if they were dropped', async () => {
  let consume: (launch: Launch) => void = () => {};
  const launchQueue = { setConsumer: (consumer: typeof consume) => void (consume = consumer) };
  const device = openDevice({ document: makeDocument().document, navigator: {}, launchQueue } as never);
  const heard: string[][] = [];
  const hear = (files: readonly NamedFile[]) => void heard.push(files.map(({ path }) => path));
  const stop = device.onFiles(hear, () => {});
  const lamp = { getFile: async () => new File(['x'], 'lamp.glb') };
  const gone = { getFile: () => Promise.reject(new Error('moved')) };
  consume({ files: [lamp] });
  consume({ files: [gone] });
  consume({});
  await settled();
  expect(heard).toEqual([['lamp.glb']]);
  stop();
  consume({ files: [lamp] });
  await settled();
  expect(heard).toHaveLength(1);
  // Who signs in next finds it.
  device.onFiles(hear, () => {});
  expect(heard).toEqual([['lamp.glb'], ['lamp.glb']]);
});

test('what the browser hands over again after a reload is not opened again; opened by the person it is', async () => {
  const lamp = { getFile: async () => new File(['x'], 'lamp.glb', { lastModified: 1 }) };
  const chair = { getFile: async () => new File(['x'], 'chair.glb', { lastModified: 1 }) };
  const session = new Map<string, string>();
  const heard: string[] = [];
  const openPage = async (last: Launch): Promise<(launch: Launch) => Promise<void>> => {
    let consume: (launch: Launch) => void = () => {};
    const setConsumer = (consumer: typeof consume): void => {
      consume = consumer;
      consumer(last);
    };
    const browser = { document: makeDocument().document, navigator: {}, launchQueue: { setConsumer } };
    openDevice(browser as never, session).onFiles(
      ([file]) => void heard.push(file?.path ?? ''),
      () => {},
    );
    await settled();
    return async (launch) => {
      consume(launch);
      await settled();
    };
  };
  const launch = await openPage({ files: [lamp] });
  await launch({ files: [chair] });
  expect(heard).toEqual(['lamp.glb', 'chair.glb']);
  const again = await openPage({ files: [chair] });
  expect(heard).toHaveLength(2);
  await again({ files: [chair] });
  expect(heard).toEqual(['lamp.glb', 'chair.glb', 'chair.glb']);
});

test('a shortcut leads an open page to its address, and no address of elsewhere does', async () => {
  let consume: (launch: Launch) => void = () => {};
  const setConsumer = (consumer: typeof consume): void => {
    consume = consumer;
    // What this page was opened with.
    consumer({ targetURL: 'https://vitrine.test/#assets' });
  };
  const location = { origin: 'https://vitrine.test', hash: '#create' };
  const browser = {
    document: makeDocument().document,
    navigator: {},
    launchQueue: { setConsumer },
    location,
  };
  let lost = 0;
  openDevice(browser as never).onFiles(
    () => {},
    () => void lost++,
  );
  expect(location.hash).toBe('#create');
  consume({ files: [], targetURL: 'https://vitrine.test/' });
  consume({ files: [], targetURL: 'https://elsewhere.test/#assets' });
  expect(location.hash).toBe('#create');
  consume({ files: [], targetURL: 'https://vitrine.test/#projects' });
  expect([location.hash, lost]).toEqual(['#projects', 0]);
  // What is shared the browser sends to a page that it opens, and to no other.
  consume({ files: [], targetURL: 'https://vitrine.test/share' });
  expect([location.hash, lost]).toEqual(['#projects', 1]);
});

test('files that were shared are opened once', async () => {
  const kept = new Map<string, Response>([
    [SHARED_LIST, Response.json({ names: ['lamp.glb'], at: Date.now() })],
    [sharedEntry(0), new Response('x')],
  ]);
  const caches = {
    has: async () => kept.size > 0,
    open: async () => ({ match: async (name: string) => kept.get(name)?.clone() }),
    delete: async () => kept.clear(),
  };
  const heard: string[][] = [];
  for (let page = 0; page < 2; page++) {
    const browser = { document: makeDocument().document, navigator: {}, caches };
    const device = openDevice(browser as never);
    device.onFiles(
      (files) => void heard.push(files.map(({ path }) => path)),
      () => {},
    );
    await vi.waitFor(() => expect(kept.size).toBe(0));
  }
  expect(heard).toEqual([['lamp.glb']]);
});

test('a sheet that is closed is no failure; one that does not come is', async () => {
  const { document } = makeDocument();
  const share = vi.fn().mockRejectedValueOnce(new DOMException('closed', 'AbortError'));
  const device = openDevice({ document, navigator: { share, canShare: () => true } });
  const file = new File(['x'], 'a.png');
  expect(device.canShare(file)).toBe(true);
  await device.share(file);
  share.mockRejectedValueOnce(new TypeError('no'));
  await expect(device.share(file)).rejects.toThrow('no');
});

test('whether it runs on its battery is told at once and at every change, and not after the end', async () => {
  const { document } = makeDocument();
  const battery = Object.assign(new EventTarget(), { charging: false });
  const device = openDevice({ document, navigator: { getBattery: async () => battery } });
  const told: boolean[] = [];
  const stop = device.onBattery((isOnBattery) => void told.push(isOnBattery));
  await settled();
  battery.charging = true;
  battery.dispatchEvent(new Event('chargingchange'));
  expect(told).toEqual([true, false]);
  stop();
  battery.dispatchEvent(new Event('chargingchange'));
  expect(told).toEqual([true, false]);
  openDevice({ document, navigator: {} }).onBattery((isOnBattery) => void told.push(isOnBattery));
  await settled();
  expect(told).toHaveLength(2);
});
