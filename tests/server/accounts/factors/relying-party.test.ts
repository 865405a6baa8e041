import { expect, test } from 'vitest';
import { AppError } from '../../../../src/contract/failure.ts';
import { relyingParty } from '../../../../src/server/accounts/factors/relying-party.ts';

const PUBLIC_URL = 'https://vitrine.example.com';
const anyName = { publicUrl: 'http://localhost:8000', allowedHosts: null };
const at = (host: string) => ({ protocol: 'http', host }) as const;

test('passkeys are for PUBLIC_URL, by whatever name a call comes', () => {
  const config = { publicUrl: PUBLIC_URL, allowedHosts: ['vitrine.example.com', 'localhost'] };
  const party = { id: 'vitrine.example.com', origin: PUBLIC_URL };
  expect(relyingParty(config, at('localhost:8000'))).toEqual(party);
});

test.each([
  ['studio.local:8000', { id: 'studio.local', origin: 'http://studio.local:8000' }],
  ['localhost:80', { id: 'localhost', origin: 'http://localhost' }],
])('without it they are for the name by which the page was opened: %s', (host, party) => {
  expect(relyingParty(anyName, at(host))).toEqual(party);
});

test.each(['127.0.0.1:8000', '[::1]:8000', '0x7f.1', 'not a host', ''])('there are none at "%s"', (host) => {
  expect(() => relyingParty(anyName, at(host))).toThrow(new AppError({ code: 'not-configured' }));
});

test('there are none where PUBLIC_URL is an address in numbers', () => {
  const config = { publicUrl: 'http://192.168.1.9:8000', allowedHosts: ['192.168.1.9', 'localhost'] };
  expect(() => relyingParty(config, at('localhost:8000'))).toThrow(new AppError({ code: 'not-configured' }));
});
