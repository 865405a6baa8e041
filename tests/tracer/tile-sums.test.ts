import { expect, it } from 'vitest';
import { createSums, PLANES } from '../../src/tracer/accumulation.ts';
import { cutTile, pasteTile } from '../../src/tracer/tile-sums.ts';

const TILE = { x: 3, y: 2, width: 4, height: 3, firstSample: 0, sampleCount: 1, seed: 1 };

function createFilled() {
  const sums = createSums(9, 7, 1);
  for (const [name] of PLANES) sums[name].forEach((_, i) => void (sums[name][i] = i + 1));
  return sums;
}

it('carries a tile from one picture to the same place of another', () => {
  const from = createFilled();
  const to = createSums(9, 7, 1);
  pasteTile(to, TILE, cutTile(from, TILE));
  for (const [name, floats] of PLANES) {
    const inside = (2 * 9 + 3) * floats;
    expect(to[name][inside]).toBe(from[name][inside]);
    const last = (4 * 9 + 6) * floats + floats - 1;
    expect(to[name][last]).toBe(from[name][last]);
    expect(to[name][inside - 1]).toBe(0);
    expect(to[name][last + 1]).toBe(0);
  }
});
