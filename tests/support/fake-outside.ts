import { createHash, randomUUID } from 'node:crypto';
import type { Outside } from '../../src/app/browser/outside.ts';
import type { App } from '../../src/app/core/app.ts';
import { createApp } from '../../src/app/create-app.ts';
import { AppError } from '../../src/contract/failure.ts';
import { ContentHash } from '../../src/contract/ids.ts';
import type { StorageApi } from '../../src/contract/storage-api.ts';
import { openProjectFile } from '../../src/workers/compute/archive/open-project-file.ts';
import { readRecipe } from '../../src/workers/compute/archive/read-recipe.ts';
import { writeRecipe } from '../../src/workers/compute/archive/write-recipe.ts';
import { writeZip } from '../../src/workers/compute/archive/write-zip.ts';
import { tagPicture } from '../../src/workers/compute/export/tag-picture.ts';
import { detectUpAxis } from '../../src/workers/compute/gltf/detect-up-axis.ts';
import { exportGlb } from '../../src/workers/compute/gltf/export-glb.ts';
import { inspectModel } from '../../src/workers/compute/gltf/inspect-model.ts';
import { packModel } from '../../src/workers/compute/pack/pack-model.ts';
import { createMemoryStore } from '../../src/workers/storage/memory-store.ts';
import { createFakeAddress } from './fake-address.ts';
import type { FakeServer } from './fake-http.ts';

/** The page's outside world under the test's hand. */
export interface FakeOutside extends Outside {
  /** Moves the clock. */
  advance(ms: number): void;
  /** Another tab of the browser writes there, or with null takes away. */
  storeElsewhere(key: string, value: string | null): void;
  /** A picture of the page does not come. */
  breakPicture(address: string): void;
  setOnline(isOnline: boolean): void;
  /** Lines in the console. */
  readonly warnings: readonly string[];
}

