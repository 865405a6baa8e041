import type { NetworkInterfaceInfo } from 'node:os';
import { expect, test } from 'vitest';
import { readConfig } from '../../../src/server/config.ts';

const machine = {
  hostname: 'studio',
  interfaces: { en0: [{ address: '192.168.1.9', family: 'IPv4', internal: false } as NetworkInterfaceInfo] },
};
const places = { rootDir: process.cwd(), migrationsDir: '/migrations', workersDir: '/workers' };
const read = (environment: Record<string, string>, on = machine) =>
  readConfig({ LAN: 'on', ...environment }, places, on);

test('LAN=on listens everywhere, over TLS of its own, and answers to just the names of this machine', () => {
  expect(read({ DATA_DIR: '/data' })).toMatchObject({
    host: '0.0.0.0',
    publicUrl: 'https://192.168.1.9:8000',
    allowedHosts: ['192.168.1.9', 'studio.local', 'localhost', '127.0.0.1', '[::1]'],
    tls: { certPath: '/data/lan/server.pem', keyPath: '/data/lan/server.pem' },
    lan: { hosts: ['192.168.1.9', 'studio.local', 'localhost', '127.0.0.1', '::1'], trustPort: 8001 },
  });
  expect(read({ HOST: '192.168.1.9', LAN_HTTP_PORT: '80' })).toMatchObject({
    host: '192.168.1.9',
    lan: { trustPort: 80 },
  });
});

test('PUBLIC_URL says another name, and TLS_CERT a certificate of one’s own', () => {
  expect(read({ PUBLIC_URL: 'https://vitrine.home.arpa:8000' })).toMatchObject({
    publicUrl: 'https://vitrine.home.arpa:8000',
    lan: { hosts: ['vitrine.home.arpa', '192.168.1.9', 'studio.local', 'localhost', '127.0.0.1', '::1'] },
  });
  expect(read({ PUBLIC_URL: 'https://studio.example', TLS_CERT: '/c.pem', TLS_KEY: '/k.pem' })).toMatchObject(
    {
      publicUrl: 'https://studio.example',
      tls: { certPath: '/c.pem', keyPath: '/k.pem' },
      lan: { ownFiles: null },
    },
  );
});

test.each([
  [{ PUBLIC_URL: 'http://192.168.1.9:8000' }, /PUBLIC_URL must begin with https/],
  [{ PUBLIC_URL: 'https://studio.example' }, /for studio\.example set TLS_CERT and TLS_KEY\.$/],
  [{ PORT: '65535' }, /^LAN_HTTP_PORT must be another port than PORT/],
  [{ LAN_HTTP_PORT: '8000' }, /^LAN_HTTP_PORT must be another port than PORT/],
  [{ LAN: 'yes' }, /^LAN must be on or off\.$/],
])('%o is refused in one sentence', (environment, sentence) => {
  expect(() => read(environment as Record<string, string>)).toThrow(sentence);
});

test('a machine without a network is told so', () => {
  expect(() => read({}, { hostname: 'localhost', interfaces: { en0: [] } })).toThrow(
    'LAN=on found no address of a local network: connect this machine to one.',
  );
});

test('without LAN nothing of it is there', () => {
  expect(readConfig({}, places, machine)).toMatchObject({
    host: '127.0.0.1',
    publicUrl: 'http://localhost:8000',
    allowedHosts: null,
    lan: null,
    tls: null,
  });
});
