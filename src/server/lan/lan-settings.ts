import { isIPv6 } from 'node:net';
import { join } from 'node:path';
import { SetupError } from '../process/setup-error.ts';
import { listLanHosts, type Machine } from './list-lan-hosts.ts';
import { isLocalHost } from './local-ranges.ts';

/** How the server is found in the local network, where LAN is on. */
export interface LanSettings {
  /** Addresses without brackets and names, the likeliest first, this machine's own for itself last. */
  readonly hosts: readonly string[];
  /** Port of the page that tells how to trust this server; 0 takes any free one. */
  readonly trustPort: number;
  /** Certificate and key of our own making; null: TLS_CERT and TLS_KEY are used and nothing is made. */
  readonly ownFiles: { readonly certPath: string; readonly keyPath: string } | null;
}

/** What a machine calls itself. */
const LOOPBACK = ['localhost', '127.0.0.1', '::1'] as const;
const MAX_PORT = 65_535;

/**
 * What LAN=on means on this machine.
 *
 * @param given.publicUrl PUBLIC_URL; undefined takes the likeliest address.
 * @throws SetupError where the machine has no such address, or what is set does not go with a local network.
 */
export function readLan(
  given: {
    readonly publicUrl: string | undefined;
    readonly port: number;
    readonly trustPort: number | undefined;
    readonly hasCertificate: boolean;
    readonly dataDir: string;
  },
  machine: Machine,
): { readonly settings: LanSettings; readonly publicUrl: string } {
  const { port, hasCertificate } = given;
  const found = listLanHosts(machine);
  const [best] = found;
  if (given.publicUrl === undefined && best === undefined) {
    throw new SetupError('LAN=on found no address of a local network: connect this machine to one.');
  }
  const publicUrl = new URL(given.publicUrl ?? originOf(best ?? '', port)).origin;
  if (!publicUrl.startsWith('https:'))
    throw new SetupError('With LAN=on PUBLIC_URL must begin with https://.');
  const publicHost = hostOf(publicUrl);
  if (!hasCertificate && !isLocalHost(publicHost)) {
    throw new SetupError(
      `With LAN=on PUBLIC_URL must be an address of the local network or a name that ends with .local; for ${publicHost} set TLS_CERT and TLS_KEY.`,
    );
  }
  const trustPort = given.trustPort ?? (port === 0 ? 0 : port + 1);
  if (trustPort > MAX_PORT || (trustPort === port && port !== 0)) {
    throw new SetupError('LAN_HTTP_PORT must be another port than PORT, and at most 65535.');
  }
  const ownFile = join(given.dataDir, 'lan', 'server.pem');
  return {
    publicUrl,
    settings: {
      hosts: [...new Set([publicHost, ...found, ...LOOPBACK])],
      trustPort,
      ownFiles: hasCertificate ? null : { certPath: ownFile, keyPath: ownFile },
    },
  };
}

/** As a certificate names it: without brackets. */
export function hostOf(origin: string): string {
  return new URL(origin).hostname.toLowerCase().replace(/^\[|\]$/g, '');
}

/** As a browser names it, without a trailing slash. */
export function originOf(host: string, port: number, scheme: 'http' | 'https' = 'https'): string {
  return new URL(`${scheme}://${isIPv6(host) ? `[${host}]` : host}:${port}`).origin;
}
