import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import { createKtx2Reader, KTX2_TARGETS, type Ktx2Image } from '../../../src/tracer/gltf/read-ktx2.ts';
import { type BlockColour, makeKtx2 } from '../../support/ktx2-file.ts';
import { hasSamples, readSample } from '../../support/tiny-model.ts';
import { readCodecs } from '../../support/trace-host.ts';

const RED: BlockColour = [255, 0, 10, 255];
const PALE: BlockColour = [1, 200, 3, 4];
const GREY: BlockColour = [9, 9, 9, 255];
const SAMPLE_FOLDER = 'gltf/StainedGlassLamp_ktx2/StainedGlassLamp';

const reader = createKtx2Reader(readCodecs().ktx2);
const pixelsOf = ({ transcode }: Ktx2Image) => transcode(0, KTX2_TARGETS.rgba);

it.each([false, true])(
  'reads blocks to the pixel, also where the last are cut (Zstandard: %s)',
  async (isZstd) => {
    const file = makeKtx2(5, 3, [[RED, PALE]], { isZstd });
    const row = [...RED, ...RED, ...RED, ...RED, ...PALE];
    const { widthPx, heightPx, rgba } = await reader.read(file, (image) => ({
      ...image,
      rgba: pixelsOf(image),
    }));
    expect({ widthPx, heightPx }).toEqual({ widthPx: 5, heightPx: 3 });
    expect([...rgba]).toEqual([...row, ...row, ...row]);
  },
);

it('reads every size, and blocks for graphics cards', async () => {
  const file = makeKtx2(8, 4, [[RED, PALE], [GREY]]);
  const { levelCount, small, packed } = await reader.read(file, (image) => ({
    levelCount: image.levelCount,
    small: image.transcode(1, KTX2_TARGETS.rgba),
    packed: [KTX2_TARGETS.bc7, KTX2_TARGETS.astc, KTX2_TARGETS.etc2].map(
      (target) => image.transcode(0, target).length,
    ),
  }));
  expect(levelCount).toBe(2);
  expect([...small]).toEqual(
    Array(8)
      .fill([...GREY])
      .flat(),
  );
  expect(packed).toEqual([32, 32, 32]);
});

it('refuses what is damaged, foreign or too large, and reads on', async () => {
  const good = makeKtx2(8, 4, [[RED, PALE]], { isZstd: true });
  const change = (at: number, value: number) => good.with(at, value);
  const refused = {
    'cut short': good.subarray(0, good.length - 8),
    'header alone': good.subarray(0, 80),
    'other bytes': new TextEncoder().encode('<!doctype html><html>not a texture</html>'),
    'not Basis: R8G8B8A8': change(12, 37),
    'unknown packing': change(44, 9),
    'damaged Zstandard': good.with(good.length - 44, 0),
    'an unknown mode': good.with(good.length - 32, 0b1000101),
    'too many pixels': makeKtx2(8, 4, [[RED, PALE]], { claimedSize: [16_384, 16_384] }),
    'more pixels than blocks': makeKtx2(8, 4, [[RED, PALE]], { claimedSize: [4096, 4096] }),
    'no height': makeKtx2(8, 4, [[RED, PALE]], { claimedSize: [8, 0] }),
  };
  for (const [why, bytes] of Object.entries(refused)) {
    await expect(reader.read(bytes, pixelsOf), why).rejects.toThrow();
    expect([...(await reader.read(good, pixelsOf)).subarray(12, 20)], why).toEqual([...RED, ...PALE]);
  }
  await expect(reader.read(good, ({ transcode }) => transcode(1, KTX2_TARGETS.rgba))).rejects.toThrow();
});

it.skipIf(!hasSamples)('survives any change to a file', async () => {
  for (const name of ['_hardware_basecolor', '_steel_occlusion-rough-metal']) {
    const good = readSample(`${SAMPLE_FOLDER}${name}.ktx2`);
    const expected = await reader.read(good, pixelsOf);
    for (let round = 0; round < 40; round++) {
      // The header and the first kilobyte hold all numbers that a reader trusts.
      const place = Math.imul(round + 1, 0x9e3779b1) >>> 0;
      const damaged = good.with(round % 2 === 0 ? 12 + (place % 1000) : place % good.length, place & 255);
      const pixels = await reader.read(damaged, pixelsOf).catch((error) => error);
      expect(pixels instanceof Error || pixels.length > 0).toBe(true);
    }
    expect(Buffer.compare(await reader.read(good, pixelsOf), expected)).toBe(0);
  }
});

/** The transcoder as its own script starts it, which needs functions made from text. */
async function openWithScript(): Promise<{ KTX2File: new (bytes: Uint8Array) => Ktx2File }> {
  const require = createRequire(import.meta.url);
  const script = require.resolve('three/addons/libs/basis/basis_transcoder.js');
  const module = { exports: {} as (options: object) => Promise<never> };
  const run = new Function('module', 'exports', 'require', '__dirname', readFileSync(script, 'utf8'));
  run(module, module.exports, require, '');
  const wasmBinary = readFileSync(script.replace('.js', '.wasm'));
  const opened = (await module.exports({ wasmBinary })) as Awaited<ReturnType<typeof openWithScript>> & {
    initializeBasis(): void;
  };
  opened.initializeBasis();
  return opened;
}

interface Ktx2File {
  startTranscoding(): boolean;
  getImageTranscodedSizeInBytes(...given: number[]): number;
  transcodeImage(target: Uint8Array, ...given: number[]): boolean;
}

it.skipIf(!hasSamples)('gives the bytes that the script of the transcoder gives', async () => {
  const { KTX2File } = await openWithScript();
  for (const name of ['_grill_basecolor-alpha', '_bulbs_occlusion-rough-metal', '_glass_emissive']) {
    const bytes = readSample(`${SAMPLE_FOLDER}${name}.ktx2`);
    const file = new KTX2File(bytes);
    file.startTranscoding();
    const expected = new Uint8Array(file.getImageTranscodedSizeInBytes(0, 0, 0, KTX2_TARGETS.rgba));
    file.transcodeImage(expected, 0, 0, 0, KTX2_TARGETS.rgba, 0, -1, -1);
    expect(Buffer.compare(await reader.read(bytes, pixelsOf), expected), name).toBe(0);
  }
});
