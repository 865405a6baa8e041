import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { createS3Storage } from '../../../src/server/storage/s3-storage.ts';
import { span } from '../../../src/server/tracing/span.ts';
import {
  startCompanyProvider,
  visitProvider,
} from '../../support/company-provider/start-company-provider.ts';
import { startFakeGoogle } from '../../support/fake-google/start-fake-google.ts';
import { startS3 } from '../../support/s3/start-s3.ts';
import { startTestServer } from '../../support/server.ts';
import { attributeOf, CLIENT, traceEachTest } from '../../support/trace-collector.ts';

/** What the server asks of those who vouch for people, and of the store, stands in the trace of what caused it, and never about whom. */

const { collector, tracing } = traceEachTest();

/** Of whoever is asked: what their spans are called, where they belong and what came of them. */
function told(peer: string, origin: string) {
  const spans = collector.spans().filter((one) => attributeOf(one, 'peer.service') === peer);
  const at = ['127.0.0.1', Number(new URL(origin).port)];
  for (const one of spans) {
    expect(one.kind).toBe(CLIENT);
    expect([attributeOf(one, 'server.address'), attributeOf(one, 'server.port')]).toEqual(at);
  }
  const nameOf = (id: string | undefined) => collector.spans().find(({ spanId }) => spanId === id)?.name;
  return spans.map((one) => [
    one.name,
    nameOf(one.parentSpanId),
    attributeOf(one, 'http.response.status_code'),
    attributeOf(one, 'error.type'),
  ]);
}
function expectUnsaid(secrets: readonly string[]): void {
  for (const secret of secrets) expect(collector.said().includes(secret), secret).toBe(false);
}

test('a sign-in through the company’s provider: where it is found, what it gives for a code, and what it says of somebody', async () => {
  const path = '/api/users/auth/company/';
  const publicUrl = 'https://vitrine.example.com';
  const provider = await startCompanyProvider(`${publicUrl}${path}back/`);
  const { issuer, clientId, clientSecret } = provider;
  const asked = {
    name: 'Example',
    scope: 'openid email',
    trustsEmail: true,
    staff: null,
    endsSessions: true,
  };
  const company = { issuer, clientId, clientSecret, ...asked };
  const server = await startTestServer({ config: { company, publicUrl, rateLimitFactor: 0 } });
  const post = async (url: string, payload: object, cookie: string) => {
    const answer = await fetch(`${server.url}${url}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: publicUrl, cookie },
      body: JSON.stringify(payload),
    });
    expect(answer.status).toBe(200);
    const cookies = answer.headers.getSetCookie().map((line) => line.split(';')[0] ?? '');
    return { body: await answer.json(), cookies };
  };
  const begun = await post(path, {}, '');
  const back = new URL(await visitProvider(issuer).answer(begun.body.url, { name: 'ada' }));
  const session = await post(`${path}answer/`, { answer: back.search.slice(1) }, begun.cookies.join('; '));
  await server.stop();
  await provider.stop();
  await tracing.close();
  expect(told('company', issuer)).toEqual([
    ['GET /.well-known/openid-configuration', `POST ${path}`, 200, undefined],
    ['POST /token', `POST ${path}answer/`, 200, undefined],
    ['GET /me', `POST ${path}answer/`, 200, undefined],
  ]);
  const token = session.cookies.find((line) => line.startsWith('vitrine_vouched='))?.split('=')[1] ?? '';
  expect(token.length).toBeGreaterThan(100);
  expectUnsaid(['ada@example.com', back.searchParams.get('code') ?? '', token, clientSecret]);
});

test('a sign-in through Google, whose keys are asked for', async () => {
  const google = await startFakeGoogle();
  const config = { google: { clientId: 'client', issuer: google.issuer } };
  const server = await startTestServer({ config });
  const url = `${server.url}/api/users/auth/google/`;
  const sign = async () => {
    const asked = await fetch(url);
    const { nonce } = (await asked.json()) as { nonce: string };
    const credential = await google.mint('client', nonce);
    const [cookie = ''] = asked.headers.getSetCookie();
    const headers = { 'content-type': 'application/json', origin: server.url, cookie: cookie.split(';')[0]! };
    const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ credential }) });
    return { credential, status: answer.status };
  };
  await google.set({ user: { sub: 'ada of google', email: 'ada@example.com' } });
  const { credential, status } = await sign();
  expect(status).toBe(200);
  await server.stop();
  await google.stop();
  await tracing.close();
  const call = 'POST /api/users/auth/google/';
  expect(told('google', google.issuer)).toEqual([
    ['GET /.well-known/openid-configuration', call, 200, undefined],
    [expect.stringMatching(/^GET \/\S+$/), call, 200, undefined],
  ]);
  expectUnsaid(['ada@example.com', 'ada of google', credential]);
});

test('each call to an S3-compatible store, by what is done and not with which file; an address that is signed is none', async () => {
  const s3 = await startS3();
  const incoming = await mkdtemp(join(tmpdir(), 'vitrine-incoming-'));
  const { settings } = s3;
  const storage = createS3Storage(settings, incoming, settings.endpoint);
  const { hash } = await span('upload', {}, async () => {
    const stored = await storage.put(Readable.from([Buffer.from('a picture')]));
    await storage.address(stored.hash, { contentType: 'image/webp' });
    await storage.delete(stored.hash);
    expect(await storage.size(stored.hash)).toBeNull();
    return stored;
  });
  // What a process does by itself is no trace.
  await storage.size(hash);
  storage.close();
  await s3.stop();
  await rm(incoming, { recursive: true });
  await tracing.close();
  expect(told('s3', settings.endpoint)).toEqual([
    ['S3.PutObject', 'upload', 200, undefined],
    ['S3.DeleteObject', 'upload', 204, undefined],
    ['S3.HeadObject', 'upload', 404, '404'],
  ]);
  const [first] = collector.spans().filter(({ name }) => name === 'S3.PutObject');
  expect(first && [attributeOf(first, 'rpc.system.name'), attributeOf(first, 'rpc.method')]).toEqual([
    'aws-api',
    'PutObject',
  ]);
  expectUnsaid([hash, 'S3RVER']);
});
