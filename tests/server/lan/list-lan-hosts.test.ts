import type { NetworkInterfaceInfo } from 'node:os';
import { expect, test } from 'vitest';
import { everyAddress, listLanHosts } from '../../../src/server/lan/list-lan-hosts.ts';

const at = (address: string, internal = false) =>
  ({ address, internal, family: address.includes(':') ? 'IPv6' : 'IPv4' }) as NetworkInterfaceInfo;

test('the network card comes before tunnels and containers, IPv4 before IPv6, the name last', () => {
  const interfaces = {
    docker0: [at('172.17.0.1')],
    lo: [at('127.0.0.1', true), at('::1', true)],
    utun3: [at('100.101.102.103')],
    en0: [at('fe80::1'), at('fd12::7'), at('169.254.8.9'), at('192.168.1.9'), at('2001:db8::7')],
  };
  expect(listLanHosts({ hostname: 'Ada’s Mac.fritz.box', interfaces })).toEqual([
    '192.168.1.9',
    '169.254.8.9',
    'fd12::7',
    '172.17.0.1',
    '100.101.102.103',
    'ada-s-mac.local',
  ]);
});

test('addresses that the whole internet can call are none, nor is a name that every machine has', () => {
  const interfaces = { eth0: [at('8.8.8.8'), at('172.32.0.1'), at('2606:4700::1111')] };
  expect(listLanHosts({ hostname: 'localhost', interfaces })).toEqual([]);
});

test('both versions of IP are listened on where the machine has both', () => {
  expect(everyAddress({ interfaces: { lo: [at('127.0.0.1', true), at('::1', true)] } })).toBe('::');
  expect(everyAddress({ interfaces: { lo: [at('127.0.0.1', true)] } })).toBe('0.0.0.0');
});
