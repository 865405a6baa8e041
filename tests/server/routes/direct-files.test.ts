import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ConfigBody } from '../../../src/contract/http/instance.ts';
import { type S3Server, startS3 } from '../../support/s3/start-s3.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';
import { storeFile } from '../../support/store-file.ts';

let s3: S3Server;
let server: TestServer;
beforeAll(async () => {
  s3 = await startS3();
  const publicEndpoint = s3.settings.endpoint;
  server = await startTestServer({ config: { files: { s3: s3.settings, kind: 's3', publicEndpoint } } });
});
afterAll(async () => {
  await server?.stop();
  await s3?.stop();
});

async function keep(bytes: Uint8Array): Promise<string> {
  const { services, database } = server.deps;
  const kind = { contentType: 'model/gltf-binary' } as const;
  const { hash } = await storeFile({ db: database.db, storage: services.storage }, bytes, kind);
  return server.url + services.urls.of('').sign(hash, 'all');
}
const large = (first: number) => new Uint8Array(600 * 1024).fill(1).fill(first, 0, 1);

test('a large file comes straight from the store to whoever asks for that, and from here to everybody else', async () => {
  const bytes = large(2);
  const address = await keep(bytes);
  const plain = await fetch(address);
  expect([plain.redirected, plain.status]).toEqual([false, 200]);
  expect((await plain.arrayBuffer()).byteLength).toBe(bytes.length);

  const led = await fetch(`${address}&direct=true`, { redirect: 'manual' });
  expect([led.status, led.headers.get('cache-control')]).toEqual([307, 'no-store']);
  expect(new URL(led.headers.get('location') ?? '').origin).toBe(s3.settings.endpoint);
  const straight = await fetch(`${address}&direct=true`, { headers: { origin: 'http://localhost' } });
  expect([straight.redirected, straight.status]).toEqual([true, 200]);
  expect(straight.headers.get('content-type')).toBe('model/gltf-binary');
  expect(straight.headers.get('access-control-allow-origin')).toBe('*');
  const digest = createHash('sha256').update(Buffer.from(await straight.arrayBuffer()));
  expect(address).toContain(digest.digest('hex'));
  const named = await fetch(`${address}&direct=true&download=${encodeURIComponent('Sofá.glb')}`);
  expect(named.headers.get('content-disposition')).toContain("filename*=UTF-8''Sof%C3%A1.glb");
});

test('a small one comes from here, and without the right signature nothing leads anywhere', async () => {
  const small = await fetch(`${await keep(new Uint8Array(1000))}&direct=true`);
  expect([small.redirected, small.status]).toEqual([false, 200]);
  const address = await keep(large(3));
  for (const other of [
    address.replace(/signature=.../, 'signature=abc'),
    address.replace(/expires=\d/, 'expires=9'),
    address.replace(/files\/..../, 'files/0000'),
  ]) {
    const answer = await fetch(`${other}&direct=true`, { redirect: 'manual' });
    expect([answer.status, answer.headers.get('location')]).toEqual([404, null]);
  }
});

test('a file that is gone from the store is told of here, and the page is told that it may ask there', async () => {
  const address = await keep(large(4));
  const [, hash = ''] = /files\/([0-9a-f]{64})/.exec(address) ?? [];
  await fetch(`${s3.settings.endpoint}/vitrine/files/${hash.slice(0, 2)}/${hash.slice(2, 4)}/${hash}`, {
    method: 'DELETE',
  });
  const answer = await fetch(`${address}&direct=true`, { redirect: 'manual' });
  expect(await answer.json()).toMatchObject({ code: 'file-damaged' });
  const config = await fetch(`${server.url}/api/config/`);
  expect(ConfigBody.parse(await config.json()).direct_files).toBe(true);
  const page = await fetch(`${server.url}/api/config/`);
  expect(page.headers.get('content-security-policy')).toContain(s3.settings.endpoint);
});
