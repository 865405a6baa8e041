import 'reflect-metadata'; // @peculiar/x509 does not load without it.
import { createPrivateKey, webcrypto } from 'node:crypto';
import { chmod, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AsnConvert } from '@peculiar/asn1-schema';
import {
  GeneralName,
  GeneralSubtree,
  GeneralSubtrees,
  id_ce_nameConstraints,
  NameConstraints,
} from '@peculiar/asn1-x509';
import {
  BasicConstraintsExtension,
  Extension,
  KeyUsageFlags,
  KeyUsagesExtension,
  SubjectKeyIdentifierExtension,
  X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509';
import { DAY_MS } from '../../contract/constants.ts';
import { SetupError } from '../process/setup-error.ts';
import { writeFirst } from '../process/write-first.ts';
import { LOCAL_DOMAINS, LOCAL_RANGES } from './local-ranges.ts';

/** Signs the certificate of one installation; devices trust it once. */
export interface Authority {
  readonly certificate: X509Certificate;
  readonly key: webcrypto.CryptoKey;
}

/** ECDSA on P-256 with SHA-256: the smallest that Apple, Android and Mozilla all take. */
export const SIGNATURE = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
const LIFETIME_MS = 3_652 * DAY_MS;

/**
 * Reads the authority of a folder, and makes it the first time. It may vouch for addresses and names of local networks
 * only, so that its key, once stolen, opens nobody's bank.
 *
 * @param folder Made with mode 0700; the file with the key has 0600.
 * @param hostname By which people find it among a device's certificates.
 * @throws SetupError when the file is damaged, or over.
 */
export async function keepAuthority(folder: string, hostname: string, now: Date): Promise<Authority> {
  const path = join(folder, 'authority.pem');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(folder, 0o700);
  const kept = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  const pem = kept ?? (await writeFirst(path, await makeAuthority(hostname, now)));
  await chmod(path, 0o600);
  try {
    const authority = { certificate: new X509Certificate(pickCertificate(pem)), key: await importKey(pem) };
    if (authority.certificate.notAfter.getTime() - now.getTime() > DAY_MS) return authority;
  } catch {
    throw new SetupError(`${path} is damaged: delete it; every device must then trust the new one.`);
  }
  throw new SetupError(`${path} is over: delete it; every device must then trust the new one.`);
}

/** Key and certificate in one file, so that they are never of two. */
async function makeAuthority(hostname: string, now: Date): Promise<string> {
  const keys = await webcrypto.subtle.generateKey(SIGNATURE, true, ['sign', 'verify']);
  const permitted = [
    ...LOCAL_DOMAINS.map((dNSName) => new GeneralName({ dNSName })),
    ...LOCAL_RANGES.map((iPAddress) => new GeneralName({ iPAddress })),
  ].map((base) => new GeneralSubtree({ base }));
  const constraints = new NameConstraints({ permittedSubtrees: new GeneralSubtrees(permitted) });
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: [{ O: ['Vitrine'] }, { CN: [`Vitrine (${hostname.slice(0, 50)})`] }],
    keys,
    signingAlgorithm: SIGNATURE,
    notBefore: dayBefore(now),
    notAfter: new Date(now.getTime() + LIFETIME_MS),
    extensions: [
      new BasicConstraintsExtension(true, 0, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
      new Extension(id_ce_nameConstraints, true, AsnConvert.serialize(constraints)),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  return `${await exportKey(keys.privateKey)}${certificate.toString('pem')}\n`;
}

/** From when on a certificate counts: a tablet whose clock is behind takes it, too. */
export function dayBefore(now: Date): Date {
  return new Date(now.getTime() - DAY_MS);
}

/** PEM, PKCS #8. */
export async function exportKey(key: webcrypto.CryptoKey): Promise<string> {
  const der = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', key));
  return createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
    .export({ format: 'pem', type: 'pkcs8' })
    .toString();
}

function importKey(pem: string): Promise<webcrypto.CryptoKey> {
  const der = createPrivateKey(pem).export({ format: 'der', type: 'pkcs8' });
  return webcrypto.subtle.importKey('pkcs8', der, SIGNATURE, false, ['sign']);
}

/** The certificate of a file that holds its key as well. */
export function pickCertificate(pem: string): string {
  const [found] = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/.exec(pem) ?? [];
  if (found === undefined) throw new Error('There is no certificate in it.');
  return found;
}
