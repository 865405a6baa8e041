import { Euler, Matrix3, Matrix4, Quaternion, Vector3 } from 'three';
import { expect, test } from 'vitest';
import { projectTriplanar } from '../../../src/contract/scene/triplanar.ts';
import { findTextureFrame, type TextureFrame } from '../../../src/tracer/gltf/find-texture-frame.ts';
import { buildAcceleration } from '../../../src/tracer/scene/build-acceleration.ts';
import { packScene } from '../../../src/tracer/scene/pack-scene.ts';
import type { SceneTexture } from '../../../src/tracer/scene.ts';
import { sceneMaterial, sphereScene } from '../../support/tracer-scenes.ts';
import { bumpTriplanar, mapTriplanar } from './bend-triplanar.ts';
import { Block } from './block.ts';
import { Textures } from './textures.ts';
import { Triplanar } from './triplanar.ts';

const SIZE = 32;
const texture: SceneTexture = {
  widthPx: SIZE,
  heightPx: SIZE,
  rgba: Uint8Array.from({ length: SIZE * SIZE * 4 }, (_, i) => (i * 97 + (i >> 7) * 41) & 255),
  isSrgb: true,
  wrapS: 'repeat',
  wrapT: 'repeat',
  isSmooth: true,
};
const slot = {
  texture: 0,
  tileSize: 0.8,
  rotationRadians: 0.7,
  bumpHeight: 0.05,
  normal: null,
  roughness: null,
};

/**
 * Colour at a coordinate in tiles, linear of sRGB or the bytes' own fractions, interpolated between texel centres, image
 * row = fract(1 - v) * height.
 */
function readTile(u: number, v: number, isSrgb = true): [number, number, number] {
  const x = (u - Math.floor(u)) * SIZE - 0.5;
  const y = (1 - v - Math.floor(1 - v)) * SIZE - 0.5;
  const texel = (i: number, j: number, c: number) => {
    const byte = texture.rgba[(((j + SIZE) % SIZE) * SIZE + ((i + SIZE) % SIZE)) * 4 + c]! / 255;
    if (!isSrgb) return byte;
    return byte <= 0.04045 ? byte / 12.92 : ((byte + 0.055) / 1.055) ** 2.4;
  };
  const [i, j] = [Math.floor(x), Math.floor(y)];
  const mix = (a: number, b: number, f: number) => a + (b - a) * f;
  return [0, 1, 2].map((c) =>
    mix(
      mix(texel(i, j, c), texel(i + 1, j, c), x - i),
      mix(texel(i, j + 1, c), texel(i + 1, j + 1, c), x - i),
      y - j,
    ),
  ) as [number, number, number];
}

