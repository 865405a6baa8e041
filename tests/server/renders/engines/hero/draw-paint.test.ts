import { describe, expect, it } from 'vitest';
import { drawPaint } from '../../../../../src/server/renders/engines/hero/draw-paint.ts';

const [W, H] = [121, 99];
const RIM = 10;

function paintOf(alpha: (x: number, y: number) => number): (x: number, y: number) => number {
  const bytes = Uint8Array.from({ length: W * H }, (_, i) => alpha(i % W, Math.floor(i / W)));
  const paint = drawPaint(bytes, W, H, RIM);
  expect(paint.every((value) => value === 0 || value === 255)).toBe(true);
  return (x, y) => paint[y * W + x]!;
}

describe('drawPaint', () => {
  it('paints all but the product without its rim', () => {
    const at = paintOf((x, y) => (x >= 30 && x < 90 && y >= 20 && y < 80 ? 255 : 0));
    expect(at(10, 50)).toBe(255);
    expect(at(30 + RIM - 1, 50)).toBe(255);
    expect(at(30 + RIM, 50)).toBe(0);
    expect(at(60, 50)).toBe(0);
  });

  it('counts an edge that is covered in part as product', () => {
    const at = paintOf((x, y) => (x >= 30 && x < 90 && y >= 20 && y < 80 ? (x === 30 ? 1 : 255) : 0));
    expect(at(30 + RIM, 50)).toBe(0);
  });

  it('leaves of a thin leg what is more than two pixels inside', () => {
    const at = paintOf((x, y) => {
      const isTop = y >= 10 && y < 45 && x >= 20 && x < 100;
      return isTop || (x >= 55 && x < 65 && y >= 45 && y < 90) ? 255 : 0;
    });
    expect([54, 55, 56].map((x) => at(x, 80))).toEqual([255, 255, 255]);
    expect([57, 60, 62].map((x) => at(x, 80))).toEqual([0, 0, 0]);
    expect(at(63, 80)).toBe(255);
    expect(at(60, 28)).toBe(0);
  });

  it('has no rim at the border of the picture', () => {
    const at = paintOf((x) => (x < 60 ? 255 : 0));
    expect(at(0, 0)).toBe(0);
    expect(at(60 - RIM, 98)).toBe(255);
  });

  it('paints everything where there is no product, and nothing where it is everywhere', () => {
    expect(paintOf(() => 0)(5, 5)).toBe(255);
    expect(paintOf(() => 255)(5, 5)).toBe(0);
    // Every pixel of a checkerboard is its own edge.
    expect(paintOf((x, y) => ((x + y) % 2) * 255)(60, 61)).toBe(255);
  });
});
