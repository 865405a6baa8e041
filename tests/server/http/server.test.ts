import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { ErrorBody, HealthBody } from '../../../src/contract/http/instance.ts';
import { createServer } from '../../../src/server/http/server.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';
import { TEST_CERTIFICATE, TEST_KEY } from '../../support/test-certificate.ts';

let server: TestServer;
let appDir: string;
beforeAll(async () => {
  appDir = await mkdtemp(join(tmpdir(), 'vitrine-app-'));
  await mkdir(join(appDir, 'assets'));
  await writeFile(join(appDir, 'index.html'), '<!doctype html><title>Vitrine</title>');
  await writeFile(join(appDir, 'assets/main-a1b2c3.js'), 'export {};');
  await writeFile(join(appDir, 'assets/main-a1b2c3.js.br'), brotliCompressSync('export {};'));
  await writeFile(join(appDir, 'sw.js'), '');
  server = await startTestServer({ config: { appDir, allowedOrigins: ['https://shop.example'] } });
});
afterAll(async () => {
  await server.stop();
  await rm(appDir, { recursive: true });
});

const get = (url: string, headers: Record<string, string> = {}) => server.app.inject({ url, headers });
const html = { accept: 'text/html,*/*' };

test('health is exactly what the app looks for', async () => {
  const answer = await get('/api/health');
  expect(z.strictObject(HealthBody.shape).parse(answer.json())).toEqual(answer.json());
  expect(answer.json().version).toBe((await get('/version.json')).json().version);
});

test('a path works with and without its last slash, with no redirect', async () => {
  for (const url of ['/api/config', '/api/config/', '/api/health/', '/api/config/?x=1', '/api/config?x=1']) {
    expect((await get(url)).statusCode).toBe(200);
  }
});

test('projects and project are one resource', async () => {
  const { headers } = await server.signUp();
  for (const url of ['/api/project/', '/api/projects/', '/api/projects']) {
    expect((await get(url, headers)).statusCode).toBe(200);
  }
  expect((await get('/api/projectsx/', headers)).statusCode).toBe(404);
});

test('the policy allows wasm and blobs, no script of others, no frame', async () => {
  const { headers } = await get('/', html);
  const policy = String(headers['content-security-policy']).split(';');
  expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval'");
  expect(policy).toContain("worker-src 'self' blob:");
  expect(policy).toContain("img-src 'self' blob: data:");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy.filter((directive) => directive.includes("'unsafe-inline'"))).toEqual([]);
  expect(policy).not.toContain('upgrade-insecure-requests');
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect(headers['cross-origin-opener-policy']).toBe('same-origin-allow-popups');
  expect(headers['cross-origin-embedder-policy']).toBeUndefined();
  expect(headers['strict-transport-security']).toBeUndefined();
});

test('behind https the browser is told to stay there, and the cookie is secure', async () => {
  const secure = await startTestServer({ config: { publicUrl: 'https://vitrine.example' } });
  const { headers } = await secure.app.inject('/api/health');
  expect(headers['content-security-policy']).toContain('upgrade-insecure-requests');
  expect(headers['content-security-policy']).toContain('wss://vitrine.example');
  expect(headers['strict-transport-security']).toContain('max-age=15552000');
  const payload = { name: 'A', email: 'a@example.com', password: 'a long password' };
  const answer = await secure.app.inject({ method: 'POST', url: '/api/users/register/', payload });
  expect(answer.cookies[0]).toMatchObject({ name: 'vitrine_refresh', secure: true });
  await secure.stop();
});

test('only the listed origins may call from elsewhere', async () => {
  const preflight = (origin: string) =>
    server.app.inject({
      method: 'OPTIONS',
      url: '/api/users/me/',
      headers: {
        origin,
        'access-control-request-method': 'PATCH',
        'access-control-request-headers': 'authorization,idempotency-key',
      },
    });
  const allowed = await preflight('https://shop.example');
  expect(allowed.statusCode).toBe(204);
  expect(allowed.headers['access-control-allow-origin']).toBe('https://shop.example');
  expect(allowed.headers['access-control-allow-credentials']).toBe('true');
  const other = await preflight('https://shop.example.evil.example');
  expect(other.headers['access-control-allow-origin']).toBeUndefined();
});

