import { SphereGeometry } from 'three';
import { expect, test } from 'vitest';
import type { SceneMaterial, SceneTexture, TextureSlot, TracerScene } from '../../../src/tracer/scene.ts';
import {
  hashSums,
  openScene,
  readKernel,
  sceneMaterial,
  softboxSky,
  soup,
  sphereScene,
  traceAll,
} from '../../support/tracer-scenes.ts';

const wasm = readKernel();
const MAP: TextureSlot = { texture: 0, uvSet: 0, transform: [1, 0, 0, 1, 0, 0] };
const BLUE_GLASS = {
  transmission: 1,
  thickness: 1,
  roughness: 0.2,
  attenuationDistance: 0.5,
  attenuationColour: [0.2, 0.4, 0.9],
} as const;

/** One colour everywhere. */
function flat(...rgb: readonly [number, number, number]): SceneTexture {
  return {
    widthPx: 1,
    heightPx: 1,
    rgba: Uint8Array.of(...rgb, 255),
    isSrgb: false,
    wrapS: 'repeat',
    wrapT: 'repeat',
    isSmooth: false,
  };
}

/** A sphere over a floor that it casts its shadow on: what is seen, and what light falls straight through it. */
function standing(changes: Partial<SceneMaterial>, textures: readonly SceneTexture[] = []): TracerScene {
  return {
    ...sphereScene({}),
    // A speck of glass under the floor: with or without solid glass the floor takes another number of samples.
    geometry: soup([
      new SphereGeometry(1, 32, 24).translate(0, 1, 0),
      new SphereGeometry(0.01, 4, 3).translate(0, -1, 0),
    ]),
    materials: [sceneMaterial(changes), sceneMaterial(BLUE_GLASS)],
    textures,
    sky: softboxSky(),
    floor: { y: 0, bounceColour: [0.5, 0.5, 0.5], reflection: 0.3 },
    camera: {
      position: [0, 3, 6],
      target: [0, 0.7, 0],
      up: [0, 1, 0],
      fovDegrees: 34,
      widthPx: 24,
      heightPx: 24,
    },
  };
}

function picture(scene: TracerScene): string {
  const kernel = openScene(wasm, scene);
  traceAll(kernel, 8);
  return hashSums(kernel);
}

test('glass whose map takes its metalness away is glass, and so is its shadow', () => {
  const glass = picture(standing({ ...BLUE_GLASS, metalness: 0 }));
  const mapped = (...rgb: readonly [number, number, number]) =>
    picture(standing({ ...BLUE_GLASS, metalness: 1, metalRoughMap: MAP }, [flat(...rgb)]));
  expect(mapped(0, 255, 0)).toBe(glass);
  expect(mapped(0, 255, 255)).not.toBe(glass);
  expect(mapped(0, 255, 255)).toBe(picture(standing({ ...BLUE_GLASS, metalness: 1, metalRoughMap: null })));
});

test('an index of refraction of 0 reflects all light', () => {
  const kernel = openScene(
    wasm,
    sphereScene({ ior: 0, baseColour: [0, 0, 0], roughness: 0.1, transmission: 1 }),
    { maxBounces: 12, indirectClamp: 1e9 },
  );
  traceAll(kernel, 64);
  const { object } = kernel.accumulation(64);
  const values = Array.from({ length: object.length / 4 }, (_, i) => object[i * 4]! / 64);
  expect(values.reduce((sum, value) => sum + value, 0) / values.length).toBeCloseTo(1, 2);
});

test('the normals of a coat bend by their own scale', () => {
  const coated = (clearcoatNormalScale: number) =>
    picture(
      standing({ baseColour: [0.1, 0.1, 0.1], clearcoat: 1, clearcoatNormalMap: MAP, clearcoatNormalScale }, [
        flat(200, 128, 230),
      ]),
    );
  const [none, half, whole] = [coated(0), coated(0.5), coated(1)];
  expect(new Set([none, half, whole]).size).toBe(3);
});
