import { PlaneGeometry } from 'three';
import { expect, test } from 'vitest';
import type { SceneMaterial, SceneTexture, TextureSlot, TracerScene } from '../../../src/tracer/scene.ts';
import {
  openScene,
  readKernel,
  sceneMaterial,
  soup,
  sphereScene,
  traceAll,
} from '../../support/tracer-scenes.ts';

const wasm = readKernel();

/** Four texels: red, green; blue, white. Top row first. */
const quarters: SceneTexture = {
  widthPx: 2,
  heightPx: 2,
  rgba: Uint8Array.of(255, 0, 0, 255, 0, 255, 0, 128, 0, 0, 255, 0, 255, 255, 255, 255),
  isSrgb: false,
  wrapS: 'repeat',
  wrapT: 'repeat',
  isSmooth: false,
};
const plain = [1, 0, 0, 1, 0, 0] as const;

/** The albedo, without reflections, where the plane's texture coordinates are (u, v), v down. */
function readAt(
  u: number,
  v: number,
  {
    material = {},
    texture = {},
    slot = {},
    geometry = {},
  }: {
    material?: Partial<SceneMaterial>;
    texture?: Partial<SceneTexture>;
    slot?: Partial<TextureSlot>;
    geometry?: Partial<TracerScene['geometry']>;
  } = {},
): number[] {
  const plane = soup([new PlaneGeometry(2, 2)]);
  // Corner order of PlaneGeometry: top left, top right, bottom left, bottom right.
  const uv0 = Float32Array.of(0, 0, 1, 0, 0, 1, 1, 1).map(
    (x, i) => x * 0.002 - 0.001 + (i % 2 === 0 ? u : v),
  );
  const scene: TracerScene = {
    ...sphereScene({}, 2),
    geometry: { ...plane, uv0, ...geometry },
    materials: [
      sceneMaterial({
        specular: 0,
        baseColourMap: { texture: 0, uvSet: 0, transform: plain, ...slot },
        ...material,
      }),
    ],
    textures: [{ ...quarters, ...texture }],
  };
  const kernel = openScene(wasm, scene);
  traceAll(kernel, 4);
  const { albedo } = kernel.accumulation(4);
  return [0, 1, 2].map((c) => albedo[c]! / 4);
}

/** Columns of black and white. */
function stripes(side: number): Partial<SceneTexture> {
  const rgba = Uint8Array.from({ length: side * side * 4 }, (_, i) =>
    i % 4 === 3 || ((i >> 2) % side) % 2 === 0 ? 255 : 0,
  );
  return { widthPx: side, heightPx: side, rgba, isSmooth: true };
}

test('texels that are smaller than a pixel are seen as their mean by every sample', () => {
  // The whole texture runs over the plane: hundreds of stripes in a pixel.
  const uv0 = Float32Array.of(0, 0, 1, 0, 0, 1, 1, 1);
  const plane = soup([new PlaneGeometry(2, 2)]);
  const read = (side: number) =>
    readAt(0, 0, { texture: stripes(side), geometry: { ...plane, uv0 } })[0] ?? 0;
  expect(read(512)).toBeCloseTo(0.5, 2);
  expect(read(1024)).toBeCloseTo(0.5, 2);
});

const RED = [1, 0, 0];
const GREEN = [0, 1, 0];
const BLUE = [0, 0, 1];
const WHITE = [1, 1, 1];

test('the first row of the image is at v = 0', () => {
  expect(readAt(0.25, 0.25)).toEqual(RED);
  expect(readAt(0.75, 0.25)).toEqual(GREEN);
  expect(readAt(0.25, 0.75)).toEqual(BLUE);
  expect(readAt(0.75, 0.75)).toEqual(WHITE);
});

test('outside of the image it repeats, mirrors or keeps its border', () => {
  const [repeat, mirror, clamp] = (['repeat', 'mirror', 'clamp'] as const).map((wrap) =>
    [-0.25, 1.25, 2.25].map((u) => readAt(u, 0.25, { texture: { wrapS: wrap } })),
  );
  expect(repeat).toEqual([GREEN, RED, RED]);
  expect(mirror).toEqual([RED, GREEN, RED]);
  expect(clamp).toEqual([RED, GREEN, GREEN]);
  const vertical = (['repeat', 'mirror', 'clamp'] as const).map((wrap) =>
    readAt(0.25, -0.25, { texture: { wrapT: wrap } }),
  );
  expect(vertical).toEqual([BLUE, RED, RED]);
});

test('between texel centres a smooth texture is the mean', () => {
  const [r, g, b] = readAt(0.5, 0.25, { texture: { isSmooth: true } });
  expect(r).toBeCloseTo(0.5, 1);
  expect(g).toBeCloseTo(0.5, 1);
  expect(b).toBeCloseTo(0, 2);
});

