import type { LightRig } from '../../src/contract/scene/light-rig.ts';
import { openKernel } from '../../src/tracer/kernel/open-kernel.ts';
import { buildSweep } from '../../src/tracer/post/build-plate.ts';
import { compositePicture } from '../../src/tracer/post/composite-picture.ts';
import { denoise } from '../../src/tracer/post/denoise.ts';
import { openFilters } from '../../src/tracer/post/filter-passes.ts';
import { createSrgbTables } from '../../src/tracer/post/srgb-tables.ts';
import { TONE_MAPS } from '../../src/tracer/post/tone-map.ts';
import { buildAcceleration } from '../../src/tracer/scene/build-acceleration.ts';
import { packScene } from '../../src/tracer/scene/pack-scene.ts';
import { lightPicture, prepareFloor } from '../../src/tracer/scene/prepare-lighting.ts';
import type { TracerScene } from '../../src/tracer/scene.ts';
import type { Picture } from './picture.ts';

/** A product in front of a sweep of one grey, and its lights. */
export interface Shot extends Pick<TracerScene, 'geometry' | 'materials' | 'textures'> {
  readonly rig: LightRig;
  /** Linear grey of the sweep. */
  readonly backdrop: number;
  readonly eye: readonly [number, number, number];
  readonly target: readonly [number, number, number];
  readonly fovDegrees: number;
  readonly floorY: number;
  readonly samples: number;
}

/** Traced this many times larger and averaged, so that grain is sharp and the edge smooth. */
const FINENESS = 2;

/**
 * A small picture of a product, by the Studio engine's own kernel.
 *
 * @param wasm `kernel.wasm`.
 */
export async function traceProduct(shot: Shot, sizePx: number, wasm: Uint8Array): Promise<Picture> {
  const side = sizePx * FINENESS;
  const { geometry, materials, textures, backdrop, eye, target, fovDegrees, samples } = shot;
  const acceleration = buildAcceleration(geometry);
  const plate = buildSweep(side, side, [backdrop, backdrop, backdrop]);
  const floor = prepareFloor({ plate }, shot.floorY);
  const camera = { position: eye, target, up: [0, 1, 0], fovDegrees, widthPx: side, heightPx: side } as const;
  const light = lightPicture(shot.rig, { plate, tint: [1, 1, 1] }, camera, acceleration.bounds);
  const scene = { geometry, materials, textures, textureFrame: null, ...light, floor, camera };
  const kernel = openKernel(wasm, packScene(scene, acceleration));
  const tile = { x: 0, y: 0, width: side, height: side, sampleCount: 8, seed: 1 };
  for (let firstSample = 0; firstSample < samples; firstSample += 8)
    kernel.traceTile({ ...tile, firstSample });
  const look = {
    exposure: 1,
    toneMap: TONE_MAPS.neutral,
    style: null,
    shadowIntensity: 1,
    light: null,
  };
  const layers = await denoise(kernel.accumulation(samples), openFilters(wasm));
  return shrink(compositePicture(layers, plate, look, createSrgbTables()).rgba, sizePx);
}

/** Means of the pixels that become one. */
function shrink(rgba: Uint8Array, sizePx: number): Picture {
  const rgb = new Uint8Array(sizePx * sizePx * 3);
  const rowPx = sizePx * FINENESS;
  for (let i = 0; i < rgb.length; i++) {
    const [x, y] = [Math.floor(i / 3) % sizePx, Math.floor(i / 3 / sizePx)];
    let sum = 0;
    for (let dy = 0; dy < FINENESS; dy++)
      for (let dx = 0; dx < FINENESS; dx++)
        sum += rgba[((y * FINENESS + dy) * rowPx + x * FINENESS + dx) * 4 + (i % 3)]!;
    rgb[i] = Math.round(sum / FINENESS ** 2);
  }
  return { sizePx, rgb };
}
