import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { PlateParts } from '../../../../../src/server/renders/engines/hero/plate-parts.ts';
import { settleSurroundings } from '../../../../../src/server/renders/engines/hero/settle-surroundings.ts';
import { createSrgbTables } from '../../../../../src/tracer/post/srgb-tables.ts';

const [W, H] = [160, 128];
const SIZE = { widthPx: W, heightPx: H };
const srgb = createSrgbTables();
const encode = (linear: number) => Math.round(srgb.encode(linear));

/** A product of many colours in the middle, on a floor that shows its shadow to the right of it. */
const BOX = { left: 40, top: 32, right: 100, bottom: 96 };
const isBox = (x: number, y: number) => x >= BOX.left && x < BOX.right && y >= BOX.top && y < BOX.bottom;
const shadowAt = (x: number, y: number) =>
  x >= BOX.right && x < 140 && y >= 60 && y < 100 ? 0.5 + (0.5 * (x - BOX.right)) / 40 : 1;
const productAt = (x: number, y: number, k: number) =>
  0.1 + 0.7 * ((((x >> 3) * (k + 2) + (y >> 3) * 3) % 8) / 8);
const floorAt = (x: number, y: number, k: number) => 0.3 + (0.2 * x) / W + (0.1 * y) / H + 0.05 * k;

type Paint = (x: number, y: number, k: number) => number;

function pixels(paint: Paint, channels: 3 | 4): Uint8Array {
  const bytes = new Uint8Array(W * H * channels).fill(255);
  for (let i = 0; i < W * H; i++) {
    for (let k = 0; k < 3; k++) bytes[i * channels + k] = encode(paint(i % W, Math.floor(i / W), k));
  }
  return bytes;
}

const PLATE: PlateParts = {
  ...SIZE,
  plate: pixels((x, y, k) => (isBox(x, y) ? productAt(x, y, k) : floorAt(x, y, k) * shadowAt(x, y)), 4),
  alpha: Uint8Array.from({ length: W * H }, (_, i) => (isBox(i % W, Math.floor(i / W)) ? 255 : 0)),
  shadow: Uint8Array.from({ length: W * H }, (_, i) => Math.round(255 * shadowAt(i % W, Math.floor(i / W)))),
  reflection: null,
  floorY: Number.NEGATIVE_INFINITY,
  bounds: [0, 0, 0, 0, 0, 0],
};

const open = (paint: Paint) => sharp(pixels(paint, 3), { raw: { width: W, height: H, channels: 3 } });
const png = (paint: Paint) => open(paint).png().toBuffer();
const kept: Paint = (x, y, k) => (isBox(x, y) ? productAt(x, y, k) : floorAt(x, y, k));

/** The farthest that the pixels outside of the ring are off, in levels. */
function farthest(rgba: Uint8Array, paint: Paint): number {
  let most = 0;
  for (let y = 0; y < H; y++) {
    for (let x = 0; x < W; x++) {
      const isNear = x > BOX.left - 8 && x < BOX.right + 8 && y > BOX.top - 8 && y < BOX.bottom + 8;
      if (isNear) continue;
      for (let k = 0; k < 3; k++)
        most = Math.max(most, Math.abs(rgba[(y * W + x) * 4 + k]! - encode(paint(x, y, k))));
    }
  }
  return most;
}

/** Of one channel of all pixels. */
function extremes(rgba: Uint8Array, channel: number): { least: number; most: number } {
  let [least, most] = [255, 0];
  for (let at = channel; at < rgba.length; at += 4) {
    least = Math.min(least, rgba[at]!);
    most = Math.max(most, rgba[at]!);
  }
  return { least, most };
}

const MAGENTA: Paint = (x, y, k) => {
  const isNear = x >= BOX.left - 2 && x < BOX.right + 2 && y >= BOX.top - 2 && y < BOX.bottom + 2;
  return isNear ? [1, 0, 1][k]! : floorAt(x, y, k);
};