test('colour and bent normal follow the formula that the contract states', () => {
  const scene = { ...sphereScene({}), materials: [sceneMaterial({ triplanar: slot })], textures: [texture] };
  const block = new Block(packScene(scene, buildAcceleration(scene.geometry)));
  const triplanar = new Triplanar(new Textures(block), block);
  for (let i = 0; i < 500; i++) {
    const normal = unit([Math.sin(i * 1.7), Math.cos(i * 2.3), Math.sin(i * 0.9 + 1)]);
    const position = [Math.sin(i) * 5, Math.cos(i * 1.3) * 5, Math.sin(i * 0.7) * 5] as const;
    triplanar.projectTriplanar(block.materials, ...position, ...normal);
    const projections = projectTriplanar(position, normal, slot.tileSize, slot.rotationRadians);
    const colour = [0, 0, 0];
    for (const { weight, u, v } of projections) {
      readTile(u, v).forEach((value, c) => {
        colour[c]! += value * weight;
      });
    }
    const height = (u: number, v: number) => {
      const [r, g, b] = readTile(u, v);
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const bent = bumpTriplanar(projections, normal, slot.tileSize, slot.bumpHeight, height);
    const found = [
      triplanar.triR,
      triplanar.triG,
      triplanar.triB,
      triplanar.triNX,
      triplanar.triNY,
      triplanar.triNZ,
    ];
    [...colour, ...bent].forEach((value, c) => {
      expect(found[c]).toBeCloseTo(value, 3);
    });
  }
});

test('a normal map takes the bump’s place, a roughness map weighs by its green', () => {
  const normalScale = 0.6;
  const mapped = sceneMaterial({ normalScale, triplanar: { ...slot, normal: 1, roughness: 1 } });
  const scene = {
    ...sphereScene({}),
    materials: [mapped],
    textures: [texture, { ...texture, isSrgb: false }],
  };
  const block = new Block(packScene(scene, buildAcceleration(scene.geometry)));
  const triplanar = new Triplanar(new Textures(block), block);
  let bending = 0;
  for (let i = 0; i < 500; i++) {
    const normal = unit([Math.sin(i * 1.7), Math.cos(i * 2.3), Math.sin(i * 0.9 + 1)]);
    const position = [Math.sin(i) * 5, Math.cos(i * 1.3) * 5, Math.sin(i * 0.7) * 5] as const;
    triplanar.projectTriplanar(block.materials, ...position, ...normal);
    const projections = projectTriplanar(position, normal, slot.tileSize, slot.rotationRadians);
    const linear = (u: number, v: number) => readTile(u, v, false);
    const bent = mapTriplanar(projections, normal, normalScale, (u, v) => {
      const [r, g, b] = linear(u, v);
      return [r * 2 - 1, g * 2 - 1, b * 2 - 1];
    });
    const rough = projections.reduce((sum, { weight, u, v }) => sum + weight * linear(u, v)[1], 0);
    const { triRough, triNX, triNY, triNZ } = triplanar;
    [rough, ...bent].forEach((value, c) => {
      expect([triRough, triNX, triNY, triNZ][c]).toBeCloseTo(value, 3);
    });
    bending = Math.max(bending, 1 - (bent[0] * normal[0] + bent[1] * normal[1] + bent[2] * normal[2]));
  }
  expect(bending).toBeGreaterThan(0.3);
});

test('on a moved product every point keeps its texel and its relief', () => {
  const moved = new Matrix4().compose(
    new Vector3(3, -4, 0.5),
    new Quaternion().setFromEuler(new Euler(0.5, 1.2, -0.4)),
    new Vector3(2, 0.4, -1.3),
  );
  const upright = new Matrix3().getNormalMatrix(moved);
  const open = (textureFrame: TextureFrame | null) => {
    const scene = {
      ...sphereScene({}),
      materials: [sceneMaterial({ triplanar: slot })],
      textures: [texture],
      textureFrame,
    };
    const block = new Block(packScene(scene, buildAcceleration(scene.geometry)));
    const triplanar = new Triplanar(new Textures(block), block);
    return (position: Vector3, normal: Vector3) => {
      triplanar.projectTriplanar(block.materials, ...position.toArray(), ...normal.toArray());
      const { triR, triG, triB, triNX, triNY, triNZ } = triplanar;
      return { colour: [triR, triG, triB], bent: new Vector3(triNX, triNY, triNZ) };
    };
  };
  const [atRest, onStage] = [open(null), open(findTextureFrame(moved.toArray()))];
  let bending = 0;
  for (let i = 0; i < 200; i++) {
    const normal = new Vector3(...unit([Math.sin(i * 1.7), Math.cos(i * 2.3), Math.sin(i * 0.9 + 1)]));
    const position = new Vector3(Math.sin(i) * 5, Math.cos(i * 1.3) * 5, Math.sin(i * 0.7) * 5);
    const rest = atRest(position, normal);
    const stage = onStage(
      position.clone().applyMatrix4(moved),
      normal.clone().applyMatrix3(upright).normalize(),
    );
    rest.colour.forEach((value, c) => {
      expect(stage.colour[c]).toBeCloseTo(value, 9);
    });
    expect(stage.bent.distanceTo(rest.bent.clone().applyMatrix3(upright).normalize())).toBeLessThan(1e-9);
    bending = Math.max(bending, rest.bent.distanceTo(normal));
  }
  expect(bending).toBeGreaterThan(0.3);
});

function unit([x, y, z]: readonly [number, number, number]): [number, number, number] {
  const length = Math.hypot(x, y, z);
  return [x / length, y / length, z / length];
}