test('the slot transform moves and turns coordinates', () => {
  expect(readAt(0.25, 0.25, { slot: { transform: [1, 0, 0, 1, 0.5, 0] } })).toEqual(GREEN);
  expect(readAt(0.25, 0.75, { slot: { transform: [0, 1, 1, 0, 0, 0] } })).toEqual(GREEN);
});

test('a slot reads the set of coordinates that it asks for, of four', () => {
  const at = (u: number, v: number) => Float32Array.of(u, v, u, v, u, v, u, v);
  const geometry = { uv1: at(0.75, 0.75), uv2: at(0.75, 0.25), uv3: at(0.25, 0.75) };
  const sets = ([0, 1, 2, 3] as const).map((uvSet) => readAt(0.25, 0.25, { slot: { uvSet }, geometry }));
  expect(sets).toEqual([RED, WHITE, GREEN, BLUE]);
  // A part without that set has the first one.
  expect(readAt(0.25, 0.25, { slot: { uvSet: 3 } })).toEqual(RED);
});

test('sRGB bytes become linear light, vertex colours and factors multiply', () => {
  const grey = { rgba: new Uint8Array(16).fill(188), isSrgb: true };
  const colours = Float32Array.from({ length: 16 }, (_, i) => (i % 4 === 0 ? 0.5 : 1));
  const [r, g] = readAt(0.25, 0.25, {
    texture: grey,
    geometry: { colours },
    material: { baseColour: [1, 0.5, 1] },
  });
  expect(r).toBeCloseTo(0.5 * 0.5029, 3);
  expect(g).toBeCloseTo(0.5 * 0.5029, 3);
});

test('a mask cuts out what is below its cutoff', () => {
  const mask = { alphaMode: 'mask', alphaCutoff: 0.4 } as const;
  expect(readAt(0.75, 0.25, { material: mask })).toEqual(GREEN);
  expect(readAt(0.75, 0.25, { material: { ...mask, alphaCutoff: 0.6 } })).toEqual([0, 0, 0]);
  expect(readAt(0.25, 0.75, { material: mask })).toEqual([0, 0, 0]);
});

test('a normal map bends the normal along the tangent, green up along the bitangent', () => {
  // (0.8, 0.5, 1) is 0.6 to the right; (0.5, 0.8, 1) is 0.6 up. 0.5 is 127.5, hence the tolerance.
  const tangents = Float32Array.from({ length: 16 }, (_, i) => (i % 4 === 0 || i % 4 === 3 ? 1 : 0));
  const normalAt = (red: number, green: number) => {
    const plane = soup([new PlaneGeometry(2, 2)]);
    const map = { texture: 0, uvSet: 0, transform: plain } as const;
    const rgba = Uint8Array.from({ length: 16 }, (_, i) => [red, green, 230, 255][i % 4]!);
    const kernel = openScene(wasm, {
      ...sphereScene({ normalMap: map }, 2),
      geometry: { ...plane, tangents },
      textures: [{ ...quarters, rgba }],
    });
    traceAll(kernel, 1);
    return [...kernel.accumulation(1).normal.subarray(0, 3)];
  };
  const right = normalAt(204, 128);
  const up = normalAt(128, 204);
  expect(right[0]!).toBeCloseTo(0.6, 1);
  expect(right[1]!).toBeCloseTo(0, 1);
  expect(up[1]!).toBeCloseTo(0.6, 1);
  expect(up[2]!).toBeCloseTo(0.8, 1);
});

test('the sky lights what faces it: u = 0.5 is -Z, u = 0.75 is +X, row 0 is up', () => {
  const lit = (column: number, row: number, turn: 'left' | 'right' | 'back' | 'up') => {
    const radiance = new Float32Array(32 * 16 * 3);
    radiance.fill(50, (row * 32 + column) * 3, (row * 32 + column) * 3 + 6);
    const plane = new PlaneGeometry(4, 4);
    const camera = { ...sphereScene({}, 2).camera };
    const view = { left: [-6, 0, 0], right: [6, 0, 0], back: [0, 0, -6], up: [0, 6, 0.1] } as const;
    if (turn === 'left') plane.rotateY(-Math.PI / 2);
    if (turn === 'right') plane.rotateY(Math.PI / 2);
    if (turn === 'back') plane.rotateY(Math.PI);
    if (turn === 'up') plane.rotateX(-Math.PI / 2);
    const kernel = openScene(wasm, {
      ...sphereScene({ specular: 0 }, 2),
      geometry: soup([plane]),
      sky: { widthPx: 32, heightPx: 16, radiance },
      camera: { ...camera, position: view[turn] },
    });
    traceAll(kernel, 16);
    return kernel.accumulation(16).object[0]! > 0.01;
  };
  expect([lit(23, 8, 'right'), lit(23, 8, 'left')]).toEqual([true, false]);
  expect([lit(7, 8, 'right'), lit(7, 8, 'left')]).toEqual([false, true]);
  expect([lit(15, 8, 'back'), lit(0, 0, 'up'), lit(0, 14, 'up')]).toEqual([true, true, false]);
});
