import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join, normalize } from 'node:path';
import { build } from 'vite';

const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.wasm': 'application/wasm' };

/**
 * Builds and serves the page of a folder, the packages of the peers under `/peers/`, and `files` by path. What `inWorker` holds
 * is put before the viewer worker's script.
 */
export async function serveBench({ root, files, peers, inWorker = '' }) {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-bench-'));
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    build: {
      outDir: folder,
      emptyOutDir: true,
      target: 'es2022',
      assetsInlineLimit: 0,
      chunkSizeWarningLimit: 2_000,
    },
    worker: { format: 'es' },
  });
  const read = async (path) => {
    if (files[path] !== undefined) return files[path];
    if (path.startsWith('/peers/')) return await readFile(join(peers, path.slice('/peers'.length)));
    const bytes = await readFile(join(folder, path));
    return path.includes('viewer-worker') ? `${inWorker};\n${bytes}` : bytes;
  };
  const server = createServer((request, response) => {
    const asked = normalize(new URL(request.url, 'http://localhost').pathname);
    const path = asked === '/' ? '/index.html' : asked;
    read(path).then(
      (body) => {
        response.writeHead(200, { 'content-type': TYPES[extname(path)] ?? 'application/octet-stream' });
        response.end(body);
      },
      () => response.writeHead(404).end(),
    );
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${server.address().port}`,
    async close() {
      server.close();
      server.closeAllConnections();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
