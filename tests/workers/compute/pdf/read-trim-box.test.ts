import { expect, test } from 'vitest';
import { readTrimBox } from '../../../../src/workers/compute/pdf/read-trim-box.ts';
import { makePdf } from '../../../support/pdf-file.ts';

/** Of the page in what `makePdf` makes. */
const PAGE = 3;
const page = (entries: string, hasObjectStream = false) =>
  makePdf({ page: `/MediaBox [0 0 100 100] ${entries}`, content: '', hasObjectStream });
const asBytes = (text: string) => new TextEncoder().encode(text);

test.each([
  ['in the open', false],
  ['in a stream of objects', true],
])('a page says where it is cut, or that it is not, %s', async (_where, hasObjectStream) => {
  expect(await readTrimBox(page('/TrimBox [90 80 10 20]', hasObjectStream), PAGE)).toEqual([10, 20, 90, 80]);
  expect(await readTrimBox(page('', hasObjectStream), PAGE)).toBeNull();
});

test.each([
  ['in another object', page('/TrimBox 12 0 R')],
  ['in another object, packed', page('/TrimBox 12 0 R', true)],
  ['in no numbers', page('/TrimBox [10 20 9.9.9 80]')],
  [
    'in a stream that is encrypted',
    asBytes(
      '%PDF-1.7\n6 0 obj\n<< /Type /ObjStm /N 1 /First 4 /Length 9 >> stream\nencrypted\nendstream\nendobj\ntrailer << /Encrypt 9 0 R >>\n%%EOF',
    ),
  ],
])('where it is cut stands %s: nobody can say that it is not', async (_where, pdf) => {
  expect(await readTrimBox(pdf, PAGE)).toBe('unknown');
});
