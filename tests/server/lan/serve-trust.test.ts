import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TrustedAuthority } from '../../../src/server/lan/prepare-lan.ts';
import { serveTrust, type TrustListener } from '../../../src/server/lan/serve-trust.ts';

const authority: TrustedAuthority = {
  name: 'Vitrine, <studio>',
  pem: '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n',
  der: Buffer.from('a certificate'),
  fingerprint: Array.from({ length: 32 }, (_, index) => `A${index % 10}`).join(':'),
};
const at = { host: '127.0.0.1', port: 0, hosts: ['192.168.1.9', 'studio.local', '127.0.0.1', 'fd12::7'] };
const address = 'https://192.168.1.9:8000';

let own: TrustListener;
let known: TrustListener;
beforeAll(async () => {
  own = await serveTrust({ authority, address, otherAddresses: ['https://studio.local:8000'] }, at);
  known = await serveTrust({ authority: null, address, otherAddresses: [] }, at);
});
afterAll(async () => {
  await own?.close();
  await known?.close();
});

function ask(path: string, headers: Record<string, string> = {}, method = 'GET', of = own) {
  return new Promise<{ status: number; headers: Record<string, unknown>; text: string }>(
    (resolve, reject) => {
      const asking = request({ host: '127.0.0.1', port: of.port, path, method, headers }, (answer) => {
        let text = '';
        answer.on('data', (chunk) => {
          text += String(chunk);
        });
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }));
      });
      asking.on('error', reject);
      asking.end();
    },
  );
}

test('one page without script, in the language of the browser, with address and fingerprint', async () => {
  const page = await ask('/', { 'accept-language': 'de, es-MX;q=0.8, en;q=0.5' });
  expect(page.status).toBe(200);
  expect(page.text).toContain('<html lang="es">');
  expect(page.text).toContain(`href="${address}/"`);
  expect(page.text).toContain('https://studio.local:8000/');
  expect(page.text).toContain(authority.fingerprint.slice(0, 47));
  expect(page.text).toContain(authority.fingerprint.slice(48));
  expect(page.text).toContain('Vitrine, &#60;studio&#62;');
  expect(page.text).not.toMatch(/<script|<studio>|\son\w+=|\{name\}/);
  expect(page.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-[^' ]+';/);
  expect((await ask('/')).text).toContain('<html lang="en">');
  expect((await ask('/?lang=es')).text).toContain('<html lang="es">');
});

test.each([
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.0 Safari/605', ['iPad and iPhone', 'Mac (']],
  ['Mozilla/5.0 (Linux; Android 15) Chrome/140', ['Android']],
  ['Mozilla/5.0 (Windows NT 10.0) Chrome/140', ['Windows']],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko Firefox/140.0', ['Firefox']],
  ['', ['iPad and iPhone']],
])('the device that asks (%s) is told first', async (agent, titles) => {
  const { text } = await ask('/', { 'user-agent': agent });
  const open = [...text.matchAll(/<details open><summary>([^<]+)/g)].map(([, title]) => title);
  expect(open).toEqual(titles.map((title) => expect.stringContaining(title)));
  expect(text.indexOf('<details>')).toBeGreaterThan(text.lastIndexOf('<details open>'));
});

test('the authority as certificate and as profile, and never a key', async () => {
  const certificate = await ask('/vitrine.crt');
  expect(certificate.headers['content-type']).toBe('application/x-x509-ca-cert');
  expect(certificate.text).toBe(authority.pem);
  const profile = await ask('/vitrine.mobileconfig');
  expect(profile.headers['content-type']).toBe('application/x-apple-aspen-config');
  expect(profile.text).toContain(`<data>${authority.der.toString('base64')}</data>`);
  expect(profile.text).toContain('<string>com.apple.security.root</string>');
  expect(profile.text).toContain('Vitrine, &#60;studio&#62;');
  expect((await ask('/vitrine.mobileconfig')).text).toBe(profile.text);
});

test('nothing else is there', async () => {
  for (const path of [
    '/api/config/',
    '/index.html',
    '/vitrine.crt/',
    '/../authority.pem',
    '/lan/server.pem',
    '//',
    '*',
  ])
    expect((await ask(path)).status, path).toBe(404);
  for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS', 'TRACE'])
    expect((await ask('/', {}, method)).status, method).toBe(405);
  const head = await ask('/', {}, 'HEAD');
  expect([head.status, head.text]).toEqual([200, '']);
});

test.each([
  'evil.example',
  '192.168.1.9.evil.example',
  '192.168.1.10',
  'studio.local@evil.example',
  'evil.example#studio.local',
  'studio.local/',
  `${'a'.repeat(600)}.local`,
])('under the name %s nothing is told', async (host) => {
  const { status, text } = await ask('/', { host });
  expect(status).toBe(421);
  expect(text).toBe(`This server is not reached by that name: please use ${address}/.\n`);
});

test.each(['192.168.1.9:8001', 'STUDIO.local', '[fd12::7]:8001', '[fd12:0::7]'])(
  'under %s it answers',
  async (host) => {
    expect((await ask('/', { host })).status).toBe(200);
  },
);

test('headers without end are refused, and so is what is no HTTP', async () => {
  expect((await ask('/', { 'x-long': 'a'.repeat(9_000) })).status).toBe(431);
  const socket = connect(own.port, '127.0.0.1');
  let text = '';
  socket.on('data', (chunk) => {
    text += String(chunk);
  });
  socket.write('\u0016\u0003\u0001 hello\r\n\r\n');
  await once(socket, 'close');
  expect(text).toMatch(/^HTTP\/1\.1 400 /);
});

test('with a certificate that devices know nothing is to be installed', async () => {
  const { text } = await ask('/', {}, 'GET', known);
  expect(text).toContain('Nothing is to be installed here');
  expect(text).toContain(`href="${address}/"`);
  expect(text).not.toMatch(/vitrine\.(?:crt|mobileconfig)|Fingerprint/);
  expect((await ask('/vitrine.crt', {}, 'GET', known)).status).toBe(404);
  expect((await ask('/vitrine.mobileconfig', {}, 'GET', known)).status).toBe(404);
});
