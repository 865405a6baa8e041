import { describe, expect, it } from 'vitest';
import {
  type Chroma,
  chromaOf,
  readShading,
} from '../../../../../../src/server/renders/engines/hero/light/read-shading.ts';

type Triple = readonly [number, number, number];

const SIDE = 80;
const WARM: Triple = [1, 0.8, 0.55];
const BLUE: Triple = [0.75, 0.88, 1];
const nothing = () => false;

/** A wall of one colour, or a place of it, on which the key grows from one side to the other, with a rest that is the same everywhere. */
function paint(
  surface: (x: number, y: number) => Triple,
  { key = WARM, rest = BLUE, part = (x: number) => x / SIDE } = {},
) {
  const rgb = new Float32Array(SIDE * SIDE * 3);
  for (let at = 0; at < SIDE * SIDE; at++) {
    const [x, y] = [at % SIDE, Math.floor(at / SIDE)];
    const own = surface(x, y);
    for (const k of [0, 1, 2] as const) rgb[at * 3 + k] = own[k] * (0.6 * part(x) * key[k] + 0.35 * rest[k]);
  }
  return { widthPx: SIDE, heightPx: SIDE, rgb };
}

/** Of the key beside all of the light, where so much of the key falls. */
function expected(part: number, key = WARM, rest = BLUE): Chroma {
  const all = chromaOf(
    [0, 1, 2].map((k) => 0.6 * part * key[k]! + 0.35 * rest[k]!) as [number, number, number],
  );
  const own = chromaOf(key);
  return [own[0] - all[0], own[1] - all[1]];
}

function between(found: Chroma | null, low: Chroma, high: Chroma): void {
  expect(found).not.toBeNull();
  for (const k of [0, 1] as const) {
    expect(Math.abs(found![k])).toBeGreaterThan(Math.min(Math.abs(low[k]), Math.abs(high[k])));
    expect(Math.abs(found![k])).toBeLessThan(Math.max(Math.abs(low[k]), Math.abs(high[k])));
    expect(Math.sign(found![k])).toBe(Math.sign(high[k]));
  }
}

describe('what shading tells of a key', () => {
  it('is how its colour differs from all light, whatever colour the surface has', () => {
    const white = readShading(
      paint(() => [0.8, 0.8, 0.8]),
      nothing,
    );
    between(white, expected(1), expected(0.2));
    for (const colour of [
      [0.7, 0.3, 0.15],
      [0.2, 0.5, 0.3],
      [0.25, 0.3, 0.7],
    ] as const) {
      const found = readShading(
        paint(() => colour),
        nothing,
      )!;
      expect(found[0]).toBeCloseTo(white![0], 1);
      expect(found[1]).toBeCloseTo(white![1], 1);
    }
  });

  it('is nothing where key and rest have one colour, and turns round where the key is the bluer one', () => {
    const same = readShading(
      paint(() => [0.7, 0.4, 0.2], { rest: WARM }),
      nothing,
    )!;
    expect(Math.hypot(...same)).toBeLessThan(0.01);
    const turned = readShading(
      paint(() => [0.7, 0.4, 0.2], { key: BLUE, rest: WARM }),
      nothing,
    );
    between(turned, expected(1, BLUE, WARM), expected(0.2, BLUE, WARM));
  });

  it('is not drowned by boards that differ in brightness, or by what stands before them', () => {
    const boards = (x: number, y: number): Triple => {
      const shade = 0.75 + 0.25 * (((x >> 2) * 7 + (y >> 3) * 5) % 4) * 0.33;
      return [0.7 * shade, 0.45 * shade, 0.25 * shade];
    };
    const plain = readShading(
      paint(() => [0.7, 0.45, 0.25]),
      nothing,
    )!;
    const found = readShading(paint(boards), nothing)!;
    for (const k of [0, 1] as const) expect(Math.abs(found[k] - plain[k])).toBeLessThan(0.06);
    // A dark red thing before a white wall differs from it by anything but light.
    const crowded = readShading(
      paint((x, y) => (y > 30 && y < 50 && x % 16 < 8 ? [0.4, 0.08, 0.05] : [0.7, 0.45, 0.25])),
      nothing,
    )!;
    for (const k of [0, 1] as const) expect(Math.abs(crowded[k] - plain[k])).toBeLessThan(0.06);
  });

  it('is not told by an even, black or burnt picture, nor by the product', () => {
    expect(
      readShading(
        paint(() => [0.5, 0.5, 0.5], { part: () => 0.5 }),
        nothing,
      ),
    ).toBeNull();
    expect(
      readShading(
        paint(() => [0, 0, 0]),
        nothing,
      ),
    ).toBeNull();
    expect(
      readShading(
        paint(() => [9, 9, 9]),
        nothing,
      ),
    ).toBeNull();
    expect(
      readShading(
        paint(() => [0.5, 0.5, 0.5]),
        () => true,
      ),
    ).toBeNull();
  });
});
