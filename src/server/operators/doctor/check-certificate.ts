import { X509Certificate } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { DAY_MS } from '../../../contract/constants.ts';
import type { Config } from '../../config.ts';
import { hostOf } from '../../lan/lan-settings.ts';
import { readTls } from '../../process/read-tls.ts';
import { type Finding, fail, ok, reasonOf, warn } from './finding.ts';

/** Whoever renews certificates has done it by then. */
const SOON_DAYS = 14;

/** Whether the certificate goes with its key, is good now, and is for the name that people use. */
export function checkCertificate(config: Config, now: Date): Finding {
  const { tls, publicUrl, lan } = config;
  if (tls === null) return ok('certificate', 'None: the server speaks http.');
  const isOwn = lan !== null && lan.ownFiles !== null;
  if (isOwn && !existsSync(tls.certPath)) return ok('certificate', 'The next start makes one.');
  const renew = isOwn
    ? 'Start the server again: it makes a new one.'
    : 'Renew it, and start the server again.';
  let certificate: X509Certificate;
  try {
    readTls(config);
    certificate = new X509Certificate(readFileSync(tls.certPath));
  } catch (error) {
    const todo = 'Set TLS_CERT and TLS_KEY to the PEM files of a certificate and its key.';
    return fail('certificate', `${reasonOf(error)}.`, todo);
  }
  const [from, to] = [new Date(certificate.validFrom), new Date(certificate.validTo)];
  const until = to.toISOString().slice(0, 10);
  if (now < from) {
    const todo = 'Set the clock of this machine, or use another certificate.';
    return fail('certificate', `It is good from ${from.toISOString()} on.`, todo);
  }
  if (now > to) return fail('certificate', `It ended on ${until}.`, renew);
  const name = hostOf(publicUrl);
  const isNamed = isIP(name) === 0 ? certificate.checkHost(name) : certificate.checkIP(name);
  if (isNamed === undefined) {
    const todo = 'Use one for that name, or set PUBLIC_URL to a name that it is for.';
    return fail('certificate', `It is not for ${name}.`, isOwn ? renew : todo);
  }
  if (to.getTime() - now.getTime() < SOON_DAYS * DAY_MS)
    return warn('certificate', `It ends on ${until}.`, renew);
  return ok('certificate', `It is for ${name}, and good until ${until}.`);
}
