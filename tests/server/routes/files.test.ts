import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../support/server.ts';
import { storeFile } from '../../support/store-file.ts';

let server: TestServer;
let address: string;
const BYTES = new TextEncoder().encode('0123456789');
beforeAll(async () => {
  server = await startTestServer();
  const { services, database } = server.deps;
  const kind = { contentType: 'image/png' } as const;
  const { hash } = await storeFile({ db: database.db, storage: services.storage }, BYTES, kind);
  address = server.url + services.urls.of('').sign(hash, 'all');
});
afterAll(() => server.stop());

const read = (headers: Record<string, string> = {}) => fetch(address, { headers });

test('a signed address gives the file, for good and for this browser only', async () => {
  const answer = await read();
  expect(answer.status).toBe(200);
  expect(await answer.text()).toBe('0123456789');
  expect(answer.headers.get('content-type')).toBe('image/png');
  expect(answer.headers.get('content-length')).toBe('10');
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  expect(answer.headers.get('cache-control')).toMatch(/^private, max-age=\d+, immutable$/);
  expect(answer.headers.get('content-disposition')).toBeNull();
  const again = await read({ 'if-none-match': answer.headers.get('etag') ?? '' });
  expect(again.status).toBe(304);
});

test('parts of it are served as asked', async () => {
  const part = async (range: string, more = {}) => {
    const answer = await read({ range, ...more });
    return `${answer.status} ${answer.headers.get('content-range')} ${await answer.text()}`;
  };
  expect(await part('bytes=2-4')).toBe('206 bytes 2-4/10 234');
  expect(await part('bytes=7-')).toBe('206 bytes 7-9/10 789');
  expect(await part('bytes=-3')).toBe('206 bytes 7-9/10 789');
  expect(await part('bytes=8-99')).toBe('206 bytes 8-9/10 89');
  expect(await part('bytes=10-')).toBe('416 bytes */10 ');
  expect(await part('bytes=0-1,3-4')).toBe('200 null 0123456789');
  expect(await part('bytes=2-4', { 'if-range': '"other"' })).toBe('200 null 0123456789');
});

test('a download is called what was asked, whatever the name contains', async () => {
  const answer = await fetch(`${address}&download=${encodeURIComponent('Sofá "x"\r\n.png')}`);
  expect(answer.headers.get('content-disposition')).toBe(
    `attachment; filename="Sof_ _x___.png"; filename*=UTF-8''Sof%C3%A1%20%22x%22%0D%0A.png`,
  );
});

test('without the right signature there is nothing here', async () => {
  for (const other of [
    address.replace(/signature=.../, 'signature=abc'),
    address.replace(/expires=\d/, 'expires=9'),
    address.replace('?', `?session=${randomUUID()}&`),
    address.replace(/files\/..../, 'files/0000'),
    address.replace(/files\/[0-9a-f]+/, 'files/..%2f..%2fetc%2fpasswd'),
  ]) {
    const answer = await fetch(other);
    expect(answer.status).toBe(404);
    expect(answer.headers.get('cache-control')).toBe('no-store');
  }
  expect((await fetch(address.replace(/\?.*/, ''))).status).toBe(400);
});
