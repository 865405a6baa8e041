import JSZip from 'jszip';
import type { Page } from 'playwright';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PictureWish } from '../../src/contract/files/channel-presets.ts';
import type { PictureSpace } from '../../src/contract/files/picture-colour.ts';
import type { TestBrowser } from '../support/browser.ts';
import { base64, openViewerPage, openViewerTests } from '../support/viewer-page.ts';

let tests: TestBrowser;
let page: Page;
beforeAll(async () => {
  tests = await openViewerTests();
  page = await openViewerPage(tests, '?viewer=none', undefined, undefined, false);
});
afterAll(() => tests.close());

/** A picture of a red block on a blue ground, and what the block covers. */
const SIDE = 100;
const BLOCK = { left: 30, top: 20, width: 40, height: 60 };
const draw = (ground: string, block: string): Promise<Buffer> =>
  sharp({ create: { width: SIDE, height: SIDE, channels: 3, background: ground } })
    .composite([
      {
        input: { create: { width: BLOCK.width, height: BLOCK.height, channels: 3, background: block } },
        left: BLOCK.left,
        top: BLOCK.top,
      },
    ])
    .png()
    .toBuffer();

interface Made {
  readonly type: string;
  readonly enlargedBy: number;
  readonly isCutOff: boolean;
  readonly size: readonly number[];
  /** Numbers as they stand in the file. */
  at(x: number, y: number): number[];
  readonly file: Buffer;
  /** Box of what is rather red. */
  readonly red: { left: number; top: number; width: number; height: number };
}

async function make(wish: PictureWish, hasAlpha = true, from: PictureSpace = 'srgb'): Promise<Made> {
  const [picture, alpha] = await Promise.all([draw('#1030c0', '#c02010'), draw('#000000', '#ffffff')]);
  const made = await page.evaluate(
    async ([pictureText, alphaText, asked, space]) => {
      const { workers, blob } = window.harness;
      const alphaBlob = alphaText === null ? null : blob(alphaText, 'image/png');
      const { image, ...facts } = await workers
        .compute()
        .exportPicture(blob(pictureText, 'image/png'), alphaBlob, asked, space);
      const bytes = new Uint8Array(await image.arrayBuffer());
      return { ...facts, type: image.type, bytes: [...bytes] };
    },
    [base64(picture), hasAlpha ? base64(alpha) : null, wish, from] as const,
  );
  const file = Buffer.from(made.bytes);
  const { data, info } = await sharp(file, { ignoreIcc: true })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => [
    ...data.subarray((y * info.width + x) * 4, (y * info.width + x) * 4 + 4),
  ];
  let [left, top, right, bottom] = [info.width, info.height, -1, -1];
  for (let y = 0; y < info.height; y++) {
    for (let x = 0; x < info.width; x++) {
      const from = (y * info.width + x) * 4;
      if ((data[from] ?? 0) < 120 || (data[from + 1] ?? 0) > 120 || (data[from + 3] ?? 0) < 128) continue;
      if (x < left) left = x;
      if (x > right) right = x;
      if (y < top) top = y;
      bottom = y;
    }
  }
  const { enlargedBy, isCutOff, type } = made;
  expect([made.widthPx, made.heightPx]).toEqual([info.width, info.height]);
  const red = { left, top, width: right - left + 1, height: bottom - top + 1 };
  return { type, enlargedBy, isCutOff, size: [info.width, info.height], at, red, file };
}