/** @param name Database of this device; the same name is the same device after a reload. */
export function createFakeOutside(server: FakeServer, name: string = randomUUID()): FakeOutside {
  let clock = Date.parse('2026-06-01T12:00:00Z');
  let isOnline = true;
  const values = new Map<string, string>([['access_token', 'token-1']]);
  const listeners = new Set<() => void>();
  const tabs = new Set<() => void>();
  const pictures = new Set<(address: string) => void>();
  const warnings: string[] = [];
  const store = createMemoryStore(() => clock);
  const storage: StorageApi = { ...store, kind: async () => 'memory' };
  const listen = (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return {
    fetch: (input, init) => server.fetch(input, init),
    upload: (input, init, onProgress) => {
      onProgress(1, 2);
      return server.fetch(input, init);
    },
    apiBase: '',
    origin: 'http://localhost:8000',
    fragment: '',
    query: '',
    address: createFakeAddress(),
    localStorage: createStorage(values),
    sessionStorage: createStorage(new Map()),
    onStored: (listener) => {
      tabs.add(listener);
      return () => tabs.delete(listener);
    },
    onBrokenPicture: (listener) => {
      pictures.add(listener);
      return () => pictures.delete(listener);
    },
    reloadBrokenPictures: () => {},
    forgetPictures: async () => {},
    databaseName: name,
    indexedDB,
    IDBKeyRange,
    workers: {
      compute: () => ({
        packModel,
        inspectModel,
        detectUpAxis,
        hashFile: async (file) => hashOf(new Uint8Array(await file.arrayBuffer())),
        prepareEnvironment: async (file) => ({
          picture: new Blob(['prepared ', file], { type: 'image/png' }),
          thumbnail: new Blob(['thumbnail'], { type: 'image/webp' }),
        }),
        readEnvironment: async () => ({ widthPx: 2, heightPx: 1, rgba: new Uint8Array(8).fill(128) }),
        drawEnvironmentThumbnail: async () => new Blob(['thumbnail'], { type: 'image/webp' }),
        exportGlb: (glb, patch) =>
          exportGlb(glb, patch, { draco: async () => ({}), meshopt: async () => ({}) }),
        encodeMasks: async (_pixels, widthPx, heightPx, groups) =>
          groups.map((slots) => ({
            image: new Blob([`mask ${slots.join('+')} ${widthPx}x${heightPx}`], { type: 'image/webp' }),
            coverage: slots.includes(99) ? 0 : 0.2,
          })),
        averageColour: async () => '#7a5c3e',
        drawThumbnail: async () => null,
        encodeUpload: async (file, reading) => {
          const text = await file.text();
          const name = file instanceof File ? file.name : '';
          if (text.startsWith('broken')) throw new AppError({ code: 'image-unreadable', name });
          const read = reading === undefined || reading === 'asIs' ? '' : `${reading} `;
          return new Blob([`${read}webp of ${text}`], { type: 'image/webp' });
        },
        makeLabelPicture: async (source) => ({
          image: new Blob([`label of ${source instanceof Blob ? await source.text() : 'a drawing'}`], {
            type: 'image/webp',
          }),
          widthPx: 400,
          heightPx: 200,
        }),
        drawPdf: async () => null,
        drawGradient: async (gradient, widthPx, heightPx) =>
          new Blob([`gradient ${JSON.stringify(gradient)} ${widthPx}x${heightPx}`], { type: 'image/webp' }),
        encodeWebp: async (_pixels, widthPx, heightPx) =>
          new Blob([`picture ${widthPx}x${heightPx}`], { type: 'image/webp' }),
        binariseMask: async (mask) => new Blob([`binary ${await mask.text()}`], { type: 'image/png' }),
        proofPicture: async (picture) => ({ proof: picture, marked: picture, outside: 0 }),
        tagPicture,
        exportPicture: async (picture, alpha, { channel, format }) => {
          const text = [channel ?? 'as made', await picture.text(), await alpha?.text()].join(' ');
          const image = new Blob([text], { type: `image/${format}` });
          return { image, widthPx: 2000, heightPx: 2000, enlargedBy: 1, isCutOff: false };
        },
        openProjectFile,
        writeZip,
        writeRecipe,
        readRecipe,
      }),
      storage,
      studio: {
        isSupported: true,
        threadCount: 1,
        liveMaxPx: 2048,
        trace: async () => {
          throw new AppError({ code: 'worker-crashed', worker: 'studio' });
        },
        forget: async () => {},
        openLive: () => {
          throw new Error('No live view in this test');
        },
      },
      openViewer: () => {
        throw new Error('No stage in this test');
      },
    },
    locks: createLocks(),
    openLine: (name) => new BroadcastChannel(name),
    notifications: null,
    estimateStorage: async () => null,
    isSecure: true,
    device: {
      keepStorage: () => {},
      keepAwake: () => () => {},
      setBadge: () => {},
      canShare: () => false,
      share: async () => {},
      onFiles: () => () => {},
      onBattery: () => () => {},
      savesData: () => false,
    },
    push: {
      way: () => 'none',
      current: async () => null,
      subscribe: async () => ({ kind: 'unreachable' }),
      unsubscribe: async () => {},
      isWanted: () => false,
      keepWanted: () => {},
      onPressed: () => () => {},
    },
    install: { way: () => 'menu', ask: async () => undefined, onChange: () => () => undefined },
    page: {
      isVisible: () => true,
      mayBeOnline: () => isOnline,
      onChange: listen,
      onHide: () => () => {},
      onFreeze: () => () => {},
      onLeave: () => () => {},
      askBeforeLeaving: () => () => {},
    },
    languages: ['en'],
    now: () => clock,
    randomUuid: () => randomUUID(),
    openSocket: () => {
      throw new Error('No live channel in this test');
    },
    warnings,
    warn: (message) => void warnings.push(message),
    advance(ms) {
      clock += ms;
    },
    storeElsewhere(key, value) {
      if (value === null) values.delete(key);
      else values.set(key, value);
      for (const listener of tabs) listener();
    },
    breakPicture(address) {
      for (const listener of pictures) listener(address);
    },
    setOnline(value) {
      isOnline = value;
      for (const listener of listeners) listener();
    },
  };
}

function createStorage(values: Map<string, string>): Outside['localStorage'] {
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  };
}

/** An app over a fake world, with its project open as the signed-in user 7. */
export function createTestApp(outside: FakeOutside): App {
  const app = createApp(outside);
  app.state.account.userId = 7;
  app.state.account.status = 'signed-in';
  return app;
}

export function hashOf(bytes: Uint8Array): ContentHash {
  return ContentHash.parse(createHash('sha256').update(bytes).digest('hex'));
}

/** Resolves once `check` answers true; looks again after every turn of the event loop. */
export async function until(check: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await check())) await new Promise((resolve) => setTimeout(resolve, 5));
}

/** One after the other, as in all tabs of a browser. */
function createLocks(): Outside['locks'] {
  const last = new Map<string, Promise<unknown>>();
  const asked = new Map<string, number>();
  const count = (name: string, change: number) => asked.set(name, (asked.get(name) ?? 0) + change);
  return {
    request(name, work) {
      const turn = (last.get(name) ?? Promise.resolve()).then(work, work);
      count(name, 1);
      last.set(
        name,
        turn.catch(() => undefined).finally(() => count(name, -1)),
      );
      return turn;
    },
    isHeld: async (name) => (asked.get(name) ?? 0) > 0,
  };
}