describe('settleSurroundings', () => {
  it('leaves nothing of the product that was painted, nor of its edge, and all else to the byte', async () => {
    const { rgba } = await settleSurroundings(await png(MAGENTA), PLATE, SIZE);
    // Green is the floor's, and nowhere the lower one.
    expect(extremes(rgba, 1).least).toBeGreaterThan(encode(0.3));
    expect(extremes(rgba, 0).most).toBeLessThan(encode(0.62));
    expect(extremes(rgba, 3).least).toBe(255);
    expect(farthest(rgba, floorAt)).toBe(0);
  });

  it('takes out how the model changed colours, where it has the product to tell by', async () => {
    const drifted: Paint = (x, y, k) => Math.min(1, Math.max(0, kept(x, y, k) * [0.88, 1, 1.12][k]! - 0.01));
    expect(farthest(pixels(drifted, 4), floorAt)).toBeGreaterThan(8);
    const { rgba } = await settleSurroundings(await png(drifted), PLATE, SIZE);
    expect(farthest(rgba, floorAt)).toBeLessThanOrEqual(2);
    // Another product tells nothing.
    const other = await settleSurroundings(await png(MAGENTA), PLATE, SIZE);
    expect(farthest(other.rgba, floorAt)).toBe(0);
  });

  it('is not led by a sticker that the model put on the product', async () => {
    const stuck: Paint = (x, y, k) =>
      x > 60 && x < 75 && y > 50 && y < 75 ? [1, 1, 0][k]! : 0.9 * kept(x, y, k);
    const { rgba } = await settleSurroundings(await png(stuck), PLATE, SIZE);
    expect(farthest(rgba, floorAt)).toBeLessThanOrEqual(2);
  });

  it('finds how much of the shadow is painted already', async () => {
    const shaded =
      (share: number): Paint =>
      (x, y, k) =>
        isBox(x, y) ? productAt(x, y, k) : floorAt(x, y, k) * (1 - share * (1 - shadowAt(x, y)));
    const shareOf = async (share: number) =>
      (await settleSurroundings(await png(shaded(share)), PLATE, SIZE)).shadowShare;
    expect(await shareOf(0)).toBe(0);
    expect(await shareOf(0.3)).toBe(0);
    expect(await shareOf(0.7)).toBeCloseTo(0.7, 1);
    expect(await shareOf(1)).toBeGreaterThan(0.93);
  });

  it('reads whatever a server sends', async () => {
    const exact = async (bytes: Uint8Array, most: number) => {
      const { rgba } = await settleSurroundings(bytes, PLATE, SIZE);
      expect(rgba.length).toBe(W * H * 4);
      expect(farthest(rgba, floorAt)).toBeLessThanOrEqual(most);
    };
    await exact(await open(kept).toColourspace('rgb16').png().toBuffer(), 1);
    await exact(await open(kept).withIccProfile('p3').png().toBuffer(), 2);
    await exact(await open(kept).ensureAlpha(0).png().toBuffer(), 0);
    await exact(await open(kept).withMetadata({ orientation: 6 }).png().toBuffer(), 0);
    await exact(await open(kept).webp({ lossless: true }).toBuffer(), 0);
    const large = await open(kept)
      .resize(W * 2, H * 2)
      .png()
      .toBuffer();
    await exact(large, 3);
    await exact(await sharp(large).ensureAlpha(0).png().toBuffer(), 3);
  });

  it('makes them of any size, equal ones of equal pictures', async () => {
    const size = { widthPx: 517, heightPx: 301 };
    const [one, two] = [
      await settleSurroundings(await png(MAGENTA), PLATE, size),
      await settleSurroundings(await png(MAGENTA), PLATE, size),
    ];
    expect(one.rgba.length).toBe(517 * 301 * 4);
    expect(Buffer.from(one.rgba).equals(Buffer.from(two.rgba))).toBe(true);
    expect(extremes(one.rgba, 1).least).toBeGreaterThan(encode(0.28));
  });

  it.each([
    ['nothing', () => 0],
    ['everything', () => 255],
    ['a checkerboard', (x: number, y: number) => ((x + y) % 2) * 255],
    ['lines of a pixel', (x: number) => (x % 16 === 0 ? 255 : 0)],
    ['a half, at the border', (x: number) => (x < W / 2 ? 255 : 0)],
    ['a veil', () => 128],
  ] as [string, (x: number, y: number) => number][])(
    'takes a product that covers %s',
    async (name, cover) => {
      const alpha = Uint8Array.from({ length: W * H }, (_, i) => cover(i % W, Math.floor(i / W)));
      const plate = { ...PLATE, alpha };
      const { rgba, shadowShare } = await settleSurroundings(await png(floorAt), plate, SIZE);
      expect(shadowShare).toBeLessThanOrEqual(1);
      expect(rgba.every((value, i) => i % 4 !== 3 || value === 255)).toBe(true);
      if (name === 'nothing') expect(Buffer.from(rgba).equals(Buffer.from(pixels(floorAt, 4)))).toBe(true);
      // What stands around fills it, without a colour of its own.
      expect(extremes(rgba, 0).least).toBeGreaterThanOrEqual(encode(0.29));
    },
  );

  it('refuses what is no picture', async () => {
    const broken = settleSurroundings(new TextEncoder().encode('no picture'), PLATE, SIZE);
    await expect(broken).rejects.toMatchObject({ failure: { code: 'image-unreadable' } });
  });

  it('lays surroundings right that have slid, and says by how much; what slid too far stays, and is told', async () => {
    const slid =
      (by: number): Paint =>
      (x, y, k) =>
        kept(Math.min(W - 1, Math.max(0, x - by)), y, k);
    const near = await settleSurroundings(await png(slid(1)), PLATE, SIZE);
    expect(near.shiftPx).toBeCloseTo(1, 0);
    expect(farthest(near.rgba, floorAt)).toBeLessThanOrEqual(3);
    // At twice the size it slid by twice as much.
    const double = { widthPx: 2 * W, heightPx: 2 * H };
    expect((await settleSurroundings(await png(slid(1)), PLATE, double)).shiftPx).toBeCloseTo(2, 0);
    const far = await settleSurroundings(await png(slid(6)), PLATE, SIZE);
    expect(far.shiftPx).toBeCloseTo(6, 0);
    expect((await settleSurroundings(await png(kept), PLATE, SIZE)).shiftPx).toBeLessThan(0.15);
    // Nothing of the product came back: nobody can tell.
    expect((await settleSurroundings(await png(floorAt), PLATE, SIZE)).shiftPx).toBeNull();
  });

  it('lays surroundings right between pixels, by the fraction that they slid', async () => {
    // None at the border: what lies beyond it nobody knows.
    const striped = (x: number, y: number, k: number) =>
      floorAt(x, y, k) * (1 + Math.min(0.25, (W - 1 - x) / 100) * Math.sin((2 * Math.PI * (x + y)) / 8));
    const still: Paint = (x, y, k) => (isBox(x, y) ? productAt(x, y, k) : striped(x, y, k));
    const plate = { ...PLATE, plate: pixels(still, 4) };
    const half: Paint = (x, y, k) => (still(x, y, k) + still(Math.max(0, x - 1), y, k)) / 2;
    const { rgba, shiftPx } = await settleSurroundings(await png(half), plate, SIZE);
    expect(shiftPx).toBeCloseTo(0.5, 1);
    expect(farthest(pixels(half, 4), striped)).toBeGreaterThan(8);
    expect(farthest(rgba, striped)).toBeLessThanOrEqual(4);
  });

  it('looks for the light only where somebody wants it, and is unsure without a floor', async () => {
    const camera = {
      position: [0, 3, 20] as [number, number, number],
      target: [0, 0, 0] as [number, number, number],
      up: [0, 1, 0] as [number, number, number],
      quaternion: [0, 0, 0, 1] as [number, number, number, number],
      fovDegrees: 45,
    };
    expect((await settleSurroundings(await png(kept), PLATE, SIZE)).light).toBeNull();
    const { light } = await settleSurroundings(await png(kept), PLATE, SIZE, camera);
    expect(light!.confidence).toBeLessThan(0.5);
  });
});
