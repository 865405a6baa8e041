import { describe, expect, it } from 'vitest';
import {
  isTooFar,
  layRight,
  measureShift,
  SHIFT_SHARE_MAX,
} from '../../../../../src/server/renders/engines/hero/align-surroundings.ts';
import { openDice } from '../../../../support/rooms/open-dice.ts';

const size = { widthPx: 256, heightPx: 192 };

/** A vase of two colours on a backdrop, drawn at any place between pixels by four by four samples. */
function drawVase(moved: readonly [number, number], backdrop: (x: number, y: number) => number, tone = 1) {
  const rgb = new Float32Array(size.widthPx * size.heightPx * 3);
  const mask = new Uint8Array(size.widthPx * size.heightPx);
  const widthAt = (y: number) => 30 + 14 * Math.sin(y / 19) - 6 * Math.cos(y / 7);
  const isVase = (x: number, y: number) => y > 40 && y < 150 && Math.abs(x - 120) < widthAt(y);
  for (let at = 0; at < mask.length; at++) {
    let [sum, inside] = [0, 0];
    for (let i = 0; i < 16; i++) {
      const x = (at % size.widthPx) + (i % 4) / 4 + 0.125 - moved[0];
      const y = Math.floor(at / size.widthPx) + Math.floor(i / 4) / 4 + 0.125 - moved[1];
      if (isVase(x, y)) {
        inside += 1;
        sum += tone * (y > 90 && y < 104 ? 0.15 : 0.5 + 0.004 * (x - 120));
      } else {
        sum += backdrop(x + moved[0], y + moved[1]);
      }
    }
    for (let k = 0; k < 3; k++) rgb[at * 3 + k] = sum / 16;
    mask[at] = Math.round((inside / 16) * 255);
  }
  return { rgb, mask };
}

/** Another room than the plate's: a dark wall with a bright window, boards, and grain. */
function room(seed: number, grain = 0.02) {
  const dice = openDice(seed);
  const noise = Float32Array.from({ length: 4096 }, () => dice.between(-grain, grain));
  return (x: number, y: number) => {
    const wall = x > 170 && x < 230 && y > 20 && y < 80 ? 0.9 : 0.2 + 0.0006 * x;
    const boards = Math.floor((x + y * 0.7) / 17) % 2 === 0 ? 0.3 : 0.24;
    return Math.max(0, (y > 120 ? boards : wall) + noise[(Math.floor(x) * 31 + Math.floor(y) * 57) & 4095]!);
  };
}

const plain = () => 0.75;

describe('how far surroundings have slid', () => {
  it.each([
    [0, 0],
    [0.25, 0],
    [0, -0.25],
    [0.5, 0.5],
    [-1.4, 0.7],
    [3, -2],
    [-7.25, 4.5],
    [12, 9],
    [20, -8],
  ])('is measured to a fifth of a pixel where it is %d and %d', (x, y) => {
    const { rgb: plate, mask } = drawVase([0, 0], plain);
    // The product as the model painted it: darker, before a wall that is darker still.
    const { rgb: painted } = drawVase([x, y], room(3), 0.8);
    const shift = measureShift(plate, painted, mask, size);
    expect(shift).not.toBeNull();
    expect(Math.abs(shift!.x - x)).toBeLessThan(0.2);
    expect(Math.abs(shift!.y - y)).toBeLessThan(0.2);
  });

  it('is measured through grain, and where the wall behind is brighter than the product', () => {
    const { rgb: plate, mask } = drawVase([0, 0], () => 0.1);
    const { rgb: painted } = drawVase([2.5, 1], room(5, 0.1), 1);
    const shift = measureShift(plate, painted, mask, size)!;
    expect(Math.hypot(shift.x - 2.5, shift.y - 1)).toBeLessThan(0.3);
  });

  it('is not told where nothing was painted, where there is no product, and of another picture', () => {
    const { rgb: plate, mask } = drawVase([0, 0], plain);
    const blank = new Float32Array(plate.length).fill(0.5);
    expect(measureShift(plate, blank, mask, size)).toBeNull();
    expect(measureShift(plate, plate, new Uint8Array(mask.length), size)).toBeNull();
    expect(measureShift(plate, plate, new Uint8Array(mask.length).fill(255), size)).toBeNull();
    const dice = openDice(9);
    expect(
      measureShift(
        plate,
        plate.map(() => dice.between(0, 1)),
        mask,
        size,
      ),
    ).toBeNull();
    const wall = room(7);
    const empty = Float32Array.from(plate, (_, i) => wall(Math.floor(i / 3) % 256, Math.floor(i / 3 / 256)));
    expect(measureShift(plate, empty, mask, size)).toBeNull();
  });

  it('says the same each time', () => {
    const { rgb: plate, mask } = drawVase([0, 0], plain);
    const { rgb: painted } = drawVase([1.3, 2], room(4));
    expect(measureShift(plate, painted, mask, size)).toEqual(measureShift(plate, painted, mask, size));
  });
});

describe('laying right', () => {
  it('brings the product back to where it belongs, also between pixels', () => {
    const { rgb: plate, mask } = drawVase([0, 0], plain);
    const { rgb: painted } = drawVase([3.4, -2.6], plain);
    const shift = measureShift(plate, painted, mask, size)!;
    const laid = layRight(painted, size, shift);
    const difference = (other: Float32Array) =>
      other.reduce((sum, value, i) => sum + Math.abs(value - plate[i]!), 0) / plate.length;
    expect(difference(laid)).toBeLessThan(difference(painted) / 8);
    const again = measureShift(plate, laid, mask, size)!;
    expect(Math.hypot(again.x, again.y)).toBeLessThan(0.15);
  });

  it('leaves what lies right as it is, to the byte', () => {
    const { rgb } = drawVase([0, 0], plain);
    expect(layRight(rgb, size, { x: 0.1, y: 0, agreement: 1 })).toBe(rgb);
  });

  it('has a limit', () => {
    const most = SHIFT_SHARE_MAX * 256;
    expect(isTooFar({ x: most * 0.9, y: 0, agreement: 1 }, size)).toBe(false);
    expect(isTooFar({ x: most, y: most, agreement: 1 }, size)).toBe(true);
  });
});