test('hashed files are kept for a year, the page and the worker are asked for again', async () => {
  const asset = await get('/assets/main-a1b2c3.js');
  expect(asset.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  for (const url of ['/', '/sw.js', '/index.html']) {
    expect([url, (await get(url)).headers['cache-control']]).toEqual([url, 'no-cache']);
  }
  expect((await get('/api/health')).headers['cache-control']).toBe('no-store');
});

test('a compressed copy is sent to whoever takes it', async () => {
  const small = await get('/assets/main-a1b2c3.js', { 'accept-encoding': 'gzip, br' });
  expect(small.headers['content-encoding']).toBe('br');
  expect(small.headers['content-type']).toContain('javascript');
  expect(small.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect(brotliDecompressSync(small.rawPayload).toString()).toBe('export {};');
  expect((await get('/assets/main-a1b2c3.js')).body).toBe('export {};');
  expect((await get('/', { 'accept-encoding': 'br' })).headers['cache-control']).toBe('no-cache');
});

test('any address of the app gets the page; what is missing elsewhere is a 404 in our shape', async () => {
  const page = await get('/projects/7/edit', html);
  expect(page.statusCode).toBe(200);
  expect(page.body).toContain('<title>Vitrine</title>');
  expect(page.headers['cache-control']).toBe('no-cache');
  for (const url of ['/api/nothing/', '/ws/nothing/', '/assets/gone.js', '/..%2fpackage.json']) {
    const answer = await get(url, url.startsWith('/assets') || url.startsWith('/..') ? {} : html);
    expect([url, answer.statusCode]).toEqual([url, 404]);
    expect(ErrorBody.parse(answer.json()).code).toBe('not-found');
  }
});

test('whatever is wrong with a body is said in our shape', async () => {
  const post = async (payload: string, type = 'application/json') => {
    const headers = { 'content-type': type };
    const answer = await server.app.inject({ method: 'POST', url: '/api/users/login/', payload, headers });
    return [answer.statusCode, ErrorBody.parse(answer.json()).code];
  };
  expect(await post('{"email":')).toEqual([400, 'invalid-request']);
  expect(await post('')).toEqual([400, 'invalid-request']);
  expect(await post('[]')).toEqual([400, 'invalid-request']);
  expect(await post('{}', 'text/csv')).toEqual([400, 'invalid-request']);
  expect(await post(JSON.stringify({ email: 'x'.repeat(5 * 1024 ** 2) }))).toEqual([413, 'upload-too-large']);
});

test('the interface is described at /api/docs', async () => {
  const document = (await get('/api/docs/json')).json();
  expect(document.openapi).toBe('3.1.0');
  expect(Object.keys(document.paths)).toContain('/api/users/login/');
  const page = await get('/api/docs/', html);
  expect(page.statusCode).toBe(200);
  expect(page.headers['content-security-policy']).not.toContain('upgrade-insecure-requests');
  expect(page.headers['content-security-policy']).not.toEqual(
    (await get('/')).headers['content-security-policy'],
  );
});

test('too many attempts are told when to come back', async () => {
  const limited = await startTestServer({ config: { rateLimitFactor: 1 } });
  const login = (email: string) =>
    limited.app.inject({
      method: 'POST',
      url: '/api/users/login/',
      payload: { email, password: 'wrong wrong wrong' },
    });
  // 1. By account, in whatever case.
  for (let count = 0; count < 10; count += 1) {
    expect((await login(count % 2 ? 'Ada@example.com' : 'ada@example.com')).statusCode).toBe(401);
  }
  const stopped = await login('ada@example.com');
  expect(stopped.statusCode).toBe(429);
  expect(stopped.json()).toMatchObject({ code: 'rate-limited' });
  expect(Number(stopped.headers['retry-after'])).toBeGreaterThan(0);

  // 2. By address: 30 a minute, 11 are spent.
  for (let count = 0; count < 19; count += 1)
    expect((await login(`p${count}@x.example`)).statusCode).toBe(401);
  expect((await login('another@example.com')).statusCode).toBe(429);
  expect((await limited.app.inject('/api/health')).statusCode).toBe(200);
  await limited.stop();
});

test('files that are shared with an app that has no service worker yet lead to the app, which says so', async () => {
  const form = new FormData();
  form.append('files', new File([new Uint8Array(3_000_000)], 'chair.glb', { type: 'model/gltf-binary' }));
  for (const [path, body] of [
    ['/share', form],
    ['/share/', 'title=chair'],
  ] as const) {
    const answer = await fetch(`${server.url}${path}`, { method: 'POST', body, redirect: 'manual' });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/?share=unready']);
  }
  // A reload of it is the app.
  expect((await get('/share', html)).headers['content-type']).toContain('text/html');
});

test('with a certificate it speaks https', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-tls-'));
  const [certPath, keyPath] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  await writeFile(certPath, TEST_CERTIFICATE);
  await writeFile(keyPath, TEST_KEY);
  const secure = await startTestServer({ config: { tls: { certPath, keyPath } } });
  const answer = await new Promise<number | undefined>((resolve, reject) => {
    const { port } = new URL(secure.url);
    request({ host: '127.0.0.1', port, path: '/api/health', ca: TEST_CERTIFICATE, servername: 'localhost' })
      .on('response', (response) => resolve(response.resume().statusCode))
      .on('error', reject)
      .end();
  });
  expect(answer).toBe(200);
  await writeFile(keyPath, 'not a key');
  await expect(createServer(secure.deps)).rejects.toThrow(
    /^TLS_CERT and TLS_KEY are not a certificate and its key/,
  );
  await secure.stop();
  await rm(folder, { recursive: true });
});
