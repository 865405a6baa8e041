import { EXPOSURE_DEFAULT } from '../../contract/constants.ts';
import { environmentHashOf } from '../../contract/files/list-recipe-files.ts';
import type { ContentHash } from '../../contract/ids.ts';
import type { RenderSpec } from '../../contract/render-spec.ts';
import type { Environment } from '../../contract/scene/environment.ts';
import type { DecodedImage } from '../gltf/decode-image.ts';
import type { Band, PictureSize } from '../picture.ts';
import type { Plate } from '../post/build-plate.ts';
import { TONE_MAPS } from '../post/tone-map.ts';
import { openViewPlate } from './build-view-plate.ts';
import { type DrawnEnvironment, drawEnvironment } from './draw-environment.ts';
import { environmentLevel, LIGHT_HEIGHT_PX } from './light-by-environment.ts';
import { decodeRgbe } from './rgbe.ts';

/** Rows of the map where it is seen itself: what a picture of surroundings has at most. */
const SEEN_HEIGHT_PX = 1_024;

/** The surroundings of a recipe with how they stand. */
export type ReadEnvironment = DrawnEnvironment & Pick<Environment, 'rotationDegrees' | 'isSeen' | 'blur'>;

/** @param read Decodes a file of the recipe, by hash and name. @returns Null where the recipe has none. */
export async function readEnvironment(
  scene: RenderSpec['scene'],
  read: (hash: ContentHash, name: string) => Promise<DecodedImage>,
): Promise<ReadEnvironment | null> {
  const { environment } = scene;
  if (environment == null) return null;
  const hash = environmentHashOf(scene);
  const name = environment.kind === 'picture' ? environment.name : '';
  const picture = hash === null ? null : decodeRgbe(await read(hash, name));
  const { rotationDegrees, isSeen, blur } = environment;
  const drawn = drawEnvironment(environment, picture, isSeen ? SEEN_HEIGHT_PX : LIGHT_HEIGHT_PX);
  return { ...drawn, rotationDegrees, isSeen, blur };
}

/** Draws the surroundings behind the product of a recipe: rows of a picture of some size. */
export function viewEnvironment(
  environment: ReadEnvironment,
  { scene, camera }: Pick<RenderSpec, 'scene' | 'camera'>,
): (size: PictureSize, band: Band) => Plate {
  const { rotationDegrees, blur } = environment;
  const level = environmentLevel(scene.lightRig ?? null) * (scene.exposure / EXPOSURE_DEFAULT);
  const view = { rotationDegrees, blur, level, toneMap: TONE_MAPS[scene.toneMapping] };
  const draw = openViewPlate(environment, view);
  return (size, band) => draw({ ...camera, ...size }, band);
}
