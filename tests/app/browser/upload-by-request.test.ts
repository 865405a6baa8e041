import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { build } from 'esbuild';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { uploadByRequest } from '../../../src/app/browser/upload-by-request.ts';
import { shareChromium } from '../../support/browser.ts';

declare const uploads: { uploadByRequest: typeof uploadByRequest };

let server: Server;
let page: Page;
let hungUp: Promise<unknown>;

async function readBytes(request: IncomingMessage): Promise<number> {
  let count = 0;
  for await (const chunk of request) count += (chunk as Buffer).byteLength;
  return count;
}

beforeAll(async () => {
  const entry = join(import.meta.dirname, '../../../src/app/browser/upload-by-request.ts');
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'uploads',
  });
  const script = outputFiles[0]?.text ?? '';
  server = createServer(async (request, response) => {
    if (request.url === '/') return response.writeHead(200, { 'content-type': 'text/html' }).end('<p>');
    if (request.url === '/lost') return request.socket.destroy();
    if (request.url === '/held') {
      hungUp = new Promise((resolve) => request.once('close', resolve));
      return;
    }
    const bytes = await readBytes(request);
    if (request.url === '/empty') return response.writeHead(204).end();
    response.writeHead(422, { 'content-type': 'application/json', 'x-seen': 'yes' });
    const { method, headers } = request;
    response.end(JSON.stringify({ bytes, method, key: headers['idempotency-key'] }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  page = await (await shareChromium()).newPage();
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  await page.evaluate(script.replace('var uploads', 'globalThis.uploads'));
});
afterAll(async () => {
  await page.close();
  server.closeAllConnections();
  server.close();
});

test('an answer is that of fetch: status, headers and body; all of the body was told to leave', async () => {
  const seen = await page.evaluate(async () => {
    const told: [number, number][] = [];
    const form = new FormData();
    form.set('file', new Blob([new Uint8Array(3_000_000)]), 'a.glb');
    const init = { method: 'PATCH', headers: { 'idempotency-key': 'k' }, body: form };
    const answer = await uploads.uploadByRequest('/part', init, (sent, total) => told.push([sent, total]));
    const { status, ok, headers } = answer;
    const type = headers.get('content-type');
    return { status, ok, type, seen: headers.get('x-seen'), body: await answer.json(), last: told.at(-1) };
  });
  expect(seen).toMatchObject({ status: 422, ok: false, type: 'application/json', seen: 'yes' });
  expect(seen.body).toEqual({ bytes: seen.last?.[1], method: 'PATCH', key: 'k' });
  expect(seen.last?.[0]).toBe(seen.last?.[1]);
});

test('an answer without a body is one', async () => {
  const status = await page.evaluate(
    async () => (await uploads.uploadByRequest('/empty', { method: 'POST', body: 'x' }, () => {})).status,
  );
  expect(status).toBe(204);
});

test('no answer is a TypeError, as with fetch', async () => {
  const name = await page.evaluate(() =>
    uploads
      .uploadByRequest('/lost', { method: 'POST', body: 'x' }, () => {})
      .catch((error: Error) => error.name),
  );
  expect(name).toBe('TypeError');
});

test('whoever aborts gets his reason, and the connection ends', async () => {
  const reasons = await page.evaluate(async () => {
    const cancel = new AbortController();
    const init = { method: 'POST', body: new Blob([new Uint8Array(1000)]), signal: cancel.signal };
    const answer = uploads.uploadByRequest('/held', init, () => cancel.abort(new Error('Enough')));
    const late = await answer.catch((error: Error) => error.message);
    const early = await uploads
      .uploadByRequest('/held', init, () => {})
      .catch((error: Error) => error.message);
    return [late, early];
  });
  expect(reasons).toEqual(['Enough', 'Enough']);
  await hungUp;
});
