import { expect, test } from 'vitest';
import { parseMtlMap, readMtl } from '../../../../src/workers/compute/obj/read-mtl.ts';

test('reads materials with their last statements, whatever separates the words', async () => {
  const text =
    '# comment\r\nKd 9 9 9\r\nnewmtl  oak wood \r\n\tKd\t1 0 0\r\n  map_Kd  oak wood.png  \r\nkd 0 1 0\r\nnewmtl __proto__\nNs 3';
  const materials = await readMtl(new Blob([text]));
  expect([...materials.keys()]).toEqual(['oak wood', '__proto__']);
  expect(Object.fromEntries(materials.get('oak wood')!)).toEqual({ kd: '0 1 0', map_kd: 'oak wood.png' });
  expect(materials.get('__proto__')?.get('ns')).toBe('3');
});

test('reads Windows-1252', async () => {
  const materials = await readMtl(
    new Blob([new Uint8Array([...new TextEncoder().encode('newmtl caf'), 0xe9])]),
  );
  expect([...materials.keys()]).toEqual(['café']);
});

test('reads UTF-16, as an OBJ beside it may be written', async () => {
  const text = '\ufeffnewmtl Año\nKd 1 0 0\n';
  const bytes = new Uint8Array(Uint16Array.from(text, (letter) => letter.charCodeAt(0)).buffer);
  expect([...(await readMtl(new Blob([bytes]))).keys()]).toEqual(['Año']);
});

const PLAIN = {
  scale: [1, 1],
  offset: [0, 0],
  isClamped: false,
  bump: 1,
  channel: null,
  base: 0,
  gain: 1,
};

test.each([
  ['oak.png', { address: 'oak.png' }],
  ['my oak -s wood.png', { address: 'my oak -s wood.png' }],
  ['-s 2 3 1 oak wood.png', { address: 'oak wood.png', scale: [2, 3] }],
  ['-s 2 oak.png', { address: 'oak.png', scale: [2, 1] }],
  ['-o 0.5 -0.25 0 -clamp on oak.png', { address: 'oak.png', offset: [0.5, -0.25], isClamped: true }],
  ['-blendu off -mm 0.1 0.5 -bm 0.3 oak.png', { address: 'oak.png', bump: 0.3, base: 0.1, gain: 0.5 }],
  ['-imfchan G -texres 512 oak.png', { address: 'oak.png', channel: 'g' }],
  ['-imfchan z -boost 2 -cc on oak.png', { address: 'oak.png' }],
  ['oak.png -bm 2', { address: 'oak.png', bump: 2 }],
  ['-type sphere "C:\\tex\\oak 1.png"', { address: 'C:\\tex\\oak 1.png' }],
  ['-o', { address: '' }],
])('takes the options off %s', (statement, expected) => {
  expect(parseMtlMap(statement)).toEqual({ ...PLAIN, ...expected });
});
