import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import type { ContentHash } from '../../../../../../src/contract/ids.ts';
import type { RenderSpec } from '../../../../../../src/contract/render-spec.ts';
import { composeResult } from '../../../../../../src/server/renders/engines/comfyui/graph/compose-result.ts';
import { hashOf, makeMask, makeRecipe } from '../../../../../support/ai-recipe.ts';
import { writeFlatPng } from '../../../../../support/pictures.ts';

const PX = 256;
const LOGO = { left: 64, top: 96, width: 50, height: 40 };
const LOCKED = { widthPx: PX, heightPx: PX, masks: [makeMask('logo', { isLocked: true })] };

let noise: Uint8Array;
let files: Map<ContentHash, Uint8Array>;
beforeAll(async () => {
  noise = Uint8Array.from({ length: PX * PX * 3 }, (_, i) => (i * 2_654_435_761) >>> 24);
  const white = await sharp({ create: { ...LOGO, channels: 3, background: '#ffffff' } })
    .png()
    .toBuffer();
  const mask = sharp({ create: { width: PX, height: PX, channels: 3, background: '#000000' } });
  files = new Map([
    [hashOf('snapshot'), await raw(noise).webp({ lossless: true }).toBuffer()],
    [
      hashOf('mask of logo'),
      await mask
        .composite([{ input: white, ...LOGO }])
        .png()
        .toBuffer(),
    ],
  ]);
});

describe('what is protected', () => {
  test("is the viewer's own pixels, every one of them, and fades out beyond its edge", async () => {
    const { rgba } = await compose(await flat('#00ff00', PX, PX), LOCKED);
    let inside = 0;
    for (let y = 0; y < PX; y++) {
      for (let x = 0; x < PX; x++) {
        const at = y * PX + x;
        const isInside = x >= LOGO.left && x < LOGO.left + 50 && y >= LOGO.top && y < LOGO.top + 40;
        if (!isInside) continue;
        inside += 1;
        expect([...rgba.subarray(at * 4, at * 4 + 3)]).toEqual([...noise.subarray(at * 3, at * 3 + 3)]);
      }
    }
    expect(inside).toBe(50 * 40);
    expect([...rgba.subarray(0, 4)]).toEqual([0, 255, 0, 255]);
    const beside = (100 * PX + LOGO.left - 1) * 4;
    expect([...rgba.subarray(beside, beside + 3)]).not.toEqual([0, 255, 0]);
    const away = (100 * PX + LOGO.left - 20) * 4;
    expect([...rgba.subarray(away, away + 3)]).toEqual([0, 255, 0]);
  });

  test('is nothing when no mask is locked', async () => {
    const { rgba } = await compose(await flat('#00ff00', PX, PX), { ...LOCKED, masks: [makeMask('logo')] });
    expect(rgba.every((value, at) => value === [0, 255, 0, 255][at % 4])).toBe(true);
  });

  test('grows with a picture that is enlarged', async () => {
    const { rgba, widthPx } = await compose(await flat('#00ff00', 512, 512), { ...LOCKED, outputPx: 2048 });
    const scale = widthPx / PX;
    expect(scale).toBe(8);
    const own = await sharp(files.get(hashOf('snapshot')))
      .resize(2048, 2048)
      .raw()
      .toBuffer();
    const at = Math.round((LOGO.top + 20) * scale) * widthPx + Math.round((LOGO.left + 25) * scale);
    expect([...rgba.subarray(at * 4, at * 4 + 3)]).toEqual([...own.subarray(at * 3, at * 3 + 3)]);
  });
});

describe('the picture', () => {
  test.each([
    ['as made', { widthPx: 640, heightPx: 480 }, 640, 480],
    ['2K', { widthPx: 640, heightPx: 480, outputPx: 2048 }, 2048, 1536],
    ['4K', { widthPx: 1000, heightPx: 700, outputPx: 4096 }, 4096, 2867],
  ] as const)("has the order's size: %s", async (_, recipe, widthPx, heightPx) => {
    const made = await compose(await flat('#336699', 1216, 832), recipe);
    expect([made.widthPx, made.heightPx, made.rgba.length]).toEqual([
      widthPx,
      heightPx,
      widthPx * heightPx * 4,
    ]);
    expect([...made.rgba.subarray(0, 4)]).toEqual([0x33, 0x66, 0x99, 255]);
  });

  test.each(['png', 'jpeg', 'webp'] as const)('comes as %s', async (format) => {
    const bytes = await sharp(await flat('#808080', 64, 64))
      .toFormat(format)
      .toBuffer();
    const { rgba } = await compose(bytes, { widthPx: 64, heightPx: 64 });
    expect([...rgba.subarray(0, 4)]).toEqual([128, 128, 128, 255]);
  });

  test('of the same size keeps its bytes', async () => {
    const { rgba } = await compose(await raw(noise).png().toBuffer(), { widthPx: PX, heightPx: PX });
    expect(
      Buffer.compare(
        rgba.filter((_, at) => at % 4 !== 3),
        noise,
      ),
    ).toBe(0);
  });

  test('is opaque, whatever the server made', async () => {
    const bytes = await sharp({ create: { width: 64, height: 64, channels: 4, background: '#ff000040' } })
      .png()
      .toBuffer();
    const { rgba } = await compose(bytes, { widthPx: 64, heightPx: 64 });
    expect([...rgba.subarray(0, 4)]).toEqual([255, 0, 0, 255]);
  });

  test.each([
    ['no picture', async () => Buffer.from('<html>busy</html>'), 'image-unreadable'],
    [
      'another format',
      () =>
        sharp({ create: { width: 8, height: 8, channels: 3, background: '#fff' } })
          .gif()
          .toBuffer(),
      'file-format-unsupported',
    ],
    ['a bomb', async () => writeFlatPng(16_384, 16_384), 'image-too-large'],
  ])('%s is refused', async (_, make, code) => {
    await expect(compose(await make(), {})).rejects.toMatchObject({ failure: { code } });
  });

  test('one that breaks off is refused', async () => {
    const whole = await raw(noise).png().toBuffer();
    const failure = { code: 'image-unreadable' };
    await expect(compose(whole.subarray(0, whole.length / 2), {})).rejects.toMatchObject({ failure });
  });
});

function compose(bytes: Uint8Array, changes: Partial<RenderSpec>) {
  return composeResult(bytes, makeRecipe(changes), async (hash) => {
    const file = files.get(hash);
    if (file === undefined) throw new Error('another file was read');
    return file;
  });
}

function raw(rgb: Uint8Array) {
  return sharp(rgb, { raw: { width: PX, height: PX, channels: 3 } });
}

function flat(background: string, width: number, height: number): Promise<Uint8Array> {
  return sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer();
}
