import { expect, test } from 'vitest';
import { shareTowards } from '../../../src/tracer/light/light-profile.ts';
import { readIes } from '../../../src/tracer/light/read-ies.ts';
import { everyDegrees, makeIes } from '../../support/ies.ts';

type Triple = readonly [number, number, number];
const RADIAN = Math.PI / 180;

/** Candela into a direction of the file's own frame, where a light shines along -Z. */
function candelaOf(text: string, towards: Triple): number {
  const lamp = readIes(text);
  if (lamp === null) throw new Error('not read');
  const length = Math.hypot(...towards);
  const unit = towards.map((value) => value / length) as unknown as Triple;
  return lamp.candela * shareTowards(lamp.profile, [0, 0, -1], [1, 0, 0], unit);
}

/** Direction of angles of type C. */
const typeC = (v: number, h: number): Triple => [
  Math.sin(v * RADIAN) * Math.cos(h * RADIAN),
  -Math.sin(v * RADIAN) * Math.sin(h * RADIAN),
  -Math.cos(v * RADIAN),
];

test('a lamp that is the same all round has its candela by the angle, and none where nothing was measured', () => {
  const text = makeIes([0, 30, 60, 90], [0], (v) => 900 - 10 * v, { factor: 2, ballast: 0.5 });
  for (const v of [0, 10, 30, 45.5, 60, 89]) {
    for (const h of [0, 77, 200]) expect(candelaOf(text, typeC(v, h))).toBeCloseTo(900 - 10 * v, 2);
  }
  expect(candelaOf(text, [0, 0, 1])).toBe(0);
  const twice = makeIes([0, 30, 60, 90], [0], (v) => 900 - 10 * v, { factor: 2 });
  expect(candelaOf(twice, [0, 0, -1])).toBeCloseTo(1800, 3);
});

test('horizontal angles turn right-handed about the direction of the light, and close to a circle', () => {
  const candela = (v: number, h: number) => 100 + v + (h % 360);
  const whole = makeIes(everyDegrees(0, 180, 10), everyDegrees(0, 360, 15), candela);
  for (const h of [0, 15, 90, 180, 270, 345]) {
    expect(candelaOf(whole, typeC(50, h)), `${h}`).toBeCloseTo(150 + h, 1);
  }
  const open = makeIes(everyDegrees(0, 180, 10), everyDegrees(0, 345, 15), candela);
  expect(candelaOf(open, typeC(50, 90))).toBeCloseTo(240, 1);
  expect(candelaOf(open, typeC(50, 352.5))).toBeCloseTo((150 + 495) / 2, 0);
});

test('what symmetry leaves out is mirrored: a quarter, a half, and the half from 90 to 270', () => {
  const candela = (v: number, h: number) => 10 + v + h;
  const vertical = everyDegrees(0, 90, 30);
  const quarter = makeIes(vertical, everyDegrees(0, 90, 15), candela);
  const half = makeIes(vertical, everyDegrees(0, 180, 15), candela);
  const other = makeIes(vertical, everyDegrees(90, 270, 15), candela, { header: 'IESNA:LM-63-1995' });
  for (const [h, ofQuarter, ofHalf, ofOther] of [
    [15, 15, 15, 165],
    [120, 60, 120, 120],
    [225, 45, 135, 225],
    [330, 30, 30, 210],
  ] as const) {
    expect(candelaOf(quarter, typeC(60, h)), `${h}`).toBeCloseTo(70 + ofQuarter, 1);
    expect(candelaOf(half, typeC(60, h)), `${h}`).toBeCloseTo(70 + ofHalf, 1);
    expect(candelaOf(other, typeC(60, h)), `${h}`).toBeCloseTo(70 + ofOther, 1);
  }
});

