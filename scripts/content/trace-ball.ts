import { SphereGeometry } from 'three';
import { DEFAULT_MATERIAL } from '../../src/tracer/gltf/read-materials.ts';
import { chooseLightRig } from '../../src/tracer/light/choose-light-rig.ts';
import type { SceneTexture } from '../../src/tracer/scene.ts';
import { joinParts } from './join-parts.ts';
import type { MaterialRecipe } from './material-recipe.ts';
import { clamp } from './noise.ts';
import type { Picture } from './picture.ts';
import { traceProduct } from './trace-product.ts';

/** What a material looks like when it is laid on something. */
export interface Cloth extends Pick<MaterialRecipe, 'tileSizeMetres' | 'metalness' | 'roughness'> {
  readonly colour: Picture;
  readonly normal: Picture | null;
  readonly roughnessMap: Picture | null;
}

const SAMPLES = 24;
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
export function traceBall(cloth: Cloth, sizePx: number, wasm: Uint8Array): Promise<Picture> {
  const pictures = [cloth.colour, cloth.normal, cloth.roughnessMap].filter((map) => map !== null);
  const place = (map: Picture | null) => (map === null ? null : pictures.indexOf(map));
  const tilesSeen = clamp(BALL.metres / cloth.tileSizeMetres, BALL.tilesMin, BALL.tilesMax);
  const material = {
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
  };
  const shot = {
    geometry: joinParts([new SphereGeometry(1, 96, 64)]),
    materials: [material],
    textures: pictures.map((map) => readTexture(map, map === cloth.colour)),
    rig: chooseLightRig(0, 0),
    backdrop: BACKDROP_GREY,
    eye: EYE,
    target: [0, -0.02, 0],
    fovDegrees: FOV_DEGREES,
    floorY: -1,
    samples: SAMPLES,
  } as const;
  return traceProduct(shot, sizePx, wasm);
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
