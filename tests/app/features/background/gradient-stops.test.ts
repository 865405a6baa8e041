import { expect, test } from 'vitest';
import {
  addStop,
  findRoom,
  removeStop,
  reverseGradient,
} from '../../../../src/app/features/background/gradient-stops.ts';
import type { Gradient } from '../../../../src/contract/scene/gradient.ts';

function between(from: string, to: string): Gradient {
  const stops = [
    { at: 0, colour: from },
    { at: 1, colour: to },
  ];
  return { kind: 'linear', angleDegrees: 180, stops };
}

test('a new stop changes no colour; there are two to eight', () => {
  const gradient = between('#000000', '#ffffff');
  const added = addStop(gradient, 0.5);
  expect(added).toMatchObject({
    index: 1,
    gradient: { stops: [{ at: 0 }, { at: 0.5, colour: '#808080' }, { at: 1 }] },
  });
  expect(addStop(gradient, 1)?.index).toBe(2);
  expect(removeStop(added!.gradient, 1)).toEqual(gradient);
  expect(removeStop(gradient, 0)).toBeNull();
  let full: Gradient = gradient;
  for (let count = 2; count < 8; count++) full = addStop(full, findRoom(full))!.gradient;
  expect(full.stops.map(({ at }) => at)).toEqual([0, 0.13, 0.25, 0.38, 0.5, 0.63, 0.75, 1]);
  expect(addStop(full, 0.9)).toBeNull();
});

test('room is also before the first stop and after the last', () => {
  const at = (...places: number[]): Gradient => ({
    ...between('#000000', '#ffffff'),
    stops: places.map((place) => ({ at: place, colour: '#000000' })),
  });
  expect(findRoom(at(0.6, 0.8))).toBe(0.3);
  expect(findRoom(at(0.1, 0.4))).toBe(0.7);
});

test('reversed, the colours lie the other way round; twice, as they were', () => {
  const gradient = {
    ...between('#000000', '#ffffff'),
    stops: [
      { at: 0.25, colour: '#000000' },
      { at: 1, colour: '#ffffff' },
    ],
  };
  expect(reverseGradient(gradient).stops).toEqual([
    { at: 0, colour: '#ffffff' },
    { at: 0.75, colour: '#000000' },
  ]);
  expect(reverseGradient(reverseGradient(gradient))).toEqual(gradient);
});
