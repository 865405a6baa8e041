import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright';
import { build } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { shareChromium } from '../support/browser.ts';

const ROOT = join(import.meta.dirname, '../..');
/**
 * Seen are 4.66 MB: the page and what it loads later 2.15, three.js in the viewer's worker 1.08, computations 0.9 (of it
 * glTF-Transform 0.17, zod and three.js' loaders 0.1 each), Draco 0.31, Meshopt 0.15, the rest styles, fonts and pictures.
 */
const MAX_PRECACHE_BYTES = 4.75e6;
/** As `src/workers/offline.ts` has it. */
const LATER =
  /basis_|webp_enc|squoosh_png|create-viewer|studio-worker|tile-worker|kernel-|mozjpeg_dec|webp_dec|avif_dec|jszip|draw-pdf|openjpeg|jbig2|read-exr|pack-model|StaffHost|GalleryHost/;
const TYPES: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript' };

let browser: Browser;
let server: Server;
let origin: string;
let folders: { readonly old: string; readonly new: string };
/** What the server has at present. */
let served: string;
let asked: string[];
/** What is wrong with the answer to a path: it is not there, or the page comes in its place. */
let spoiled: (path: string) => 'missing' | 'page' | null;
let context: BrowserContext;

beforeAll(async () => {
  folders = { old: await buildPage('old'), new: await buildPage('new') };
  server = createServer((request, response) => {
    const { pathname, search } = new URL(request.url ?? '/', 'http://localhost');
    asked.push(pathname + search);
    if (pathname.startsWith('/api/') || pathname.startsWith('/ws'))
      return void response.end(`${asked.length}`);
    if (pathname.startsWith('/files/')) {
      response.statusCode = search.includes('expired') ? 403 : 200;
      return void response.end(`${pathname} ${asked.length}`);
    }
    const isPage = request.headers.accept?.includes('text/html') === true;
    const fault = spoiled(pathname);
    if (fault === 'missing') {
      response.statusCode = 404;
      return void response.end();
    }
    const file = isPage || fault === 'page' ? '/index.html' : pathname;
    response.setHeader('content-type', TYPES[extname(file)] ?? 'application/octet-stream');
    response.setHeader('cache-control', 'no-cache');
    readFile(join(served, file)).then(
      (bytes) => response.end(bytes),
      () => {
        response.statusCode = 404;
        response.end();
      },
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  browser = await shareChromium();
});
afterAll(async () => {
  server.close();
  await Promise.all(Object.values(folders).map((folder) => rm(folder, { recursive: true, force: true })));
});
beforeEach(async () => {
  served = folders.old;
  asked = [];
  spoiled = () => null;
  context = await browser.newContext();
});
afterEach(() => context.close());

/** Builds the page and the product's service worker as the product does. */
async function buildPage(name: string): Promise<string> {
  const outDir = await mkdtemp(join(tmpdir(), 'vitrine-offline-'));
  await build({
    root: join(import.meta.dirname, 'offline-page'),
    configFile: false,
    logLevel: 'silent',
    define: { __BUILD__: JSON.stringify(name) },
    build: { outDir, target: 'es2022' },
    plugins: [
      VitePWA({
        strategies: 'injectManifest',
        srcDir: join(import.meta.dirname, '../../src/workers'),
        filename: 'offline.ts',
        registerType: 'prompt',
        injectRegister: false,
        manifest: false,
      }),
    ],
  });
  return outDir;
}

/** A page under the control of its service worker. */
async function openPage(): Promise<Page> {
  const page = await context.newPage();
  await page.goto(origin);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  return page;
}

const buildOf = (page: Page) => page.locator('#build').textContent();
const get = (page: Page, path: string) =>
  page.evaluate(
    (url) =>
      fetch(url).then(
        (response) => response.text(),
        () => null,
      ),
    path,
  );

test('without a network a reload and every address of the application show it', async () => {
  const page = await openPage();
  await context.setOffline(true);
  await page.reload();
  expect(await buildOf(page)).toBe('old');
  for (const path of ['/#create', '/anything/at/all?x=1']) {
    const other = await context.newPage();
    await other.goto(origin + path);
    expect(await buildOf(other), path).toBe('old');
  }
});

test('on the first visit, too, what was not opened yet is there without a network, and nothing is loaded twice', async () => {
  const page = await context.newPage();
  await page.goto(origin);
  await page.evaluate(() => document.body.setAttribute('data-visit', 'first'));
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await context.setOffline(true);
  expect(await get(page, '/index.html')).toContain('<html');
  expect(await page.getAttribute('body', 'data-visit')).toBe('first');
});

test('the server answers for itself: nothing of it is kept, and no page stands in for it', async () => {
  const page = await openPage();
  for (const path of ['/api/project/', '/ws/renders']) {
    const first = await get(page, path);
    expect(await get(page, path)).not.toBe(first);
    await context.setOffline(true);
    expect(await get(page, path)).toBeNull();
    const other = await context.newPage();
    await expect(other.goto(origin + path), path).rejects.toThrow();
    await context.setOffline(false);
  }
});

test('a file is fetched once, whatever signs the request, and an expired signature is not the file', async () => {
  const page = await openPage();
  await get(page, '/files/a?signature=expired');
  const file = await get(page, '/files/a?signature=1');
  // The page has its answer before the cache has it.
  await page.waitForFunction(async () => (await (await caches.open('files')).keys()).length > 0);
  expect(await get(page, '/files/a?signature=2')).toBe(file);
  await context.setOffline(true);
  expect(await get(page, '/files/a?signature=3')).toBe(file);
  expect(await get(page, '/files/b')).toBeNull();
  expect(asked.filter((path) => path.startsWith('/files/a'))).toEqual([
    '/files/a?signature=expired',
    '/files/a?signature=1',
  ]);
});

test('what an offline start does not need is fetched at rest, and is there without a network', async () => {
  const page = await openPage();
  await page.waitForFunction(async () => (await (await caches.open('later')).keys()).length > 0);
  await context.setOffline(true);
  await page.reload();
  expect(await page.evaluate(() => window.offline.loadLater())).toBe('fetched later');
  const precached = await page.evaluate(async () => {
    const name = (await caches.keys()).find((key) => key.includes('precache')) ?? '';
    return (await (await caches.open(name)).keys()).map(({ url }) => url);
  });
  expect(precached.length).toBeGreaterThan(1);
  expect(precached.filter((url) => url.includes('create-viewer'))).toEqual([]);
});

/** Sends files as the system does it for a person who shares them. @returns Where the browser was led. */
async function share(page: Page, files: readonly (readonly [name: string, type: string, text: string])[]) {
  const isLed = page.waitForEvent('load');
  await page.evaluate((given) => {
    const form = document.createElement('form');
    Object.assign(form, { method: 'post', action: '/share', enctype: 'multipart/form-data' });
    const input = Object.assign(document.createElement('input'), {
      type: 'file',
      name: 'files',
      multiple: true,
    });
    const transfer = new DataTransfer();
    for (const [name, type, text] of given) transfer.items.add(new File([text], name, { type }));
    input.files = transfer.files;
    form.append(input);
    document.body.append(form);
    form.submit();
  }, files);
  await isLed;
  return new URL(page.url()).search;
}
const sharedNames = (page: Page) =>
  page.evaluate(async () => {
    const list = await (await caches.open('shared')).match('/share/list');
    return list === undefined ? null : ((await list.json()) as { names: string[] }).names;
  });

test('shared files wait for the page, also without a network; the next share takes their place', async () => {
  const page = await openPage();
  await context.setOffline(true);
  expect(await share(page, [['Chair 1.glb', 'application/octet-stream', 'bytes of a chair']])).toBe('');
  expect(await sharedNames(page)).toEqual(['Chair 1.glb']);
  expect(await get(page, '/share/0')).toBeNull();
  expect(
    await page.evaluate(async () => (await (await caches.open('shared')).match('/share/0'))?.text()),
  ).toBe('bytes of a chair');
  const set = [
    ['sail.gltf', 'model/gltf+json', '{}'],
    ['sail.bin', 'application/octet-stream', 'x'],
    ['notes.txt', 'text/plain', 'x'],
    // Some systems give no end to a name.
    ['1000012', 'image/jpeg', 'x'],
  ] as const;
  expect(await share(page, set)).toBe('');
  expect(await sharedNames(page)).toEqual(['sail.gltf', 'sail.bin', '1000012.jpg']);
  expect(asked.filter((path) => path.startsWith('/share'))).toEqual([]);
});

test('a share that brings nothing that opens, or too many files, is refused by name, and what waited stays', async () => {
  const page = await openPage();
  await share(page, [['a.png', 'image/png', 'x']]);
  expect(await share(page, [])).toBe('?share=none');
  expect(await share(page, [['empty.glb', '', '']])).toBe('?share=none');
  expect(
    await share(page, [
      ['notes.txt', 'text/plain', 'x'],
      ['a.bin', '', 'x'],
    ]),
  ).toBe('?share=kind');
  const many = Array.from({ length: 201 }, (_, index) => [`${index}.png`, 'image/png', 'x'] as const);
  expect(await share(page, many)).toBe('?share=many');
  expect(await sharedNames(page)).toEqual(['a.png']);
});

test('a new version waits until it is wanted and every tab has put its work away', async () => {
  const [first, second] = [await openPage(), await openPage()];
  served = folders.new;
  await second.evaluate(async () => {
    window.offline.edit('typed a moment ago');
    window.offline.state.shell.uploadFraction = 0.5;
    await (await navigator.serviceWorker.ready).update();
  });
  for (const page of [first, second]) {
    await page.waitForFunction(() => window.offline.state.shell.hasUpdate);
    expect(await buildOf(page)).toBe('old');
  }
  // Not even a reload changes the version.
  await first.reload();
  expect(await buildOf(first)).toBe('old');
  await first.waitForFunction(() => window.offline.state.shell.hasUpdate);

  await first.evaluate(() => void window.offline.accept());
  for (const page of [first, second]) await page.waitForFunction(() => window.offline.said.length > 0);
  const isWaiting = () => first.evaluate(async () => (await navigator.serviceWorker.ready).waiting !== null);
  expect(await isWaiting()).toBe(true);
  expect(await buildOf(second)).toBe('old');

  await second.evaluate(() => {
    window.offline.state.shell.uploadFraction = null;
  });
  for (const page of [first, second]) {
    await expect.poll(() => buildOf(page).catch(() => null)).toBe('new');
  }
  expect(await second.evaluate(() => localStorage.getItem('draft'))).toBe('typed a moment ago');
  expect(await isWaiting()).toBe(false);
});

test.each([
  ['a file of it is not there', { lacks: /assets\// }],
  ['its script is not there', { lacks: /offline\.js/ }],
  ['the server answers everything with its page', { isPortal: true }],
] as const)(
  'a new version that cannot be installed leaves the old one at work: %s',
  async (_name, fault: { readonly lacks?: RegExp; readonly isPortal?: boolean }) => {
    const page = await openPage();
    served = folders.new;
    spoiled = (path) =>
      fault.isPortal === true ? 'page' : fault.lacks?.test(path) === true ? 'missing' : null;
    const failed = page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      // What asks for it learns of a script that cannot be read; of one that does not install its end tells.
      await registration.update().catch(() => {});
      const { installing } = registration;
      if (installing !== null && installing.state !== 'redundant') {
        await new Promise<void>((resolve) => {
          installing.addEventListener('statechange', () => installing.state === 'redundant' && resolve());
        });
      }
      return registration.waiting === null;
    });
    expect(await failed).toBe(true);
    await page.reload();
    expect(await buildOf(page)).toBe('old');
    await context.setOffline(true);
    await page.reload();
    expect(await buildOf(page)).toBe('old');
    // And the next try that is whole comes through.
    await context.setOffline(false);
    spoiled = () => null;
    await page.evaluate(async () => {
      await (await navigator.serviceWorker.ready).update();
    });
    await page.waitForFunction(() => window.offline.state.shell.hasUpdate);
  },
);

test('the product keeps what an offline start of a stored model needs, and little else', async () => {
  const outDir = await mkdtemp(join(tmpdir(), 'vitrine-product-'));
  try {
    vi.stubEnv('NODE_ENV', 'production');
    await build({ root: ROOT, logLevel: 'silent', build: { outDir } });
    // The service worker is written beside what it keeps, wherever that is.
    const worker = await readFile(join(outDir, 'offline.js'), 'utf8');
    const listed = [...worker.matchAll(/"?url"?:\s*[`"']([^`"']+)/g)].map(([, url]) => url ?? '');
    expect(listed.filter((url) => url.includes('basis_'))).toEqual([
      expect.stringMatching(/basis_transcoder-.*\.wasm$/),
    ]);
    expect(listed.filter((url) => /squoosh_png.*\.wasm$/.test(url))).toHaveLength(1);
    const kept = listed.filter((url) => !LATER.test(url));
    // What draws a picture on the device comes later, and all of it comes.
    for (const part of [
      /studio-worker-.*\.js$/,
      /tile-worker-.*\.js$/,
      /kernel-.*\.wasm$/,
      /mozjpeg_dec-.*\.wasm$/,
      /webp_dec-.*\.wasm$/,
      /avif_dec-.*\.wasm$/,
      /draw-pdf-.*\.js$/,
      /openjpeg-.*\.wasm$/,
      /jbig2-.*\.wasm$/,
    ]) {
      expect(listed.filter((url) => part.test(url) && LATER.test(url)).length, String(part)).toBeGreaterThan(
        0,
      );
    }
    for (const part of [
      /^index\.html$/,
      /viewer-worker-.*\.js$/,
      /storage-worker-.*\.js$/,
      /compute-worker-.*\.js$/,
      /inspect-model-.*\.js$/,
      /inter-latin-wght.*\.woff2$/,
      /gltf_draco_decoder-.*\.wasm$/,
      /gltf_draco_wasm_wrapper-.*\.js$/,
    ]) {
      expect(
        kept.filter((url) => part.test(url)),
        String(part),
      ).toHaveLength(1);
    }
    const sizes = await Promise.all(kept.map(async (url) => (await stat(join(outDir, url))).size));
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(MAX_PRECACHE_BYTES);
  } finally {
    vi.unstubAllEnvs();
    await rm(outDir, { recursive: true, force: true });
  }
});

/** Hands a message to the service worker as the browser does it that got it from its push service. */
async function deliver(from: Page, message: unknown): Promise<void> {
  const cdp = await from.context().newCDPSession(from);
  const registered = new Promise<string>((resolve) =>
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [ours] = registrations.filter(({ isDeleted }) => !isDeleted);
      if (ours !== undefined) resolve(ours.registrationId);
    }),
  );
  await cdp.send('ServiceWorker.enable');
  const data = JSON.stringify(message);
  await cdp.send('ServiceWorker.deliverPushMessage', { origin, registrationId: await registered, data });
  await cdp.detach();
}

test('a page of the server’s own is not the app: what is told beside it stays, and a press opens the app', async () => {
  await context.grantPermissions(['notifications'], { origin });
  const page = await openPage();
  const docs = await context.newPage();
  await docs.goto(`${origin}/api/docs`);
  const [worker] = context.serviceWorkers();
  // A driver sees no icon, and nothing that is opened by a press.
  await worker!.evaluate(`{
    globalThis.ends = [];
    navigator.setAppBadge = async (count) => void globalThis.ends.push('told ' + count);
    const close = Notification.prototype.close;
    Notification.prototype.close = function () {
      close.call(this);
      globalThis.ends.push('taken back');
    };
    clients.openWindow = async (url) => void globalThis.ends.push(url);
    0;
  }`);
  const ends = () => worker!.evaluate('globalThis.ends');
  const message = { kind: 'finished', render_id: 7, title: 'Your picture is ready', body: 'Chair' };
  await deliver(docs, message);
  await expect.poll(ends).toEqual(['taken back']);
  await page.close();
  await deliver(docs, message);
  await expect.poll(async () => ((await ends()) as string[]).length).toBe(2);
  expect(await ends()).toEqual(['taken back', 'told 1']);
  await worker!.evaluate(`registration.getNotifications().then(([notification]) => {
    dispatchEvent(new NotificationEvent('notificationclick', { notification }));
  })`);
  await expect.poll(ends).toEqual(['taken back', 'told 1', 'taken back', '/#render/7']);
});
