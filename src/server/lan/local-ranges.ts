import { BlockList, isIP } from 'node:net';

/**
 * Addresses that no network routes to from outside (IANA's special-purpose registries, RFC 6890): what the authority may
 * vouch for, and what a machine is asked by in its own network.
 */
export const LOCAL_RANGES = [
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.2.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '::1/128',
  'fc00::/7',
] as const;

/** Names that are nobody's outside: mDNS (RFC 6762), RFC 6761, RFC 8375, and ICANN's for private use. */
export const LOCAL_DOMAINS = ['local', 'localhost', 'home.arpa', 'internal'] as const;

const ranges = new BlockList();
for (const range of LOCAL_RANGES) {
  const [start = '', bits] = range.split('/');
  ranges.addSubnet(start, Number(bits), isIP(start) === 6 ? 'ipv6' : 'ipv4');
}

/**
 * Whether the authority of a local network may vouch for it.
 *
 * @param host An address without brackets, or a name in lower case.
 */
export function isLocalHost(host: string): boolean {
  const version = isIP(host);
  if (version !== 0) return ranges.check(host, version === 6 ? 'ipv6' : 'ipv4');
  return LOCAL_DOMAINS.some((domain) => host === domain || host.endsWith(`.${domain}`));
}
