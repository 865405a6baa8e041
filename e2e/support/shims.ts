import type { BrowserContext } from 'playwright';

/** What some browser of today lacks: Safari, Firefox in private mode, an address without a secure context, iPadOS 16. */
export const APIS = [
  'webp',
  'offscreen-webgl',
  'opfs',
  'locks',
  'broadcast-channel',
  'shared-array-buffer',
  'pointerrawupdate',
] as const;
export type Api = (typeof APIS)[number];

/** What `navigator.storage` has for a story beside, where the page has no file system. */
export interface StoryStorage {
  directoryOfStory(): Promise<FileSystemDirectoryHandle>;
}

/**
 * What every story of this run is told without: names by comma, or `all` (`npm run shims`).
 *
 * @throws Error for a name that is none.
 */
export function readShims(named = process.env.SHIMS ?? ''): readonly Api[] {
  if (named === 'all') return APIS;
  return named
    .split(',')
    .filter((name) => name !== '')
    .map((name) => {
      const known = APIS.find((api) => api === name);
      if (known === undefined) throw new Error(`There is no shim of ${name}: ${APIS.join(', ')}`);
      return known;
    });
}

/** Takes what is named away from the page or the worker that runs it. Reads nothing of this module: it travels as text. */
function removeApis(names: readonly string[]): void {
  const scope = globalThis as unknown as Record<string, unknown>;
  const lacks = (name: string): boolean => names.includes(name);
  /** Safari encodes no WebP, and gives PNG without a word. */
  if (lacks('webp') && 'OffscreenCanvas' in scope) {
    const convert = OffscreenCanvas.prototype.convertToBlob;
    OffscreenCanvas.prototype.convertToBlob = function (options) {
      return convert.call(this, options?.type === 'image/webp' ? { type: 'image/png' } : options);
    };
  }
  if (lacks('webp') && 'HTMLCanvasElement' in scope) {
    const { toBlob, toDataURL } = HTMLCanvasElement.prototype;
    const known = (type?: string): string | undefined => (type === 'image/webp' ? 'image/png' : type);
    HTMLCanvasElement.prototype.toBlob = function (done, type, quality) {
      toBlob.call(this, done, known(type), quality);
    };
    HTMLCanvasElement.prototype.toDataURL = function (type, quality) {
      return toDataURL.call(this, known(type), quality);
    };
  }
  /** Safari 16: there is such a canvas, and it draws in 2D alone. */
  if (lacks('offscreen-webgl') && 'OffscreenCanvas' in scope) {
    const getContext = OffscreenCanvas.prototype.getContext as (kind: string, options?: unknown) => unknown;
    Object.assign(OffscreenCanvas.prototype, {
      getContext(this: OffscreenCanvas, kind: string, options?: unknown) {
        return kind === '2d' ? getContext.call(this, kind, options) : null;
      },
    });
  }
  if (lacks('opfs') && typeof StorageManager !== 'undefined') {
    // For stories whose person chooses a file: theirs stands there.
    Object.assign(StorageManager.prototype, { directoryOfStory: StorageManager.prototype.getDirectory });
    StorageManager.prototype.getDirectory = () =>
      Promise.reject(new DOMException('The operation is insecure.', 'SecurityError'));
  }
  if (lacks('locks')) delete (Navigator.prototype as { locks?: unknown }).locks;
  if (lacks('broadcast-channel')) delete scope.BroadcastChannel;
  if (lacks('shared-array-buffer')) delete scope.SharedArrayBuffer;
  if (lacks('pointerrawupdate') && 'HTMLElement' in scope) {
    delete (HTMLElement.prototype as { onpointerrawupdate?: unknown }).onpointerrawupdate;
    // A browser without the event never sends it.
    addEventListener('pointerrawupdate', (event) => event.stopImmediatePropagation(), true);
  }
}

/**
 * Takes interfaces away from every page of a context that opens from now on, and from their workers: a worker has no script
 * that comes before its own, so it is written in front of that.
 *
 * @param hasServiceWorker Its pages get their workers from that one, whole; and while a driver rewrites answers, Chromium loses
 *   files that are posted to it.
 * @returns Names of the workers' files that were opened without them.
 */
export async function withoutApis(
  context: BrowserContext,
  apis: readonly Api[],
  hasServiceWorker = false,
): Promise<Set<string>> {
  const opened = new Set<string>();
  const names = JSON.stringify(apis);
  // A worker's own name for `Navigator` is another one.
  const inWorker = `{ const Navigator = globalThis.Navigator ?? WorkerNavigator; (${removeApis})(${names}); }\n`;
  await context.addInitScript(removeApis, [...apis]);
  if (!hasServiceWorker) await beforeWorkers(context, inWorker, (name) => opened.add(name));
  return opened;
}

/**
 * Has something run in every worker that opens from now on, before its own script. Pages with a service worker get their
 * workers elsewhere.
 *
 * @param script Source of it.
 * @param onOpen Told the name of each worker's file.
 */
export async function beforeWorkers(
  context: BrowserContext,
  script: string,
  onOpen: (name: string) => unknown = () => {},
): Promise<void> {
  await context.route(/-worker-[^/]*\.js$/, async (route) => {
    const response = await route.fetch();
    onOpen(/([a-z]+-worker)/.exec(route.request().url())?.[1] ?? '');
    await route.fulfill({ response, body: script + (await response.text()) });
  });
}
