import { renderUnicodeCompact } from 'uqr';
import { fingerprintLines, type TrustSubject } from './write-trust-page.ts';

/** The margin that readers of codes need, in dots (ISO/IEC 18004). */
const QR_MARGIN = 4;
/** White on black whatever the terminal's colours: a code is to be dark on light. */
const WHITE_ON_BLACK = '\u001b[97;40m';
const PLAIN = '\u001b[0m';

/**
 * What the terminal says of the local network: where, what to scan, what to compare. At most 80 columns wide.
 *
 * @param trustAddress Origin of the page that tells how to trust this server, without a trailing slash.
 * @param hasColours Whether it is a terminal that is written to.
 */
export function describeLan(subject: TrustSubject, trustAddress: string, hasColours: boolean): string[] {
  const { authority, otherAddresses } = subject;
  const target = authority === null ? subject.address : trustAddress;
  const code = renderUnicodeCompact(`${target}/`, { border: QR_MARGIN }).split('\n');
  return [
    ...otherAddresses.map((origin) => `  also ${origin}/`),
    '',
    'On a tablet in this network, scan this or open',
    authority === null ? `  ${target}/` : `  ${target}/ first: it tells how to trust this server.`,
    '',
    ...code.map((line) => (hasColours ? `${WHITE_ON_BLACK}${line}${PLAIN}` : line)),
    ...(authority === null
      ? []
      : [
          '',
          'Fingerprint of its certificate authority (SHA-256), to compare with that page:',
          ...fingerprintLines(authority.fingerprint).map((line) => `  ${line}`),
        ]),
  ];
}