test('type B has its poles at the sides, and clockwise horizontal angles', () => {
  const candela = (v: number, h: number) => 500 + v + 2 * h;
  const text = makeIes(everyDegrees(-90, 90, 10), everyDegrees(-90, 90, 10), candela, { type: 2 });
  for (const [v, h] of [
    [0, 0],
    [40, 0],
    [-40, 0],
    [0, 30],
    [20, -50],
  ] as const) {
    const towards: Triple = [
      Math.sin(v * RADIAN),
      -Math.cos(v * RADIAN) * Math.sin(h * RADIAN),
      -Math.cos(v * RADIAN) * Math.cos(h * RADIAN),
    ];
    expect(candelaOf(text, towards) / candela(v, h), `${v} ${h}`).toBeCloseTo(1, 2);
  }
  expect(candelaOf(text, [0, 0, 1])).toBe(0);
  const mirrored = makeIes(everyDegrees(-90, 90, 10), everyDegrees(0, 90, 10), candela, { type: 2 });
  expect(candelaOf(mirrored, [0, 1, -1])).toBeCloseTo(590, 0);
  expect(candelaOf(mirrored, [0, -1, -1])).toBeCloseTo(590, 0);
});

test('tilt tables are skipped, as are commas and lines wherever they break', () => {
  const tilt = 'TILT=INCLUDE\r\n1\r\n3\r\n0 45 90\r\n1 0.9 0.8';
  const text = makeIes([0, 90], [0], (v) => 100 - v, { tilt });
  expect(candelaOf(text, typeC(45, 0))).toBeCloseTo(55, 2);
  expect(candelaOf(text.replace('0 90', '0,\n90'), typeC(45, 0))).toBeCloseTo(55, 2);
});

test('a file of 1986 has no header, and programs write words in small letters', () => {
  const other = (header: string, tilt: string) => makeIes([0, 90], [0], (v) => 100 - v, { header, tilt });
  for (const text of [
    other('A spot of many years ago', 'TILT=NONE'),
    other('iesna:lm-63-1995', 'tilt=none'),
    other('iesna91', 'Tilt=include\n1\n3\n0 45 90\n1 0.9 0.8'),
    // A mark of the byte order, as editors leave it.
    `\ufeff${other('IESNA:LM-63-2002', 'TILT=NONE')}`,
  ])
    expect(candelaOf(text, typeC(45, 0))).toBeCloseTo(55, 2);
});

test.each<[string, string]>([
  ['another file', '<html></html>'],
  ['nothing', ''],
  ['a header alone', 'IESNA:LM-63-2002\nTILT=NONE\n'],
  ['no tilt', makeIes([0, 90], [0], () => 1, { tilt: 'NONE' })],
  ['type A', makeIes([0, 90], [0, 90], () => 1, { type: 3 })],
  ['words for numbers', makeIes([0, 90], [0], () => 1).replace('0 90', '0 ninety')],
  ['too few candela', makeIes([0, 90], [0, 90, 180], () => 1).replace(/1 1\r\n$/, '')],
  ['more angles than it has', makeIes([0, 90], [0], () => 1).replace(' 2 1 1 ', ' 1000000000 1000000000 1 ')],
  ['half an angle', makeIes([0, 90], [0], () => 1).replace(' 2 1 1 ', ' 2.5 1 1 ')],
  ['a tilt without end', makeIes([0, 90], [0], () => 1, { tilt: 'TILT=INCLUDE\n1\n1e300\n' })],
  ['angles that go back', makeIes([0, 90, 45], [0], () => 1)],
  ['angles beyond', makeIes([0, 190], [0], () => 1)],
  ['a part of a circle', makeIes([0, 90], [0, 45], () => 1)],
  ['negative light', makeIes([0, 90], [0], (v) => v - 45)],
  ['no light', makeIes([0, 90], [0], () => 0)],
  ['light beyond any lamp', makeIes([0, 90], [0], () => 1, { factor: 1e300 })],
])('%s is no profile', (_, text) => {
  expect(readIes(text)).toBeNull();
});

test.each([
  ['the sign that ends a text of DOS', '\u001a'],
  ['that sign on a line of its own', '\r\n\u001a'],
  ['words', '\r\n[END] checked by hand\r\n'],
])('a lamp is read with %s behind its numbers', (_name, tail) => {
  const text = makeIes([0, 30, 60, 90], [0], (v) => 900 - 10 * v).trimEnd();
  expect(readIes(text + tail)).toEqual(readIes(text));
  expect(readIes(text)).not.toBeNull();
});
