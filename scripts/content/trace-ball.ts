import { SphereGeometry } from 'three';
import { DEFAULT_MATERIAL } from '../../src/tracer/gltf/read-materials.ts';
import { openKernel } from '../../src/tracer/kernel/open-kernel.ts';
import { buildSweep } from '../../src/tracer/post/build-plate.ts';
import { compositePicture } from '../../src/tracer/post/composite-picture.ts';
import { denoise } from '../../src/tracer/post/denoise.ts';
import { createSrgbTables } from '../../src/tracer/post/srgb-tables.ts';
import { TONE_MAPS } from '../../src/tracer/post/tone-map.ts';
import { buildAcceleration } from '../../src/tracer/scene/build-acceleration.ts';
import { chooseLightRig } from '../../src/tracer/scene/choose-light-rig.ts';
import { packScene } from '../../src/tracer/scene/pack-scene.ts';
import { lightPicture, prepareFloor } from '../../src/tracer/scene/prepare-lighting.ts';
import type { SceneTexture } from '../../src/tracer/scene.ts';
import { joinParts } from './join-parts.ts';
import type { MaterialRecipe } from './material-recipe.ts';
import { clamp } from './noise.ts';
import type { Picture } from './picture.ts';

/** What a material looks like when it is laid on something. */
export interface Cloth extends Pick<MaterialRecipe, 'tileSizeMetres' | 'metalness' | 'roughness'> {
  readonly colour: Picture;
  readonly normal: Picture | null;
  readonly roughnessMap: Picture | null;
}

const SAMPLES = 24;
/** Traced this many times larger and averaged, so that grain is sharp and the edge smooth. */
const FINENESS = 2;
const EYE = [0, 1.25, 4.15] as const;
const FOV_DEGREES = 30;
/** Between the dark of the page and the palest materials: black leather and white lacquer both stand out. */
const BACKDROP_GREY = 0.2;
/**
 * The ball is 15 cm wide beside its tiles, so that pores look small and planks large; but no less than 0.7 of a tile is
 * seen, or marble would have no veins, and no more than two, or leather would have no pores.
 */
const BALL = { metres: 0.15, tilesMin: 0.7, tilesMax: 2 };

/**
 * A ball of a material in the house's studio, by the Studio engine's own kernel.
 *
 * @param wasm `kernel.wasm`.
 */
export function traceBall(cloth: Cloth, sizePx: number, wasm: Uint8Array): Picture {
  const side = sizePx * FINENESS;
  const geometry = joinParts([new SphereGeometry(1, 96, 64)]);
  const acceleration = buildAcceleration(geometry);
  const pictures = [cloth.colour, cloth.normal, cloth.roughnessMap].filter((map) => map !== null);
  const textures = pictures.map((map) => readTexture(map, map === cloth.colour));
  const place = (map: Picture | null) => (map === null ? null : pictures.indexOf(map));
  const tilesSeen = clamp(BALL.metres / cloth.tileSizeMetres, BALL.tilesMin, BALL.tilesMax);
  const plate = buildSweep(side, side, [BACKDROP_GREY, BACKDROP_GREY, BACKDROP_GREY]);
  const floor = prepareFloor({ plate, style: null, tint: [1, 1, 1], light: null }, -1);
  const camera = {
    position: EYE,
    target: [0, -0.02, 0],
    up: [0, 1, 0],
    fovDegrees: FOV_DEGREES,
    widthPx: side,
    heightPx: side,
  } as const;
  const scene = {
    geometry,
    materials: [
      {
        ...DEFAULT_MATERIAL,
        metalness: cloth.metalness,
        roughness: cloth.roughness,
        triplanar: {
          texture: 0,
          tileSize: 2 / tilesSeen,
          rotationRadians: 0,
          bumpHeight: 0,
          normal: place(cloth.normal),
          roughness: place(cloth.roughnessMap),
        },
      },
    ],
    textures,
    textureFrame: null,
    ...lightPicture(chooseLightRig(0, 0), { plate, tint: [1, 1, 1] }, camera, acceleration.bounds),
    floor,
    camera,
  } as const;
  const kernel = openKernel(wasm, packScene(scene, acceleration));
  const tile = { x: 0, y: 0, width: side, height: side, sampleCount: 8, seed: 1 };
  for (let firstSample = 0; firstSample < SAMPLES; firstSample += 8)
    kernel.traceTile({ ...tile, firstSample });
  const look = {
    exposure: 1,
    toneMap: TONE_MAPS.neutral,
    style: null,
    shadowIntensity: 1,
    light: null,
  };
  const layers = denoise(kernel.accumulation(SAMPLES));
  return shrink(compositePicture(layers, plate, look, createSrgbTables()).rgba, sizePx);
}

function readTexture({ sizePx, rgb }: Picture, isSrgb: boolean): SceneTexture {
  const rgba = new Uint8Array(sizePx * sizePx * 4).fill(255);
  for (let i = 0; i < sizePx * sizePx; i++) rgba.set(rgb.subarray(i * 3, i * 3 + 3), i * 4);
  return {
    widthPx: sizePx,
    heightPx: sizePx,
    rgba,
    isSrgb,
    wrapS: 'repeat',
    wrapT: 'repeat',
    isSmooth: true,
  };
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
