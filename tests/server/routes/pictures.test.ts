import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { flatPicture, writeFlatPng } from '../../support/pictures.ts';
import { type Person, startTestServer, type TestServer } from '../../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

async function send(person: Person | null, bytes: Uint8Array, field = 'picture', name = 'gradient.webp') {
  const form = new FormData();
  form.set(field, new Blob([new Uint8Array(bytes)]), name);
  const headers = person?.headers ?? {};
  const answer = await fetch(`${server.url}/api/picture/`, { method: 'POST', headers, body: form });
  return { status: answer.status, body: await answer.json() };
}

async function isStored(person: Person, hash: string): Promise<unknown> {
  const answer = await fetch(`${server.url}/api/picture/${hash}/`, { headers: person.headers });
  return answer.json();
}

test('a picture is kept as it came, by its hash, and only its owner hears of it', async () => {
  const [ada, bob] = [await server.signUp(), await server.signUp()];
  const bytes = await flatPicture('#405060', 'webp', 64);
  const hash = createHash('sha256').update(bytes).digest('hex');
  expect(await isStored(ada, hash)).toEqual({ is_stored: false });
  expect(await send(ada, bytes)).toEqual({ status: 201, body: { hash } });
  expect(await isStored(ada, hash)).toEqual({ is_stored: true });
  expect(await isStored(bob, hash)).toEqual({ is_stored: false });
  // Sent again it is the same file.
  expect(await send(ada, bytes)).toEqual({ status: 201, body: { hash } });
  expect(await send(bob, bytes)).toEqual({ status: 201, body: { hash } });
  expect(await isStored(bob, hash)).toEqual({ is_stored: true });
});

test('what is no picture, or too much of one, is refused in words', async () => {
  const person = await server.signUp();
  const refused = async (bytes: Uint8Array, code: string, field?: string) => {
    const { status, body } = await send(person, bytes, field);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
    expect(body).toMatchObject({ code, error: expect.stringMatching(/\w+ \w+/) });
  };
  const text = (content: string) => new TextEncoder().encode(content);
  await refused(text('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'file-format-unsupported');
  await refused(text('hello there'), 'image-unreadable');
  await refused(new Uint8Array(), 'file-empty');
  await refused((await flatPicture('#405060')).subarray(0, 40), 'image-unreadable');
  await refused(writeFlatPng(16_384, 16_384), 'image-too-large');
  await refused(await flatPicture('#405060'), 'invalid-request', 'file');
  expect(await send(null, await flatPicture('#405060'))).toMatchObject({ status: 401 });
  expect(await isStored(person, 'e'.repeat(63))).toMatchObject({ code: 'invalid-request' });
});
