import type { NetworkInterfaceInfo } from 'node:os';
import { isLocalHost } from './local-ranges.ts';

/** What the system says of this machine. */
export interface Machine {
  readonly hostname: string;
  readonly interfaces: Readonly<Record<string, readonly NetworkInterfaceInfo[] | undefined>>;
}

/** Interfaces behind which no tablet stands: containers, virtual machines, tunnels. */
const VIRTUAL =
  /^(?:docker|br-|veth|virbr|vmnet|vboxnet|vethernet|utun|tun|tap|wg|zt|tailscale|bridge|podman|cni)/i;
/** As long as a label of a name may be (RFC 1035, 2.3.4). */
const LABEL_MAX_LENGTH = 63;

/**
 * Under which addresses and names devices in the local network find this machine, the likeliest first; addresses without
 * brackets. Link-local IPv6 is none of them: browsers take no address with a zone.
 */
export function listLanHosts({ hostname, interfaces }: Machine): string[] {
  const found = Object.entries(interfaces).flatMap(([name, infos = []]) =>
    infos
      .filter((info) => !info.internal && isLocalHost(info.address))
      .map(({ address, family }) => ({ address, rank: rank(name, address, family) })),
  );
  const addresses = found.sort((a, b) => a.rank - b.rank).map(({ address }) => address);
  const label = mdnsLabel(hostname);
  return [...new Set([...addresses, ...(label === '' ? [] : [`${label}.local`])])];
}

/** Lower is likelier. An address of 169.254 is what a machine gives itself where nobody gave it one. */
function rank(name: string, address: string, family: string): number {
  return (
    (VIRTUAL.test(name) ? 4 : 0) + (family === 'IPv6' ? 2 : 0) + (address.startsWith('169.254.') ? 1 : 0)
  );
}

/** What mDNS calls a machine: the first part of its name. */
function mdnsLabel(hostname: string): string {
  const [first = ''] = hostname.toLowerCase().split('.');
  const label = first.replace(/[^a-z0-9-]+/g, '-').replace(/^-+|-+$/g, '');
  return label === 'localhost' ? '' : label.slice(0, LABEL_MAX_LENGTH);
}

/** The address that means all of this machine's, over both versions of IP where it has both. */
export function everyAddress({ interfaces }: Pick<Machine, 'interfaces'>): '::' | '0.0.0.0' {
  const hasIpv6 = Object.values(interfaces).some((infos) => infos?.some(({ family }) => family === 'IPv6'));
  return hasIpv6 ? '::' : '0.0.0.0';
}
