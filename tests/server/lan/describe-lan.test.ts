import { encode } from 'uqr';
import { expect, test } from 'vitest';
import { describeLan } from '../../../src/server/lan/describe-lan.ts';

const authority = {
  name: 'Vitrine, studio',
  pem: '',
  der: Buffer.of(),
  fingerprint: Array.from({ length: 32 }, () => 'AB').join(':'),
};
const TRUST = 'http://192.168.100.100:8001';
const subject = {
  authority,
  address: 'https://192.168.100.100:8000',
  otherAddresses: ['https://a-studio-with-a-long-name.local:8000'],
};

/** The dark dots of a code that is drawn with lit blocks, as a camera sees them. */
function readDots(lines: readonly string[]): boolean[][] {
  return lines.flatMap((line) => [
    [...line].map((mark) => mark === ' ' || mark === '▄'),
    [...line].map((mark) => mark === ' ' || mark === '▀'),
  ]);
}

test('address, code and fingerprint in 80 columns', () => {
  const lines = describeLan(subject, TRUST, false);
  for (const line of lines) expect(line.length, line).toBeLessThanOrEqual(80);
  expect(lines.join('\n')).toContain(`scan this or open\n  ${TRUST}/ first:`);
  expect(lines).toContain(`  ${authority.fingerprint.slice(0, 47)}`);
  expect(lines).toContain(`  ${authority.fingerprint.slice(48)}`);

  const drawn = readDots(lines.filter((line) => /^[█▀▄ ]{29,}$/.test(line)));
  const { data, size } = encode(`${TRUST}/`, { border: 4 });
  expect(drawn.slice(0, size)).toEqual(data);
});

test('on a terminal the code is dark on light whatever its colours', () => {
  const lines = describeLan(subject, TRUST, true).filter((line) => line.includes('█'));
  for (const line of lines) expect(line.startsWith('\u001b[97;40m') && line.endsWith('\u001b[0m')).toBe(true);
});

test('with a certificate that devices know the code leads to the product itself', () => {
  const lines = describeLan({ ...subject, authority: null }, TRUST, false);
  expect(lines.join('\n')).toContain(`scan this or open\n  ${subject.address}/`);
  expect(lines.join('\n')).not.toMatch(/ingerprint|8001/);
});
