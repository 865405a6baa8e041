import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join, normalize } from 'node:path';
import { type Browser, chromium } from 'playwright';
import { build } from 'vite';

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

/** A Chromium and a page of tests, built by Vite and served with the product's Content-Security-Policy. */
export interface TestBrowser {
  readonly browser: Browser;
  readonly origin: string;
  /** What Vite wrote. */
  readonly folder: string;
  close(): Promise<void>;
}

/** @param root Folder with an index.html. */
export async function openTestBrowser(root: string): Promise<TestBrowser> {
  const outDir = await mkdtemp(join(tmpdir(), 'vitrine-page-'));
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    build: { outDir, emptyOutDir: true, target: 'es2022', assetsInlineLimit: 0, minify: false },
    worker: { format: 'es' },
  });
  const server = await serve(outDir);
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const browser = await launchChromium();
  return {
    browser,
    origin: `http://127.0.0.1:${port}`,
    folder: outDir,
    async close() {
      await browser.close();
      server.close();
      await rm(outDir, { recursive: true, force: true });
    },
  };
}

/** A Chromium that draws in software and asks nothing of the network. */
export function launchChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--use-angle=swiftshader',
      '--enable-unsafe-swiftshader',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
      '--host-resolver-rules=MAP vitrine.test 127.0.0.1',
    ],
  });
}

function serve(folder: string): Promise<Server> {
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://localhost').pathname);
    const file = join(folder, path === '/' ? 'index.html' : path);
    readFile(file).then(
      (bytes) => {
        response.writeHead(200, {
          'content-type': TYPES[extname(file)] ?? 'application/octet-stream',
          'content-security-policy': POLICY,
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
