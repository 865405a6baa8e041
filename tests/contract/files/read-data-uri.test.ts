import { expect, test } from 'vitest';
import { readDataUri } from '../../../src/contract/files/read-data-uri.ts';

const BYTES = [0xff, 0xef, 0xbe, 0x00, 0x41];
const escapeAll = (text: string): string => text.replace(/[^A-Za-z0-9]/g, encodeURIComponent);

test.each([
  ['base64', 'data:application/octet-stream;base64,/+++AEE='],
  ['base64 whose own signs are escaped', `data:;base64,${escapeAll('/+++AEE=')}`],
  ['escaped bytes that are no text', 'data:,%FF%ef%BE%00A'],
])('%s is read byte by byte', (_name, uri) => {
  expect([...(readDataUri(uri) ?? [])]).toEqual(BYTES);
});

test('text is read as UTF-8, escaped or not', () => {
  for (const uri of ['data:text/plain,más', `data:text/plain,${encodeURIComponent('más')}`])
    expect(new TextDecoder().decode(readDataUri(uri) ?? new Uint8Array())).toBe('más');
});

test.each([
  ['another address', 'https://example.com/a,b'],
  ['an escape that is cut short', 'data:,A%F'],
  ['an escape that is no number', 'data:,%GG'],
  ['signs that base64 has not', 'data:;base64,(((('],
])('%s is nothing', (_name, uri) => {
  expect(readDataUri(uri)).toBeNull();
});
