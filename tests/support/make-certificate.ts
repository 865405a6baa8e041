import 'reflect-metadata'; // @peculiar/x509 does not load without it.
import { createPrivateKey, webcrypto } from 'node:crypto';
import { SubjectAlternativeNameExtension, X509CertificateGenerator } from '@peculiar/x509';

const DAY_MS = 24 * 3_600_000;

/** A certificate for localhost and its key, as PEM, that ends in so many days; below 0: it has ended. */
export async function makeCertificate(
  days: number,
): Promise<{ readonly cert: string; readonly key: string }> {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const made = await X509CertificateGenerator.createSelfSigned(
    {
      name: 'CN=localhost',
      notBefore: new Date(Date.now() - 100 * DAY_MS),
      notAfter: new Date(Date.now() + days * DAY_MS),
      keys,
      signingAlgorithm: algorithm,
      extensions: [new SubjectAlternativeNameExtension([{ type: 'dns', value: 'localhost' }])],
    },
    webcrypto as Crypto,
  );
  const der = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey));
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  return { cert: made.toString('pem'), key: key.export({ format: 'pem', type: 'pkcs8' }).toString() };
}
