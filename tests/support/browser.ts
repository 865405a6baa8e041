import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, rename } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { type Browser, chromium } from 'playwright';
import { build } from 'vite';
import { inject } from 'vitest';
import { withLockFile } from '../../src/server/db/with-lock-file.ts';
import { CHROMIUM_ARGUMENTS, COMPOSED_WITHOUT_WEBGL } from './chromium-arguments.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.wasm': 'application/wasm',
};

/** What the product's own server allows, so that a bundle that needs more fails here. */
const POLICY = [
  "default-src 'self'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self' 'unsafe-inline'",
  "worker-src 'self' blob:",
  "img-src 'self' blob: data:",
  "connect-src 'self' blob: data:",
].join('; ');

const ISOLATION = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
} as const;

/** Chromium and a page of tests, built by Vite and served with the product's Content-Security-Policy. */
export interface TestBrowser {
  readonly browser: Browser;
  readonly origin: string;
  /** Of the pages that tests of the viewer open. */
  readonly deviceScaleFactor: number;
  /** What Vite wrote. */
  readonly folder: string;
  /** Closes all pages of the browser, and the server. */
  close(): Promise<void>;
}

/**
 * @param root Folder with an index.html.
 * @param isIsolated Served so that its workers may share memory.
 */
export async function openTestBrowser(
  root: string,
  deviceScaleFactor = 1,
  isIsolated = false,
): Promise<TestBrowser> {
  const folder = await buildPage(root);
  const server = await serve(folder, isIsolated ? ISOLATION : {});
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const browser = await shareChromium();
  return {
    browser,
    origin: `http://127.0.0.1:${port}`,
    deviceScaleFactor,
    folder,
    async close() {
      await Promise.all(browser.contexts().map((context) => context.close()));
      server.close();
    },
  };
}

let shared: Promise<Browser> | undefined;

/** The Chromium of this process, which ends with it: files that share a process use it one after the other. */
export function shareChromium(): Promise<Browser> {
  if (shared === undefined) {
    shared = launchChromium([COMPOSED_WITHOUT_WEBGL]);
    // Vitest ends its processes so, and waits half a second: too short for goodbyes, enough to kill it and its profile.
    process.once('SIGTERM', () => process.exit());
  }
  return shared;
}

/** Once in a run: the file that needs a page first builds it, and it goes with the run. */
async function buildPage(root: string): Promise<string> {
  const name = createHash('sha256').update(root).digest('hex').slice(0, 16);
  const outDir = join(inject('postgresDir'), `page-${name}`);
  await withLockFile(`${outDir}.lock`, async () => {
    if (existsSync(outDir)) return;
    const making = `${outDir}.${process.pid}`;
    await build({
      root,
      configFile: false,
      logLevel: 'error',
      build: { outDir: making, emptyOutDir: true, target: 'es2022', assetsInlineLimit: 0, minify: false },
      worker: { format: 'es' },
    });
    await rename(making, outDir);
  });
  return outDir;
}

/** A Chromium of one's own. @param more Arguments beside those of all tests. */
export function launchChromium(more: readonly string[] = []): Promise<Browser> {
  return chromium.launch({
    handleSIGTERM: false,
    executablePath: process.env.CHROMIUM_PATH || '/usr/bin/chromium',
    args: [...CHROMIUM_ARGUMENTS, ...more, '--host-resolver-rules=MAP vitrine.test 127.0.0.1'],
  });
}

function serve(folder: string, headers: Readonly<Record<string, string>>): Promise<Server> {
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://localhost').pathname);
    const file = join(folder, path === '/' ? 'index.html' : path);
    readFile(file).then(
      (bytes) => {
        response.writeHead(200, {
          'content-type': TYPES[extname(file)] ?? 'application/octet-stream',
          'content-security-policy': POLICY,
          ...headers,
        });
        response.end(bytes);
      },
      () => {
        response.writeHead(404);
        response.end();
      },
    );
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}
