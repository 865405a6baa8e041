import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { FLOOR_BEFORE } from '../../../../../src/contract/scene/floor-defaults.ts';
import { type PlateParts, readParts } from '../../../../../src/server/renders/engines/hero/plate-parts.ts';
import { settleSurroundings } from '../../../../../src/server/renders/engines/hero/settle-surroundings.ts';
import {
  drawReflection,
  separateLayers,
  thinReflection,
} from '../../../../../src/tracer/layers/separate-layers.ts';
import { drawnShadow } from '../../../../../src/tracer/post/composite-picture.ts';
import type { Floor } from '../../../../../src/tracer/scene.ts';
import type { TraceHost } from '../../../../../src/tracer/trace-events.ts';
import { keepProduct, makePlate, smallRecipe } from '../../../../support/kept-product.ts';
import { buildKernel, createTestHost } from '../../../../support/trace-host.ts';
import { readKernel, sceneMaterial, uniformSky } from '../../../../support/tracer-scenes.ts';
import {
  buildRoom,
  decibels,
  drawRoom,
  LOOK,
  NO_FLOOR,
  PX,
  plateOf,
  STAGES,
  type Stage,
  srgb,
  traceRoom,
} from '../../../../support/truth-rooms.ts';

/** What a glossy floor mirrors of the product is in the plate that a model paints from, and is in the picture once. */

const GLOSS = 0.8;
let wasm: Uint8Array;
let host: TraceHost;
beforeAll(async () => {
  buildKernel();
  wasm = readKernel();
  host = await createTestHost(1, true);
});

/** Part of one picture and the rest of another, in linear light. */
function mix(one: Uint8Array, two: Uint8Array, share: number): Uint8Array {
  return one.map((byte, i) => {
    if (i % 4 === 3) return 255;
    const light = srgb.decode[byte]! * (1 - share) + srgb.decode[two[i]!]! * share;
    return Math.round(srgb.encode(light));
  });
}

/** A room whose product the floor mirrors, as it is to look, and a model's answers with more or less of the reflection in them. */
async function openGlossy(stage: Stage) {
  const { product, looks, floor, sky = uniformSky() } = stage;
  const own = looks.map((look) => sceneMaterial(look));
  const { room, paint } = buildRoom(stage);
  const grey = plateOf(new Uint8Array(PX * PX * 4).fill(150));
  const empty = plateOf(drawRoom((await traceRoom(wasm, room, paint, NO_FLOOR, sky)).layers, grey));
  const trace = (reflection: number) => {
    const ground: Floor = { y: 0, bounceColour: floor, reflection };
    return traceRoom(wasm, product, own, ground, sky, true);
  };
  const [{ layers, sums }, matt] = [await trace(GLOSS), await trace(0)];
  const bare = { ...LOOK, shadowIntensity: 0 };
  const [mirrored, dull] = [drawRoom(layers, empty, bare), drawRoom(matt.layers, empty, bare)];
  const parts = separateLayers(layers, sums, (light) => drawnShadow(light, LOOK.shadowIntensity));
  const plate: PlateParts = {
    widthPx: PX,
    heightPx: PX,
    plate: mirrored,
    ...readParts(parts, drawReflection(parts, LOOK)),
    floorY: 0,
    bounds: [0, 0, 0, 0, 0, 0],
  };
  return {
    truth: drawRoom(layers, empty),
    /** @param share Of the reflection that is painted. */
    async answer(share: number) {
      const raw = { width: PX, height: PX, channels: 4 } as const;
      const png = await sharp(mix(dull, mirrored, share), { raw })
        .removeAlpha()
        .png()
        .toBuffer();
      const settled = await settleSurroundings(png, plate, { widthPx: PX, heightPx: PX });
      const look = { ...LOOK, shadowIntensity: LOOK.shadowIntensity * (1 - settled.shadowShare) };
      const thinned = thinReflection(layers, sums, settled.reflectionShare);
      const behind = plateOf(settled.rgba);
      return {
        ...settled,
        composed: drawRoom(thinned, behind, look),
        doubled: drawRoom(layers, behind, look),
      };
    },
  };
}

describe.each(['a red box', 'a white ball', 'a bottle before a wall', 'brushed metal', 'three things'])(
  '%s on a glossy floor',
  (name) => {
    it('has one reflection, whether a model painted it, half of it or nothing of it', async () => {
      const { truth, answer } = await openGlossy(STAGES[name]!);
      for (const share of [0, 0.5, 1]) {
        const { composed, doubled, shadowShare, reflectionShare } = await answer(share);
        const whole = decibels(truth, composed);
        console.info(
          `${name}, ${share} painted: found ${reflectionShare.toFixed(2)}, ${whole.toFixed(1)} dB, ${decibels(truth, doubled).toFixed(1)} doubled`,
        );
        expect(shadowShare).toBe(0);
        expect(Math.abs(reflectionShare - share)).toBeLessThan(0.15);
        expect(whole).toBeGreaterThan(55);
      }
    }, 120_000);
  },
);

it.each([
  ['whole', undefined],
  ['in bands', 64 * 64],
] as const)('a picture that is made %s has the reflection of its plate once', async (_, bandPixels) => {
  const size = { widthPx: 128, heightPx: 128 };
  const { scene } = smallRecipe();
  const recipe = smallRecipe({ scene: { ...scene, floor: { ...FLOOR_BEFORE, gloss: GLOSS } } });
  const plate = await makePlate(host, recipe, size);
  expect(plate.reflection).not.toBeNull();
  const raw = { width: 128, height: 128, channels: 4 } as const;
  const png = await sharp(plate.plate, { raw }).removeAlpha().png().toBuffer();
  const { settled, rgba, changedPixels } = await keepProduct(host, recipe, plate, png, size, bandPixels);
  expect(settled.reflectionShare).toBeGreaterThan(0.8);
  expect(changedPixels).toBe(0);
  expect(decibels(plate.plate, rgba)).toBeGreaterThan(45);
});
