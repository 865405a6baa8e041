import { expect, test } from 'vitest';
import { cosTurns, exp2, log2, sinTurns, turnsOf } from '../../src/tracer/portable-maths.ts';

test('sine and cosine of turns', () => {
  for (let turns = -2; turns < 2; turns += 0.00731) {
    expect(Math.abs(sinTurns(turns) - Math.sin(turns * 2 * Math.PI))).toBeLessThan(1e-10);
    expect(Math.abs(cosTurns(turns) - Math.cos(turns * 2 * Math.PI))).toBeLessThan(1e-10);
  }
});

test('angle of a point, in every quadrant and on the axes', () => {
  for (let turns = -0.499; turns < 0.5; turns += 0.00137) {
    const angle = turns * 2 * Math.PI;
    expect(Math.abs(turnsOf(3 * Math.sin(angle), 3 * Math.cos(angle)) - turns)).toBeLessThan(1e-9);
  }
  expect([turnsOf(0, 1), turnsOf(1, 0), turnsOf(-1, 0), turnsOf(0, -1), turnsOf(0, 0)]).toEqual([
    0, 0.25, -0.25, 0.5, 0,
  ]);
});

test('powers and logarithms of two', () => {
  for (let x = -60; x < 60; x += 0.137) {
    expect(Math.abs(exp2(x) / 2 ** x - 1)).toBeLessThan(1e-10);
  }
  for (let x = 1e-9; x <= 1; x *= 1.37) expect(Math.abs(log2(x) - Math.log2(x))).toBeLessThan(1e-10);
  expect([exp2(3), exp2(0), log2(1), log2(0.125)]).toEqual([8, 1, 0, -3]);
});
