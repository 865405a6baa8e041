import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, createServer } from 'node:tls';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { keepAuthority, pickCertificate } from '../../../src/server/lan/authority.ts';
import { keepServerCertificate } from '../../../src/server/lan/keep-server-certificate.ts';

const NOW = new Date('2026-11-20T12:00:00Z');
const DAY_MS = 86_400_000;
const HOSTS = ['192.168.1.9', 'fd12::7', 'studio.local', 'localhost', '127.0.0.1', '::1'];
const later = (days: number) => new Date(NOW.getTime() + days * DAY_MS);

let parent: string;
let folder: string;
let path: string;
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'vitrine-lan-'));
  folder = join(parent, 'lan');
  path = join(folder, 'server.pem');
});
afterEach(() => rm(parent, { recursive: true, force: true }));

/** A start of the server at a moment. @returns Both certificates. */
async function start(hosts = HOSTS, now = NOW) {
  const authority = await keepAuthority(folder, 'studio', now);
  await keepServerCertificate(path, authority, hosts, now);
  return {
    authority: new X509Certificate(authority.certificate.toString('pem')),
    server: new X509Certificate(pickCertificate(await readFile(path, 'utf8'))),
  };
}

test('a certificate as Apple asks for it, signed by an authority of ten years whose key is the owner’s alone', async () => {
  const { authority, server } = await start();
  expect(server.subjectAltName?.split(', ')).toEqual([
    'IP Address:192.168.1.9',
    'IP Address:FD12:0:0:0:0:0:0:7',
    'DNS:studio.local',
    'DNS:localhost',
    'IP Address:127.0.0.1',
    'IP Address:0:0:0:0:0:0:0:1',
  ]);
  const lifetimeDays = (Date.parse(server.validTo) - Date.parse(server.validFrom)) / DAY_MS;
  expect(lifetimeDays).toBeLessThanOrEqual(397);
  expect(server.keyUsage).toEqual(['1.3.6.1.5.5.7.3.1']);
  expect(server.ca).toBe(false);
  expect(server.checkIssued(authority)).toBe(true);
  expect(server.verify(authority.publicKey)).toBe(true);
  expect(authority.ca).toBe(true);
  expect(authority.subject).toBe('O=Vitrine\nCN=Vitrine (studio)');
  expect(Date.parse(authority.validTo)).toBeGreaterThan(later(3_640).getTime());
  for (const file of [join(folder, 'authority.pem'), path]) {
    expect((await stat(file)).mode & 0o777, file).toBe(0o600);
  }
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
});

test('the authority stays, the certificate is made anew for other addresses and after a month', async () => {
  const first = await start();
  expect((await start(HOSTS, later(20))).server.serialNumber).toBe(first.server.serialNumber);

  const moved = await start(['192.168.1.10', ...HOSTS.slice(1)], later(20));
  expect(moved.server.subjectAltName).toContain('192.168.1.10');
  expect(moved.server.subjectAltName).not.toContain('192.168.1.9');
  expect((await start(['192.168.1.10', ...HOSTS.slice(1)], later(60))).server.serialNumber).not.toBe(
    moved.server.serialNumber,
  );
  const fewer = await start(HOSTS.slice(2), later(60));
  expect(fewer.server.subjectAltName?.split(', ')).toHaveLength(4);
  expect(fewer.authority.fingerprint256).toBe(first.authority.fingerprint256);
});

test('a certificate that another authority signed, or that is damaged, is made anew; rights are mended', async () => {
  const first = await start();
  await rm(join(folder, 'authority.pem'));
  const second = await start();
  expect(second.authority.fingerprint256).not.toBe(first.authority.fingerprint256);
  expect(second.server.verify(second.authority.publicKey)).toBe(true);
  await writeFile(path, 'nothing');
  await chmod(join(folder, 'authority.pem'), 0o644);
  expect((await start()).server.verify(second.authority.publicKey)).toBe(true);
  expect((await stat(join(folder, 'authority.pem'))).mode & 0o777).toBe(0o600);
});

test('an authority that is damaged or over stops the start in words', async () => {
  await start();
  await expect(start(HOSTS, later(3_700))).rejects.toThrow(/authority\.pem is over: delete it/);
  await writeFile(join(folder, 'authority.pem'), 'nothing');
  await expect(start()).rejects.toThrow(/authority\.pem is damaged: delete it/);
});

test('processes that start at once have one authority', async () => {
  const made = await Promise.all([1, 2, 3, 4].map(() => keepAuthority(folder, 'studio', NOW)));
  const prints = made.map(({ certificate }) => certificate.serialNumber);
  expect(new Set(prints).size).toBe(1);
});

test('a device that trusts the authority believes it for the local network and for nothing else', async () => {
  const hosts = ['127.0.0.1', 'studio.local', 'bank.example', '8.8.8.8'];
  const { authority } = await start(hosts.slice(0, 2), new Date());
  const ca = authority.toString();
  const pem = await readFile(path);
  expect(await tell(pem, ca, 'studio.local')).toBe('trusted');
  await keepServerCertificate(path, await keepAuthority(folder, 'studio', NOW), hosts, new Date());
  expect(await tell(await readFile(path), ca, 'bank.example')).toBe('permitted subtree violation');
});

/** What a client that trusts `ca` says of a server with this file. */
async function tell(pem: Buffer, ca: string, servername: string): Promise<string> {
  const server = createServer({ cert: pem, key: pem });
  server.on('tlsClientError', () => {});
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const socket = connect({ host: '127.0.0.1', port, ca, servername, rejectUnauthorized: true });
  try {
    return await once(socket, 'secureConnect').then(
      () => 'trusted',
      (error: Error) => error.message,
    );
  } finally {
    socket.destroy();
    server.close();
  }
}
