import { X509Certificate } from 'node:crypto';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import type { Config } from '../config.ts';
import { prepareDataDir } from '../process/prepare-data-dir.ts';
import { readTls } from '../process/read-tls.ts';
import { SetupError } from '../process/setup-error.ts';
import { keepAuthority } from './authority.ts';
import { isFor, keepServerCertificate } from './keep-server-certificate.ts';
import { hostOf, type LanSettings } from './lan-settings.ts';

/** What devices in the local network must trust, and never its key. */
export interface TrustedAuthority {
  readonly name: string;
  readonly pem: string;
  readonly der: Buffer;
  /** SHA-256 of `der`: 32 pairs of digits between colons. */
  readonly fingerprint: string;
}

/**
 * Makes sure that the files which `config.tls` names are there, and good for all names of the local network.
 *
 * @returns Null where TLS_CERT and TLS_KEY are given: nothing is to be trusted then.
 * @throws SetupError when the certificate that is given is not for the address that people are told.
 */
export async function prepareLan(
  config: Config,
  { ownFiles, hosts }: LanSettings,
  now: Date,
): Promise<TrustedAuthority | null> {
  if (ownFiles === null) {
    checkGiven(config);
    return null;
  }
  await prepareDataDir(config.dataDir);
  const authority = await keepAuthority(dirname(ownFiles.certPath), hostname(), now);
  await keepServerCertificate(ownFiles.certPath, authority, hosts, now);
  const pem = `${authority.certificate.toString('pem')}\n`;
  const certificate = new X509Certificate(pem);
  return {
    name: authority.certificate.subjectName.getField('CN')[0] ?? '',
    pem,
    der: certificate.raw,
    fingerprint: certificate.fingerprint256,
  };
}

function checkGiven(config: Config): void {
  const files = readTls(config);
  const host = hostOf(config.publicUrl);
  if (files === null || isFor(new X509Certificate(files.cert), host)) return;
  throw new SetupError(
    `TLS_CERT is not for ${host}: set PUBLIC_URL to an address with a name that it is for.`,
  );
}
