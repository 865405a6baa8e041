import { expect, test } from 'vitest';
import { decodeText } from '../../../src/contract/files/decode-text.ts';

const TEXT = 'Año, Tür, 10 €';
const utf16 = (isBig: boolean): Uint8Array => {
  const bytes = new Uint8Array(2 + TEXT.length * 2);
  const view = new DataView(bytes.buffer);
  for (const [at, letter] of [...`\ufeff${TEXT}`].entries())
    view.setUint16(at * 2, letter.charCodeAt(0), !isBig);
  return bytes;
};

test.each<[string, Uint8Array]>([
  ['UTF-8', new TextEncoder().encode(TEXT)],
  ['UTF-8 with a byte order mark', new TextEncoder().encode(`\ufeff${TEXT}`)],
  ['UTF-16', utf16(false)],
  ['UTF-16, the high byte first', utf16(true)],
  ['Windows-1252', Uint8Array.from(TEXT, (letter) => (letter === '€' ? 0x80 : letter.charCodeAt(0)))],
])('reads %s', (_name, bytes) => {
  expect(decodeText(bytes)).toBe(TEXT);
});

test('goes by what a file says of itself, where it is not UTF-8 and that is known', () => {
  const cyrillic = Uint8Array.of(0xc4, 0xee, 0xec);
  expect(decodeText(cyrillic, 'windows-1251')).toBe('Дом');
  expect(decodeText(cyrillic, 'no-such-encoding')).toBe('Äîì');
  expect(decodeText(new TextEncoder().encode('Дом'), 'windows-1251')).toBe('Дом');
});
