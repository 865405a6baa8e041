import { expect, test } from 'vitest';
import { makeDot, makeSegments } from '../../../../src/app/features/light-map/make-segments.ts';

const BRUSH = { size: 40, opacity: 0.8, colour: '#ff8000' };
const at = (x: number, y: number, pressure: number | null = null) => ({ x, y, pressure });

test('a stroke is a chain of segments in the colour, size and opacity of the brush', () => {
  expect(makeSegments(at(0, 0), [at(3, 4), at(10, 4)], BRUSH)).toEqual([
    { start: { x: 0, y: 0 }, end: { x: 3, y: 4 }, size: 40, opacity: 0.8, color: '#ff8000' },
    { start: { x: 3, y: 4 }, end: { x: 10, y: 4 }, size: 40, opacity: 0.8, color: '#ff8000' },
  ]);
});

test('segments shorter than 0.1 pixels are left out, and their way is not lost', () => {
  const segments = makeSegments(at(0, 0), [at(0.06, 0), at(0.09, 0), at(0.12, 0), at(0.15, 0)], BRUSH);
  expect(segments).toHaveLength(1);
  expect(segments[0]).toMatchObject({ start: { x: 0, y: 0 }, end: { x: 0.12, y: 0 } });
});

test('the pressure of a pen scales size and opacity, and its lightest touch can still be seen', () => {
  const press = (pressure: number) => makeSegments(at(0, 0), [at(5, 0, pressure)], BRUSH)[0];
  expect(press(1)).toMatchObject({ size: 40, opacity: 0.8 });
  expect(press(0.25)).toMatchObject({ size: 20, opacity: 0.4 });
  expect(press(0.0001)).toMatchObject({ size: 4 });
});

test('a press alone is a dot', () => {
  expect(makeDot(at(5, 6), BRUSH)).toMatchObject({ start: { x: 5, y: 6 }, end: { x: 5.1, y: 6 }, size: 40 });
});
