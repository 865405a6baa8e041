import type { Config } from '../config.ts';
import { describeLan } from './describe-lan.ts';
import { hostOf, type LanSettings, originOf } from './lan-settings.ts';
import { prepareLan } from './prepare-lan.ts';
import { serveTrust } from './serve-trust.ts';

/** The local network's side of a running server. */
export interface Lan {
  /** What the app shows of it. */
  readonly shown: ShownLan;
  /** @param port On which the server listens. @param hasColours See {@link describeLan}. */
  describe(port: number, hasColours: boolean): string[];
  close(): Promise<void>;
}

/** For whoever opens the product on another device. Origins have no trailing slash. */
export interface ShownLan {
  readonly trustAddress: string;
  /** Null: devices know the certificate. */
  readonly fingerprint: string | null;
}

/**
 * Makes certificates where none are given, and opens the page that tells how to trust them; both before the server itself
 * opens its port.
 *
 * @throws SetupError in words.
 */
export async function openLan(config: Config, settings: LanSettings, now: Date): Promise<Lan> {
  const authority = await prepareLan(config, settings, now);
  const publicHost = hostOf(config.publicUrl);
  // A certificate that is given is for its own name; the others would only make browsers warn.
  const others =
    settings.ownFiles === null ? [] : settings.hosts.filter((host) => isShared(host, publicHost));
  const subjectAt = (port: number) => ({
    authority,
    address: config.publicUrl.replace(/:0$/, `:${port}`),
    otherAddresses: others.map((host) => originOf(host, port)),
  });
  const listener = await serveTrust(subjectAt(config.port), {
    host: config.host,
    port: settings.trustPort,
    hosts: settings.hosts,
  });
  const trustAddress = originOf(publicHost, listener.port, 'http');
  return {
    shown: { trustAddress, fingerprint: authority?.fingerprint ?? null },
    describe: (port, hasColours) => describeLan(subjectAt(port), trustAddress, hasColours),
    close: () => listener.close(),
  };
}

/** Whether another device may use it: not what this machine calls itself. */
function isShared(host: string, publicHost: string): boolean {
  return host !== publicHost && host !== 'localhost' && host !== '127.0.0.1' && host !== '::1';
}
