import JSZip from 'jszip';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fetchMyData } from '../../../../src/app/features/account/fetch-my-data.ts';
import { openDevice } from '../../../support/real-outside.ts';
import { startTestServer, type TestServer } from '../../../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

test('the person’s own data come as one ZIP, and how much has come is told on the way', async () => {
  const person = await server.signUp();
  const app = openDevice(server.url, person);
  const told: number[] = [];
  const file = await fetchMyData(app, (bytes) => told.push(bytes), new AbortController().signal);
  expect(told.at(-1)).toBe(file.size);
  const zip = await JSZip.loadAsync(await file.arrayBuffer());
  const account = await zip.file('account.json')!.async('string');
  expect(account).toContain(person.email);
});

test('given up, it is a cancellation; broken off, the server cannot be reached', async () => {
  const app = openDevice(server.url, await server.signUp());
  const stop = new AbortController();
  stop.abort();
  await expect(fetchMyData(app, () => {}, stop.signal)).rejects.toMatchObject({ name: 'AbortError' });
  const { fetch } = app.outside;
  const cut = new ReadableStream({ pull: (controller) => controller.error(new TypeError('cut')) });
  const broken = {
    ...app,
    outside: {
      ...app.outside,
      fetch: (input: string, init?: RequestInit) =>
        input.endsWith('/export/') ? Promise.resolve(new Response(cut)) : fetch(input, init),
    },
  };
  await expect(fetchMyData(broken, () => {}, new AbortController().signal)).rejects.toMatchObject({
    failure: { code: 'server-unreachable' },
  });
});
