import { EXPOSURE_DEFAULT } from '../contract/constants.ts';
import type { TracedSpec } from '../contract/render-spec.ts';
import { FLOOR_BEFORE } from '../contract/scene/floor-defaults.ts';
import { cycloramaMaterial } from './floor/lay-cyclorama.ts';
import { type StandingProduct, sweepBehind } from './floor/stand-product.ts';
import { dimUnreadGlow } from './gltf/decode-textures.ts';
import type { TracerModel } from './gltf/load-model.ts';
import type { PictureTask } from './picture-task.ts';
import { TONE_MAPS } from './post/tone-map.ts';
import { type Backdrop, prepareFloor, prepareLighting } from './scene/prepare-lighting.ts';
import type { SceneCamera, SceneTexture } from './scene.ts';
import { SAMPLES_OF_QUALITY } from './trace-events.ts';

/** All that a picture is made of before it is lit. */
export interface PictureParts {
  readonly model: TracerModel;
  readonly standing: StandingProduct;
  readonly textures: readonly SceneTexture[];
  readonly backdrop: Backdrop;
  readonly camera: SceneCamera;
}

/** Lights a picture of a recipe and says what there is to do. @param imageIndex Which of the batch, from 0. */
export function openTask(
  spec: TracedSpec,
  { model, standing, textures, backdrop, camera }: PictureParts,
  imageIndex: number,
  tools: Pick<PictureTask, 'srgb' | 'pool' | 'progress' | 'step' | 'signal' | 'tellsParts'>,
): PictureTask {
  const { geometry, acceleration, floorY, cyclorama } = standing;
  const seed = BigInt(spec.seed) + BigInt(imageIndex);
  const floor = prepareFloor(backdrop, floorY, spec.scene.floor ?? FLOOR_BEFORE, cyclorama);
  const own = dimUnreadGlow(model.materials, textures);
  const materials = cyclorama === null ? own : [...own, cycloramaMaterial(floor.bounceColour)];
  const sweep = cyclorama && sweepBehind(cyclorama, floorY);
  const light = prepareLighting(spec, backdrop, camera, acceleration.bounds, Number(seed), sweep);
  return {
    spec,
    imageIndex,
    seed: hashSeed(seed),
    scene: { ...model, geometry, materials, ...light, textures, floor, camera },
    acceleration,
    backdrop,
    look: {
      exposure: spec.scene.exposure / EXPOSURE_DEFAULT,
      toneMap: TONE_MAPS[spec.scene.toneMapping],
      style: backdrop.style,
      shadowIntensity: spec.scene.shadowIntensity ?? 1,
      light: backdrop.light,
    },
    budget: SAMPLES_OF_QUALITY[spec.quality],
    isSurrounded: false,
    reflectionShare: 0,
    others: [],
    ...tools,
  };
}

/** The kernel's 32-bit seed: neighbouring seeds, and seeds that share their lower half, give unrelated noise. */
function hashSeed(seed: bigint): number {
  let h = Number(seed & 0xffffffffn) ^ Math.imul(Number((seed >> 32n) & 0xffffffffn), 0x9e3779b1);
  h = Math.imul(h ^ (h >>> 16), 0x7feb352d);
  h = Math.imul(h ^ (h >>> 15), 0x846ca68b);
  return (h ^ (h >>> 16)) >>> 0;
}
