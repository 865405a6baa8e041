import { expect, test } from 'vitest';
import { isOutsideUrl, isPublicAddress, lookupPublic } from '../../../src/server/outside/public-addresses.ts';
import { isPushEndpoint } from '../../../src/server/push/is-push-endpoint.ts';

test('an address of a push service is https, on the internet, by its name; or one that the configuration names', () => {
  const own = ['http://10.0.0.5:8080'];
  for (const endpoint of [
    'https://fcm.googleapis.com/fcm/send/abc:def',
    'https://updates.push.services.mozilla.com/wpush/v2/abc',
    'https://web.push.apple.com/abc',
    'http://10.0.0.5:8080/push/1',
  ])
    expect(isPushEndpoint(endpoint, own), endpoint).toBe(true);
  for (const endpoint of [
    'http://fcm.googleapis.com/x',
    'https://fcm.googleapis.com:8443/x',
    'https://name:word@fcm.googleapis.com/x',
    'https://127.0.0.1/x',
    'https://2130706433/x',
    'https://0x7f.1/x',
    'https://[::1]/x',
    'https://[2a00:1450::1]/x',
    'https://8.8.8.8/x',
    'https://localhost/x',
    'https://localhost./x',
    'https://postgres/x',
    'https://nas.local/x',
    'https://db.internal/x',
    'http://10.0.0.5:8081/push/1',
    'ftp://fcm.googleapis.com/x',
    'javascript:alert(1)',
    'fcm.googleapis.com',
    '',
  ])
    expect(isPushEndpoint(endpoint, own), endpoint).toBe(false);
});

test('an address that a person gives may name a port; that of a push service may not', () => {
  expect(isOutsideUrl('https://shop.example.com:8443/hook', [])).toBe(true);
  expect(isPushEndpoint('https://shop.example.com:8443/hook', [])).toBe(false);
  expect(isOutsideUrl('https://127.0.0.1:8443/hook', [])).toBe(false);
  expect(isOutsideUrl('http://shop.example.com/hook', [])).toBe(false);
});

test('an address inside of a network is nobody’s on the internet, in whichever way it is written', () => {
  for (const address of ['8.8.8.8', '2a00:1450:4001:81b::200e', '2600::1'])
    expect(isPublicAddress(address), address).toBe(true);
  for (const address of [
    ...['0.0.0.0', '10.1.2.3', '100.64.0.1', '127.0.0.1', '169.254.169.254', '172.31.255.255', '192.168.0.1'],
    ...['192.0.0.192', '198.18.0.1', '224.0.0.1', '255.255.255.255'],
    ...['::', '::1', '::ffff:127.0.0.1', '::ffff:7f00:1', '64:ff9b::7f00:1', 'fe80::1', 'fd00::1', 'ff02::1'],
    ...['2001:db8::1', '2002:7f00:1::', '2001::1', 'localhost', ''],
  ])
    expect(isPublicAddress(address), address).toBe(false);
});

test('a name that leads inside is not followed', async () => {
  for (const all of [true, false]) {
    const error = await new Promise((resolve) =>
      lookupPublic('localhost', { all }, (failure) => resolve(failure)),
    );
    expect(String(error)).toContain('no public address');
  }
});
