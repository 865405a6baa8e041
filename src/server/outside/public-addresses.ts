import { lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { isLocalHost, LOCAL_RANGES } from '../lan/local-ranges.ts';

/** Beside those of local networks: nobody's, multicast, reserved, and ways into IPv4 that IPv6 has (IANA's registries). */
const FURTHER_RANGES = [
  '0.0.0.0/8',
  '192.0.0.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
] as const;
/** All that is routed in IPv6. */
const GLOBAL_UNICAST = '2000::/3';

const closed = new BlockList();
for (const range of [...LOCAL_RANGES, ...FURTHER_RANGES]) add(closed, range);
const unicast = new BlockList();
add(unicast, GLOBAL_UNICAST);

function add(list: BlockList, range: string): void {
  const [start = '', bits] = range.split('/');
  list.addSubnet(start, Number(bits), isIP(start) === 6 ? 'ipv6' : 'ipv4');
}

/** Whether an address is somebody's on the internet. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !closed.check(address, 'ipv4');
  return family === 6 && unicast.check(address, 'ipv6') && !closed.check(address, 'ipv6');
}

/**
 * Whether the server may call an address that a person or a browser gives: one of the internet, by its name and over https, or
 * one of an origin that the configuration names. Where a name leads is checked at each call: {@link lookupPublic}.
 *
 * @param own Origins that the configuration names.
 */
export function isOutsideUrl(address: string, own: readonly string[]): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname, origin, username, password } = new URL(address);
  if (username !== '' || password !== '') return false;
  if (own.includes(origin)) return true;
  const isNamed = isIP(hostname) === 0 && !hostname.startsWith('[') && hostname.includes('.');
  return protocol === 'https:' && isNamed && !isLocalHost(hostname.replace(/\.$/, ''));
}

/** Resolves names to public addresses only: a name of the internet may lead into the network that the server stands in. */
export const lookupPublic: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, found) => {
    if (error !== null) return callback(error, []);
    const open = found.filter(({ address }) => isPublicAddress(address));
    const [first] = open;
    if (first === undefined) return callback(new Error('the name leads to no public address'), []);
    if (options.all === true) callback(null, open);
    else callback(null, first.address, first.family);
  });
};
