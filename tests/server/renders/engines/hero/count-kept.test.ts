import { describe, expect, it } from 'vitest';
import { countKept } from '../../../../../src/server/renders/engines/hero/count-kept.ts';

const [W, H] = [9, 7];

function make(alpha: (x: number, y: number) => number) {
  const product = Uint8Array.from({ length: W * H * 4 }, (_, at) => {
    const i = at >> 2;
    return at % 4 === 3 ? alpha(i % W, Math.floor(i / W)) : (at * 37) & 255;
  });
  return {
    product,
    picture: { widthPx: W, heightPx: H, rgba: product.map((v, at) => (at % 4 === 3 ? 255 : v)) },
  };
}

describe('countKept', () => {
  it('compares what is product with product all around, and the border as if there was more of it', () => {
    const whole = make(() => 255);
    expect(countKept(whole.product, whole.picture)).toMatchObject({ comparedPixels: 63, changedPixels: 0 });
    const hole = make((x, y) => (x === 4 && y === 3 ? 254 : 255));
    expect(countKept(hole.product, hole.picture).comparedPixels).toBe(63 - 9);
    const none = make(() => 0);
    expect(countKept(none.product, none.picture)).toMatchObject({ comparedPixels: 0, changedPixels: 0 });
    const board = make((x, y) => ((x + y) % 2) * 255);
    expect(countKept(board.product, board.picture).comparedPixels).toBe(0);
  });

  it('finds a single byte that is another', () => {
    const { product, picture } = make(() => 255);
    const { rgba } = picture;
    rgba[(3 * W + 4) * 4 + 2]! ^= 1;
    expect(countKept(product, picture).changedPixels).toBe(1);
  });

  it('names the product by its pixels, whatever stands around it', () => {
    const one = make((x) => (x < 5 ? 255 : 0));
    const { productHash } = countKept(one.product, one.picture);
    expect(productHash).toMatch(/^[0-9a-f]{64}$/);
    expect(countKept(one.product, { ...one.picture, rgba: one.picture.rgba.map(() => 0) }).productHash).toBe(
      productHash,
    );
    const other = make((x) => (x < 6 ? 255 : 0));
    expect(countKept(other.product, other.picture).productHash).not.toBe(productHash);
  });
});