describe('a finished picture', () => {
  test('for Amazon: 2000 px, white to the corners, the product fills 85 % of the frame', async () => {
    const made = await make({ channel: 'amazon', format: 'jpeg', isTransparent: false });
    expect(made).toMatchObject({ type: 'image/jpeg', size: [2000, 2000], isCutOff: false });
    expect(made.enlargedBy).toBeCloseTo(1700 / BLOCK.height, 6);
    for (const [x, y] of [
      [0, 0],
      [1999, 0],
      [0, 1999],
      [1999, 1999],
      [300, 1000],
    ] as const) {
      expect(made.at(x, y)).toEqual([255, 255, 255, 255]);
    }
    expect(Math.abs(made.red.height - 1700)).toBeLessThanOrEqual(4);
    expect(Math.abs(made.red.left + made.red.width / 2 - 1000)).toBeLessThanOrEqual(2);
  });

  test('transparent, as large as it was made: the product alone, without a rim', async () => {
    const made = await make({ channel: null, format: 'png', isTransparent: true });
    expect(made).toMatchObject({ type: 'image/png', size: [SIDE, SIDE], enlargedBy: 1, red: BLOCK });
    expect(made.at(5, 5)).toEqual([0, 0, 0, 0]);
    expect(made.at(50, 50)).toEqual([0xc0, 0x20, 0x10, 255]);
    const webp = await make({ channel: null, format: 'webp', isTransparent: true });
    expect([webp.type, webp.at(5, 5)[3], webp.at(50, 50)[3]]).toEqual(['image/webp', 0, 255]);
  });

  test('of 8192 px, as it was made: what is packed stays as it is, and it says its resolution', async () => {
    const ground = { width: 8192, height: 8192, channels: 3, background: '#1030c0' } as const;
    const picture = await sharp({ create: ground }).png().toBuffer();
    const made = await page.evaluate(async (text) => {
      const { workers, blob } = window.harness;
      const wish = { channel: null, format: 'png', isTransparent: false, dpi: 300 } as const;
      const { image, ...facts } = await workers
        .compute()
        .exportPicture(blob(text, 'image/png'), null, wish, 'srgb');
      return { ...facts, bytes: [...new Uint8Array(await image.arrayBuffer())] };
    }, base64(picture));
    expect(made).toMatchObject({ widthPx: 8192, heightPx: 8192, enlargedBy: 1, isCutOff: false });
    const file = Buffer.from(made.bytes);
    const size = { format: 'png', width: 8192, height: 8192, density: 300 };
    expect(await sharp(file, { limitInputPixels: false }).metadata()).toMatchObject(size);
    const packed = (png: Buffer) => png.subarray(png.indexOf('IDAT'));
    expect(packed(file).equals(packed(picture))).toBe(true);
  });

  test('for a story: the product whole, and its ground goes on where the picture ends', async () => {
    const made = await make({ channel: 'instagram-9x16', format: 'png', isTransparent: false }, false);
    expect(made).toMatchObject({ size: [1080, 1920], enlargedBy: 10.8 });
    for (const y of [0, 200, 419, 420, 1499, 1500, 1919])
      expect(made.at(20, y)).toEqual([0x10, 0x30, 0xc0, 255]);
    expect(Math.abs(made.red.height - 648)).toBeLessThanOrEqual(4);
  });

  test.each([
    ['png', 'srgb', 300],
    ['png', 'display-p3', 72],
    ['jpeg', 'srgb', 72],
    ['jpeg', 'display-p3', 300],
    ['webp', 'srgb', null],
    ['webp', 'display-p3', null],
  ] as const)('as %s says that it is %s, and how large it is at %s dpi', async (format, space, dpi) => {
    for (const isTransparent of format === 'jpeg' ? [false] : [false, true]) {
      const made = await make({ channel: null, format, isTransparent, space, dpi });
      const { icc, density, ...facts } = await sharp(made.file).metadata();
      expect(facts).toMatchObject({ format, space: 'srgb', width: SIDE, height: SIDE });
      // sharp reads no resolution as 72.
      if (dpi !== null) expect(Math.abs((density ?? 0) - dpi)).toBeLessThan(0.1);
      const profile = readProfile(icc!);
      expect(profile.name).toBe(space === 'srgb' ? 'sRGB' : 'Display P3');
      // The red of P3 is further out; a white is a white.
      expect(profile.red[0]).toBeCloseTo(space === 'srgb' ? 0.436 : 0.515, 3);
      const sum = [0, 1, 2].map((k) => profile.red[k]! + profile.green[k]! + profile.blue[k]!);
      for (const [k, d50] of [0.9642, 1, 0.8249].entries()) expect(sum[k]).toBeCloseTo(d50, 3);
      const [r = 0, g = 0, b = 0] = made.at(50, 50);
      const wanted = space === 'srgb' ? [0xc0, 0x20, 0x10] : [0xb0, 0x32, 0x20];
      const loss = format === 'png' ? 1 : 6;
      for (const [k, value] of [r, g, b].entries())
        expect(Math.abs(value - wanted[k]!)).toBeLessThanOrEqual(loss);
      // Who follows the profile sees the red that it was.
      const seen = await sharp(made.file).toColourspace('srgb').removeAlpha().raw().toBuffer();
      const at = (50 * SIDE + 50) * 3;
      for (const [k, value] of [0xc0, 0x20, 0x10].entries())
        expect(Math.abs(seen[at + k]! - value)).toBeLessThanOrEqual(loss + 2);
    }
  });

  test.each(['png', 'jpeg', 'webp'] as const)(
    'that was made in Display P3 keeps its numbers as %s',
    async (format) => {
      const wish = { channel: null, format, isTransparent: false, space: 'display-p3' } as const;
      const made = await make(wish, true, 'display-p3');
      expect(readProfile((await sharp(made.file).metadata()).icc!).name).toBe('Display P3');
      const loss = format === 'png' ? 0 : 6;
      for (const [k, value] of [0xc0, 0x20, 0x10].entries())
        expect(Math.abs(made.at(50, 50)[k]! - value)).toBeLessThanOrEqual(loss);
      const cut = await make({ ...wish, format: 'png', isTransparent: true }, true, 'display-p3');
      expect([cut.at(50, 50), cut.at(5, 5)]).toEqual([
        [0xc0, 0x20, 0x10, 255],
        [0, 0, 0, 0],
      ]);
    },
  );

  test('what needs a silhouette says so without one; what is no picture too', async () => {
    const failure = (code: string) => ({ message: expect.stringContaining(code) });
    await expect(
      make({ channel: 'amazon', format: 'jpeg', isTransparent: false }, false),
    ).rejects.toMatchObject(failure('silhouette-missing'));
    const unreadable = page.evaluate(() =>
      window.harness.workers.compute().exportPicture(
        new Blob(['no picture']),
        null,
        {
          channel: null,
          format: 'png',
          isTransparent: false,
        },
        'srgb',
      ),
    );
    await expect(unreadable).rejects.toMatchObject(failure('image-unreadable'));
  });
});

