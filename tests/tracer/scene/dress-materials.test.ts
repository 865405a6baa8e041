import { expect, it } from 'vitest';
import type { ContentHash, LibraryItemId } from '../../../src/contract/ids.ts';
import { DEFAULT_MATERIAL } from '../../../src/tracer/gltf/read-materials.ts';
import { createTextureList } from '../../../src/tracer/gltf/texture-request.ts';
import { dressMaterials } from '../../../src/tracer/scene/dress-materials.ts';

const SLOT = { texture: 0, uvSet: 0, transform: [1, 0, 0, 1, 0, 0] } as const;
const PAINTED = {
  ...DEFAULT_MATERIAL,
  isDoubleSided: true,
  baseColourMap: SLOT,
  normalMap: SLOT,
  clearcoat: 1,
};
const HASH = 'a'.repeat(64) as ContentHash;
const MAP = 'b'.repeat(64) as ContentHash;

it('adjusts factors and keeps the textures of the file', () => {
  const {
    materials: [first],
  } = dressMaterials(
    [PAINTED, DEFAULT_MATERIAL],
    [{ kind: 'adjusted', materialIndex: 0, colour: '#ff0000', metalness: null, roughness: 0.2 }],
    createTextureList(),
  );
  expect(first).toEqual({ ...PAINTED, baseColour: [1, 0, 0], roughness: 0.2 });
});

it('replaces a material by one colour, or by a library texture', () => {
  const textures = createTextureList();
  const {
    materials: [plain, library],
  } = dressMaterials(
    [PAINTED, PAINTED, DEFAULT_MATERIAL],
    [
      { kind: 'plain', materialIndex: 0, colour: '#ffffff', metalness: 0.1, roughness: 0.8 },
      {
        kind: 'library',
        materialIndex: 1,
        textureHash: HASH,
        libraryId: 3 as LibraryItemId,
        name: 'Oak',
        colour: '#ffffff',
        metalness: 0,
        roughness: 0.6,
        tileSize: 2,
        rotationRadians: 0.5,
        bumpHeight: 0.01,
      },
    ],
    textures,
  );
  expect(plain).toMatchObject({
    baseColourMap: null,
    normalMap: null,
    clearcoat: 0,
    isDoubleSided: true,
    roughness: 0.8,
  });
  expect(library).toMatchObject({
    baseColourMap: null,
    normalMap: null,
    roughness: 0.6,
    triplanar: { texture: 0, tileSize: 2, rotationRadians: 0.5, bumpHeight: 0.01 },
  });
  expect(textures.requests).toEqual([
    {
      source: { kind: 'library', hash: HASH },
      isSrgb: true,
      wrapS: 'repeat',
      wrapT: 'repeat',
      isSmooth: true,
    },
  ]);
});

it('dresses the default material under -1, and leaves unknown materials out', () => {
  const dress = (materialIndex: number) =>
    dressMaterials(
      [PAINTED, DEFAULT_MATERIAL],
      [{ kind: 'plain', materialIndex, colour: '#000000', metalness: 0, roughness: 1 }],
      createTextureList(),
    ).materials;
  expect(dress(-1)[1]?.baseColour).toEqual([0, 0, 0]);
  expect(dress(40)).toEqual([PAINTED, DEFAULT_MATERIAL]);
});

it('an independent instance is made of the file’s material, and has the parts of its nodes alone', () => {
  const { materials, placeOf } = dressMaterials(
    [PAINTED, DEFAULT_MATERIAL],
    [
      { kind: 'plain', materialIndex: 0, colour: '#000000', metalness: 0, roughness: 1 },
      {
        kind: 'adjusted',
        materialIndex: 40_000,
        split: { from: 0, nodes: [2, 5] },
        colour: '#00ff00',
        metalness: null,
        roughness: null,
      },
      {
        kind: 'plain',
        materialIndex: 40_001,
        split: { from: -1, nodes: [2] },
        colour: '#0000ff',
        metalness: 0,
        roughness: 0.8,
      },
    ],
    createTextureList(),
  );
  const worn = (node: number, material: number) => materials[placeOf(node, material)];
  expect(worn(1, 0)?.baseColour).toEqual([0, 0, 0]);
  expect(worn(5, 0)).toEqual({ ...PAINTED, baseColour: [0, 1, 0] });
  expect(worn(2, 0)).toBe(worn(5, 0));
  expect(worn(2, -1)?.baseColour).toEqual([0, 0, 1]);
  expect(worn(5, -1)).toEqual(DEFAULT_MATERIAL);
});

