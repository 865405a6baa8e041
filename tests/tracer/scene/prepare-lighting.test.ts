import sharp from 'sharp';
import { expect, it } from 'vitest';
import { LibraryItemId } from '../../../src/contract/ids.ts';
import { openImageDecoder } from '../../../src/tracer/gltf/decode-image.ts';
import { createSrgbTables } from '../../../src/tracer/post/srgb-tables.ts';
import { prepareBackdrop, prepareFloor } from '../../../src/tracer/scene/prepare-lighting.ts';
import { createSpec, nameFile, readCodecs } from '../../support/trace-host.ts';

const decoder = await openImageDecoder(readCodecs());
const srgb = createSrgbTables();
const spec = createSpec(nameFile(Uint8Array.of(1)).hash);
const picture = async (background: string) =>
  nameFile(
    new Uint8Array(
      await sharp({ create: { width: 8, height: 8, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  );

it('makes the floor bounce in the colour of the background, white paint at most', async () => {
  const red = await prepareBackdrop(
    { ...spec, background: { kind: 'colour', colour: '#c01010' } },
    new Map(),
    decoder,
    srgb,
  );
  const floor = prepareFloor(red, -3);
  expect(floor.y).toBe(-3);
  expect(floor.bounceColour[0]).toBeGreaterThan(20 * floor.bounceColour[1]);
  const white = await prepareBackdrop(
    { ...spec, background: { kind: 'colour', colour: '#ffffff' } },
    new Map(),
    decoder,
    srgb,
  );
  expect(Math.max(...prepareFloor(white, 0).bounceColour)).toBeLessThanOrEqual(0.9);
});

it('takes tint and grade from a style, and nothing at strength 0', async () => {
  const file = await picture('#2040c0');
  const files = new Map([[file.hash, file.bytes]]);
  const style = { imageHash: file.hash, libraryId: LibraryItemId.parse(1), name: 'blue', strength: 0.8 };
  const blue = await prepareBackdrop({ ...spec, style }, files, decoder, srgb);
  expect(blue.style?.strength).toBe(0.8);
  expect(blue.tint[2]).toBeGreaterThan(blue.tint[0]);
  const none = await prepareBackdrop({ ...spec, style: { ...style, strength: 0 } }, files, decoder, srgb);
  expect(none).toMatchObject({ style: null, tint: [1, 1, 1] });
});

it('refuses a background whose file is missing', async () => {
  const background = {
    kind: 'image',
    imageHash: spec.scene.modelHash,
    libraryId: null,
    name: 'gone',
    fidelity: 1,
  } as const;
  await expect(prepareBackdrop({ ...spec, background }, new Map(), decoder, srgb)).rejects.toMatchObject({
    failure: { code: 'image-unreadable', name: 'gone' },
  });
});

it('draws a gradient as the stage shows it, whatever the fidelity', async () => {
  const black = { create: { width: 8, height: 8, channels: 3, background: '#000000' } } as const;
  const white = { create: { width: 8, height: 4, channels: 3, background: '#ffffff' } } as const;
  // As a device sends it.
  const painted = sharp(black).composite([{ input: white, gravity: 'north' }]);
  const { hash, bytes } = nameFile(new Uint8Array(await painted.png().toBuffer()));
  const gradient = {
    kind: 'linear',
    angleDegrees: 180,
    stops: [
      { colour: '#ffffff', at: 0.5 },
      { colour: '#000000', at: 0.5 },
    ],
  } as const;
  const draw = async (fidelity: number, isGradient: boolean) => {
    const image = { kind: 'image', imageHash: hash, libraryId: null, name: 'Gradient', fidelity } as const;
    const background = isGradient
      ? { ...image, gradient: { ...gradient, stops: [...gradient.stops] } }
      : image;
    const drawn = await prepareBackdrop({ ...spec, background }, new Map([[hash, bytes]]), decoder, srgb);
    return [drawn.plate, drawn.draw({ widthPx: 16, heightPx: 16 }, { top: 0, rows: 16 }).plate];
  };
  const asShown = await draw(1, true);
  expect(await draw(0.2, true)).toEqual(asShown);
  expect(await draw(0.2, false)).not.toEqual(asShown);
});