test('a mask that was made smaller with loss has nothing but black and white again', async () => {
  const disc = Buffer.from(
    Array.from({ length: 96 * 96 }, (_, i) =>
      Math.hypot((i % 96) - 47.5, Math.floor(i / 96) - 47.5) < 31 ? 255 : 0,
    ),
  );
  const circle = sharp(disc, { raw: { width: 96, height: 96, channels: 1 } }).blur(0.5);
  const lossy = await circle.webp({ quality: 60 }).toBuffer();
  const [before, png] = await page.evaluate(async (text) => {
    const { workers, blob, decode } = window.harness;
    const mask = blob(text, 'image/webp');
    const made = await workers.compute().binariseMask(mask);
    return [(await decode(mask)).pixels, new Uint8Array(await made.arrayBuffer())] as const;
  }, base64(lossy));
  const after = await sharp(png).ensureAlpha().raw().toBuffer();
  expect(before.some((value) => value > 0 && value < 255)).toBe(true);
  expect(after.every((value) => value === 0 || value === 255)).toBe(true);
  const expected = Buffer.from(before).map((_, at) => {
    const [r = 0, g = 0, b = 0] = before.slice(at - (at % 4), at - (at % 4) + 3);
    return at % 4 === 3 || r + g + b > 480 ? 255 : 0;
  });
  expect(after.equals(expected)).toBe(true);
});

test('a ZIP is written to the disk as it is made, and a cancelled one leaves the file as it was', async () => {
  const bytes = await page.evaluate(async () => {
    const { workers } = window.harness;
    const folder = await navigator.storage.getDirectory();
    const target = await folder.getFileHandle('files.zip', { create: true });
    const told: number[] = [];
    const zip = async (content: Blob, signal?: AbortSignal, onTold?: () => void) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = ({ data }) => {
        told.push(data as number);
        onTold?.();
      };
      return workers.compute(signal).writeZip([{ name: 'a/b.png', content }], target, port2);
    };
    const first = await zip(new Blob(['picture']));
    const written = new Uint8Array(await (await target.getFile()).arrayBuffer());
    const controller = new AbortController();
    const large = new Blob([new Uint8Array(24 * 1024 ** 2)]);
    const cancelled = await zip(large, controller.signal, () => controller.abort()).catch(({ name }) => name);
    const after = new Uint8Array(await (await target.getFile()).arrayBuffer());
    return { first, cancelled, told: told[0], written: [...written], after: [...after] };
  });
  expect(bytes).toMatchObject({ first: null, cancelled: 'AbortError', told: 1 });
  expect(bytes.after).toEqual(bytes.written);
  const zip = await JSZip.loadAsync(Uint8Array.from(bytes.written));
  expect(await zip.file('a/b.png')?.async('string')).toBe('picture');
});

/** Name and primaries of an ICC profile, read by its tag table. */
function readProfile(icc: Buffer) {
  expect(icc.readUInt32BE(0)).toBe(icc.byteLength);
  expect(icc.toString('latin1', 36, 40)).toBe('acsp');
  const tag = (name: string): Buffer => {
    for (let i = 0; i < icc.readUInt32BE(128); i++) {
      const at = 132 + i * 12;
      if (icc.toString('latin1', at, at + 4) !== name) continue;
      const start = icc.readUInt32BE(at + 4);
      return icc.subarray(start, start + icc.readUInt32BE(at + 8));
    }
    throw new Error(`no ${name}`);
  };
  const xyz = (name: string) => [8, 12, 16].map((at) => tag(name).readInt32BE(at) / 65_536);
  const name = Buffer.from(tag('desc').subarray(28)).swap16().toString('utf16le');
  return { name, red: xyz('rXYZ'), green: xyz('gXYZ'), blue: xyz('bXYZ') };
}
