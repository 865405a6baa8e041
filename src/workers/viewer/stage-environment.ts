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
import { environmentHashOf } from '../../contract/files/list-recipe-files.ts';
import type { Environment } from '../../contract/scene/environment.ts';
import type { StageEnvironment } from '../../contract/stage.ts';
import { seenMap } from '../../tracer/environment/build-view-plate.ts';
import { type DrawnEnvironment, drawEnvironment } from '../../tracer/environment/draw-environment.ts';
import { shrinkMap } from '../../tracer/environment/resample-map.ts';
import { decodeRgbe } from '../../tracer/environment/rgbe.ts';
import type { LinearPicture } from '../../tracer/picture.ts';
import { findLamps } from './find-lamps.ts';
import type { SeenEnvironment } from './stage-sky.ts';

/** Rows of what lights, and of what is seen: of a picture all that it has, of what is painted on the spot less. */
const HEIGHT_PX = {
  light: { picture: 256, preset: 256, sky: 128 },
  seen: { picture: 1_024, preset: 512, sky: 256 },
};
/** The greatest number of a half float. */
const HALF_MAX = 65_504;

/** Surroundings as the stage has them: as Studio draws them, {@link drawEnvironment}, coarsely where nobody looks. */
export interface StageSurroundings {
  readonly light: SeenEnvironment;
  /** What is seen; the same object as long as it only turns. */
  readonly seen: DrawnEnvironment;
  readonly placing: Pick<Environment, 'rotationDegrees' | 'isSeen' | 'blur'>;
}

/** Draws surroundings, and what has not changed of them not again. */
export class EnvironmentDrawing {
  #picture: { readonly hash: string; readonly light: LinearPicture } | null = null;
  #drawn: {
    readonly key: string;
    readonly light: Omit<SeenEnvironment, 'rotationDegrees' | 'isSeen'>;
    readonly seen: DrawnEnvironment;
  } | null = null;

  /** @returns Null also for a picture that never came. */
  draw(told: StageEnvironment | null): StageSurroundings | null {
    if (told === null) {
      this.#picture = this.#drawn = null;
      return null;
    }
    const { environment, picture } = told;
    const { rotationDegrees, isSeen, blur, ...rest } = environment;
    const hash = environmentHashOf({ environment });
    if (hash === null) this.#picture = null;
    else if (picture !== null) {
      this.#picture = { hash, light: decodeRgbe({ ...picture, rgba: new Uint8Array(picture.rgba) }) };
    }
    if (hash !== (this.#picture?.hash ?? null)) return null;
    const key = JSON.stringify([rest, isSeen]);
    if (this.#drawn?.key !== key) {
      const heightPx = HEIGHT_PX[isSeen ? 'seen' : 'light'][environment.kind];
      const seen = drawEnvironment(environment, this.#picture?.light ?? null, heightPx);
      const rows = Math.min(HEIGHT_PX.light[environment.kind], seen.map.heightPx);
      const map = shrinkMap(seen.map, 2 * rows, rows);
      this.#drawn = { key, seen, light: { ...seen, map, lamps: findLamps({ ...seen, map }) } };
    }
    const { light, seen } = this.#drawn;
    return { light: { ...light, rotationDegrees, isSeen }, seen, placing: { rotationDegrees, isSeen, blur } };
  }
}

/** What of them is seen behind the product. Owned by the caller. */
export function openSeenTexture(seen: DrawnEnvironment, blur: number): Texture {
  const { widthPx, heightPx, rgb } = seenMap(seen, blur);
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
