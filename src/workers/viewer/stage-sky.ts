import {
  DataTexture,
  DataUtils,
  HalfFloatType,
  LinearFilter,
  LinearMipmapLinearFilter,
  LinearSRGBColorSpace,
  RepeatWrapping,
  RGBAFormat,
} from 'three';
import type { StageLight } from '../../contract/viewer-api.ts';
import type { LinearPicture } from '../../tracer/picture.ts';
import { buildSky, floorColour, floorWeight } from '../../tracer/scene/build-sky.ts';
import { chooseLightRig } from '../../tracer/scene/choose-light-rig.ts';
import type { SceneCamera } from '../../tracer/scene.ts';

/** A degree and a half for each pixel: the narrowest softbox has a dozen. */
const HEIGHT_PX = 128;
/** Looks along -Z: the renderer turns the sky with the camera. */
const CAMERA: SceneCamera = {
  position: [0, 0, 1],
  target: [0, 0, 0],
  up: [0, 1, 0],
  fovDegrees: 45,
  widthPx: 1,
  heightPx: 1,
};
/** How much of the light that falls on the floor straight below a product gets past it; all of it far away. */
const UNDER_PRODUCT = 0.35;

/** What the light of the stage is made of. */
export interface SkyOfStage {
  /** As it stands behind the product; its detail does not count. */
  readonly backdrop: LinearPicture;
  readonly light: StageLight;
  /** Of the softboxes, luminance 1. */
  readonly tint: readonly [number, number, number];
}

/**
 * The sky by which Studio will light the picture, with its floor below the horizon.
 *
 * @returns Linear radiance in half floats: straight up is the first row, the middle column looks along -Z, away from a
 *   camera on +Z. Owned by the caller.
 */
export function drawStageSky({
  backdrop,
  light: { creativity, seed, lighting },
  tint,
}: SkyOfStage): DataTexture {
  const rig = chooseLightRig(creativity, seed, lighting);
  const { widthPx, heightPx, radiance } = buildSky({ rig, backdrop, camera: CAMERA, tint }, HEIGHT_PX);
  const irradiance: [number, number, number] = [0, 0, 0];
  for (let y = 0; y < heightPx / 2; y++) {
    const weight = floorWeight(y, heightPx) / Math.PI;
    for (let at = y * widthPx * 3; at < (y + 1) * widthPx * 3; at += 3) {
      for (const k of [0, 1, 2] as const) irradiance[k] += (radiance[at + k] ?? 0) * weight;
    }
  }
  const bounce = floorColour(backdrop);
  const pixels = new Uint16Array(widthPx * heightPx * 4);
  const one = DataUtils.toHalfFloat(1);
  for (let y = 0; y < heightPx; y++) {
    const down = Math.max(0, -Math.cos((Math.PI * (y + 0.5)) / heightPx));
    const free = 1 - (1 - UNDER_PRODUCT) * down;
    for (let x = 0; x < widthPx; x++) {
      const at = y * widthPx + x;
      for (const k of [0, 1, 2] as const) {
        const value = down > 0 ? bounce[k] * irradiance[k] * free : (radiance[at * 3 + k] ?? 0);
        pixels[at * 4 + k] = DataUtils.toHalfFloat(Math.min(60_000, value));
      }
      pixels[at * 4 + 3] = one;
    }
  }
  const texture = new DataTexture(pixels, widthPx, heightPx, RGBAFormat, HalfFloatType);
  texture.colorSpace = LinearSRGBColorSpace;
  texture.wrapS = RepeatWrapping;
  texture.magFilter = LinearFilter;
  texture.minFilter = LinearMipmapLinearFilter;
  texture.generateMipmaps = true;
  texture.needsUpdate = true;
  return texture;
}
