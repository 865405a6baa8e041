import { X509Certificate as NodeCertificate, randomUUID, webcrypto } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  SubjectAlternativeNameExtension,
  SubjectKeyIdentifierExtension,
  X509CertificateGenerator,
} from '@peculiar/x509';
import { DAY_MS } from '../../contract/constants.ts';
import { type Authority, dayBefore, exportKey, pickCertificate, SIGNATURE } from './authority.ts';

/**
 * First to last day. Apple refuses server certificates of more than 825 days, and of more than 398 under authorities of
 * its own (support.apple.com/103769, 102028): below both, whatever it asks next.
 */
const LIFETIME_MS = 397 * DAY_MS;
/** Renewed at a start with less left: a server that is not stopped for a year serves one that is good. */
const RENEWED_BELOW_MS = 366 * DAY_MS;

/**
 * Keeps the server's certificate, with its key, for just these hosts: made anew when they are others, when the authority is,
 * or when a month of it is over.
 *
 * @param path Written as one PEM file of mode 0600.
 * @param hosts Addresses without brackets, and names.
 */
export async function keepServerCertificate(
  path: string,
  authority: Authority,
  hosts: readonly string[],
  now: Date,
): Promise<void> {
  const kept = await readFile(path, 'utf8').catch(() => null);
  if (kept !== null && isGood(kept, authority, hosts, now)) return;
  const making = `${path}.${randomUUID()}`;
  await writeFile(making, await issue(authority, hosts, now), { mode: 0o600 });
  await rename(making, path);
}

async function issue(authority: Authority, hosts: readonly string[], now: Date): Promise<string> {
  const keys = await webcrypto.subtle.generateKey(SIGNATURE, true, ['sign', 'verify']);
  const notBefore = dayBefore(now);
  const end = Math.min(notBefore.getTime() + LIFETIME_MS, authority.certificate.notAfter.getTime());
  const certificate = await X509CertificateGenerator.create({
    subject: [{ O: ['Vitrine'] }, { CN: ['Vitrine'] }],
    issuer: authority.certificate.subjectName,
    publicKey: keys.publicKey,
    signingKey: authority.key,
    signingAlgorithm: SIGNATURE,
    notBefore,
    notAfter: new Date(end),
    extensions: [
      new BasicConstraintsExtension(false, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
      new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
      new SubjectAlternativeNameExtension(
        hosts.map((value) => ({ type: isIP(value) === 0 ? ('dns' as const) : ('ip' as const), value })),
      ),
      await AuthorityKeyIdentifierExtension.create(authority.certificate.publicKey),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  return `${await exportKey(keys.privateKey)}${certificate.toString('pem')}\n`;
}

function isGood(pem: string, authority: Authority, hosts: readonly string[], now: Date): boolean {
  try {
    const certificate = new NodeCertificate(pickCertificate(pem));
    const issuer = new NodeCertificate(authority.certificate.toString('pem'));
    const leftMs = Date.parse(certificate.validTo) - now.getTime();
    const authorityLeftMs = authority.certificate.notAfter.getTime() - now.getTime();
    return (
      certificate.verify(issuer.publicKey) &&
      leftMs > Math.min(RENEWED_BELOW_MS, authorityLeftMs - DAY_MS) &&
      (certificate.subjectAltName ?? '').split(', ').length === hosts.length &&
      hosts.every((host) => isFor(certificate, host))
    );
  } catch {
    return false;
  }
}

/** Whether a certificate is for a host. */
export function isFor(certificate: NodeCertificate, host: string): boolean {
  return (isIP(host) === 0 ? certificate.checkHost(host) : certificate.checkIP(host)) !== undefined;
}