it('an instance of a material that the file does not have is nowhere', () => {
  const { materials, placeOf } = dressMaterials(
    [PAINTED, DEFAULT_MATERIAL],
    [
      {
        kind: 'plain',
        materialIndex: 40_000,
        split: { from: 7, nodes: [0] },
        colour: '#00ff00',
        metalness: 0,
        roughness: 1,
      },
    ],
    createTextureList(),
  );
  expect(materials).toEqual([PAINTED, DEFAULT_MATERIAL]);
  expect(placeOf(0, 0)).toBe(0);
});

it('a finish changes what it names on the file’s material, and starts from nothing where that is replaced', () => {
  const glowing = { ...PAINTED, emissive: [1, 0.5, 0], emissiveStrength: 4, alphaMode: 'mask' } as const;
  const plain = { kind: 'plain', colour: '#ffffff', metalness: 0, roughness: 1 } as const;
  const adjusted = { kind: 'adjusted', colour: null, metalness: null, roughness: null } as const;
  const { materials } = dressMaterials(
    [glowing, glowing, glowing, glowing, DEFAULT_MATERIAL],
    [
      { ...adjusted, materialIndex: 0, finish: { emissiveIntensity: 2, normalScale: 0.5 } },
      { ...adjusted, materialIndex: 1, finish: { emissive: '#0000ff', aoMapIntensity: 0.25, opacity: 0.3 } },
      { ...plain, materialIndex: 2, finish: { emissive: '#00ff00', emissiveIntensity: 3, opacity: 1 } },
      { ...plain, materialIndex: 3, finish: { opacity: 0 } },
    ],
    createTextureList(),
  );
  expect(materials[0]).toEqual({ ...glowing, emissiveStrength: 2, normalScale: 0.5 });
  expect(materials[1]).toEqual({
    ...glowing,
    emissive: [0, 0, 1],
    isGlowChosen: true,
    occlusionStrength: 0.25,
    alpha: 0.3,
    alphaMode: 'blend',
  });
  expect(materials[2]).toMatchObject({
    emissive: [0, 1, 0],
    emissiveStrength: 3,
    alpha: 1,
    alphaMode: 'opaque',
    hasVertexColours: false,
  });
  expect(materials[3]).toMatchObject({ emissive: [0, 0, 0], alpha: 0, alphaMode: 'blend' });
});

it('a library texture’s relief is as strong as its normal scale says, and its maps are read as they are', () => {
  const textures = createTextureList();
  const { materials } = dressMaterials(
    [PAINTED, DEFAULT_MATERIAL],
    [
      {
        kind: 'library',
        materialIndex: 0,
        textureHash: HASH,
        libraryId: null,
        name: 'Oak',
        colour: '#ffffff',
        metalness: 0,
        roughness: 0.6,
        tileSize: 2,
        rotationRadians: 0.5,
        bumpHeight: 0.02,
        finish: { normalScale: 2 },
        maps: { normalHash: MAP, roughnessHash: HASH },
      },
    ],
    textures,
  );
  expect(materials[0]).toMatchObject({
    normalScale: 2,
    triplanar: { texture: 0, bumpHeight: 0.04, normal: 1, roughness: 2 },
  });
  expect(textures.requests.map(({ source, isSrgb }) => [source, isSrgb])).toEqual([
    [{ kind: 'library', hash: HASH }, true],
    [{ kind: 'library', hash: MAP }, false],
    [{ kind: 'library', hash: HASH }, false],
  ]);
});
