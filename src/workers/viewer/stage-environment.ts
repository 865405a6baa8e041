import {
  DataTexture,
  DataUtils,
  HalfFloatType,
  LinearFilter,
  LinearSRGBColorSpace,
  RepeatWrapping,
  RGBAFormat,
  type Texture,
} from 'three';
import type { StageEnvironment } from '../../contract/viewer-api.ts';
import { seenMap } from '../../tracer/environment/build-view-plate.ts';
import { drawEnvironment } from '../../tracer/environment/draw-environment.ts';
import { decodeRgbe } from '../../tracer/environment/rgbe.ts';
import type { SeenEnvironment } from './stage-sky.ts';

/** Rows of what lights, and of what is seen: a screen shows no more of a sky, and a picture of a room all that it has. */
const HEIGHT_PX = { light: 256, sky: 512, seen: 1_024 };
/** The greatest number of a half float. */
const HALF_MAX = 65_504;

/** Surroundings as the stage has them: as Studio draws them, {@link drawEnvironment}, more coarsely where nobody looks. */
export type StageSurroundings = SeenEnvironment & { readonly blur: number };

export function drawStageEnvironment({ environment, picture }: StageEnvironment): StageSurroundings {
  const { rotationDegrees, isSeen, blur, kind } = environment;
  const heightPx = !isSeen ? HEIGHT_PX.light : kind === 'sky' ? HEIGHT_PX.sky : HEIGHT_PX.seen;
  const light = picture === null ? null : decodeRgbe({ ...picture, rgba: new Uint8Array(picture.rgba) });
  return { ...drawEnvironment(environment, light, heightPx), rotationDegrees, isSeen, blur };
}

/** What of them is seen behind the product. Owned by the caller. */
export function openSeenTexture(surroundings: StageSurroundings): Texture {
  const { widthPx, heightPx, rgb } = seenMap(surroundings, surroundings.blur);
  const pixels = new Uint16Array(widthPx * heightPx * 4);
  const one = DataUtils.toHalfFloat(1);
  for (let at = 0; at < widthPx * heightPx; at++) {
    for (let k = 0; k < 3; k++)
      pixels[at * 4 + k] = DataUtils.toHalfFloat(Math.min(HALF_MAX, rgb[at * 3 + k] ?? 0));
    pixels[at * 4 + 3] = one;
  }
  const texture = new DataTexture(pixels, widthPx, heightPx, RGBAFormat, HalfFloatType);
  texture.colorSpace = LinearSRGBColorSpace;
  texture.wrapS = RepeatWrapping;
  texture.magFilter = texture.minFilter = LinearFilter;
  texture.generateMipmaps = false;
  texture.needsUpdate = true;
  return texture;
}
