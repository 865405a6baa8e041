import { WebIO } from '@gltf-transform/core';
import { ALL_EXTENSIONS } from '@gltf-transform/extensions';
import { Box3, Matrix4, Quaternion, Vector3 } from 'three';
import { expect, test } from 'vitest';
import type { ExportPatch } from '../../../../src/contract/compute-values.ts';
import type { AppError } from '../../../../src/contract/failure.ts';
import type { LibraryItemId } from '../../../../src/contract/ids.ts';
import type { MaterialDressing } from '../../../../src/contract/scene/material-dressing.ts';
import { projectTriplanar } from '../../../../src/contract/scene/triplanar.ts';
import type { Vector3 as Triple } from '../../../../src/contract/scene/vector3.ts';
import { readGlb } from '../../../../src/tracer/gltf/read-glb.ts';
import { exportGlb } from '../../../../src/workers/compute/gltf/export-glb.ts';
import { inspectModel } from '../../../../src/workers/compute/gltf/inspect-model.ts';
import { makeArrow, makeBoxes } from '../../../support/box-model.ts';
import { MESHOPT_NAMES, makeMeshopt } from '../../../support/meshopt-model.ts';
import { readReport } from '../../../support/read-report.ts';
import { hasSamples, openDecoders, openGlb, packGlb, readSample } from '../../../support/tiny-model.ts';

const IDENTITY = new Matrix4().toArray();
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);
const decoders = {
  draco: async () => (await openDecoders()).draco,
  meshopt: async () => (await openDecoders()).meshopt,
};
const blobOf = (bytes: Uint8Array) => new Blob([bytes as Uint8Array<ArrayBuffer>]);

async function exported(glb: Uint8Array, patch: Partial<ExportPatch> = {}): Promise<Uint8Array> {
  const whole = {
    normalisation: IDENTITY,
    modelTransform: IDENTITY,
    hiddenNodes: [],
    dressings: [],
    materials: [],
    ...patch,
  };
  const file = await exportGlb(blobOf(glb), whole, decoders);
  expect(file.type).toBe('model/gltf-binary');
  return new Uint8Array(await file.arrayBuffer());
}

function library(extra: object = {}): MaterialDressing {
  return {
    kind: 'library',
    materialIndex: 0,
    textureHash: 'a'.repeat(64) as never,
    libraryId: 7 as LibraryItemId,
    name: 'oak',
    colour: '#ff8000',
    metalness: 0.25,
    roughness: 0.75,
    tileSize: 2,
    rotationRadians: 0.3,
    bumpHeight: 0.1,
    ...extra,
  };
}

const boundsOf = async (glb: Uint8Array) => {
  const { bounds } = await readReport(glb);
  return new Box3(new Vector3(...bounds.min), new Vector3(...bounds.max));
};

test('a model nobody moved keeps its nodes, its geometry and its images byte for byte', async () => {
  const glb = makeBoxes([{ name: 'lid', size: [1, 2, 3], centre: [4, 5, 6], texture: PNG }]);
  const report = await readReport(glb);
  const out = await exported(glb, { normalisation: [...report.normalisation] });
  const [before, after] = [readGlb(glb), readGlb(out)];
  expect(after.binary).toEqual(before.binary);
  expect(after.json).toEqual(before.json);
});

test('transform and up axis are applied at the scale of the file, normalisation is not', async () => {
  const glb = makeBoxes([{ size: [0.02, 0.04, 0.06], centre: [0.1, 0.2, 0.3] }]);
  const { normalisation } = await readReport(glb);
  const turn = new Matrix4().makeRotationX(Math.PI / 2);
  const modelTransform = new Matrix4()
    .makeTranslation(3, 0, 0)
    .multiply(turn)
    .scale(new Vector3(1, 2, 1));
  const out = await exported(glb, {
    normalisation: [...normalisation],
    modelTransform: modelTransform.toArray(),
  });
  const moved = await boundsOf(out);
  const size = moved.getSize(new Vector3());
  // Twice as high, then lying down; a step of 3 stage units is 3/10 of the longest side.
  expect(size.toArray().map((side) => Math.round(side * 1e6) / 1e6)).toEqual([0.02, 0.06, 0.08]);
  const centre = moved.getCenter(new Vector3());
  expect(centre.x).toBeCloseTo(0.1 + 0.018, 6);
  expect(centre.y).toBeCloseTo(0.2, 6);
  expect(centre.z).toBeCloseTo(0.3, 6);
});

test('a file that was stood upright stays upright when it is opened again', async () => {
  const glb = makeArrow('z', { upAxis: 'Z' });
  const report = await readReport(glb);
  const stood = new Vector3(0, 0, 1).transformDirection(new Matrix4().fromArray(report.normalisation));
  expect(stood.y).toBeCloseTo(1, 6);
  const size = (await boundsOf(await exported(glb, { normalisation: [...report.normalisation] }))).getSize(
    new Vector3(),
  );
  expect(size.y).toBeCloseTo(4, 5);
  expect(size.x).toBeCloseTo(1, 5);
});

test('hidden nodes carry both flags, are read back, and shown ones lose them', async () => {
  const glb = makeBoxes([
    { name: 'a', size: [1, 1, 1], centre: [0, 0, 0] },
    { name: 'b', size: [1, 1, 1], centre: [2, 0, 0] },
  ]);
  const hidden = await exported(glb, { hiddenNodes: [1] });
  const { json } = readGlb(hidden);
  expect(json.nodes?.[1]).toMatchObject({
    extras: { visible: false },
    extensions: { KHR_node_visibility: { visible: false } },
  });
  expect(json.extensionsUsed).toEqual(['KHR_node_visibility']);
  expect((await readReport(hidden)).nodes.map(({ isHidden }) => isHidden)).toEqual([undefined, true]);
  const shown = await exported(hidden, { hiddenNodes: [0] });
  expect((await readReport(shown)).nodes.map(({ isHidden }) => isHidden)).toEqual([true, undefined]);
});

test('either flag alone says hidden', async () => {
  for (const flag of [
    { extras: { visible: false } },
    { extensions: { KHR_node_visibility: { visible: false } } },
  ]) {
    const { json, binary } = readGlb(makeBoxes([{ size: [1, 1, 1], centre: [0, 0, 0] }]));
    const [node] = json.nodes ?? [];
    const glb = packGlb({ ...json, nodes: [{ ...node, ...flag }] }, binary);
    expect((await readReport(glb)).nodes[0]?.isHidden).toBe(true);
  }
});

test('colours, finishes and ids are in the materials', async () => {
  const glb = makeBoxes([
    { name: 'body', size: [1, 1, 1], centre: [0, 0, 0], colour: [1, 1, 1, 0.5] },
    { name: 'cap', size: [1, 1, 1], centre: [2, 0, 0], texture: PNG },
  ]);
  const out = await exported(glb, {
    dressings: [
      {
        dressing: { kind: 'adjusted', materialIndex: 0, colour: '#ff0000', metalness: 1, roughness: null },
        texture: null,
      },
      {
        dressing: { kind: 'plain', materialIndex: 1, colour: '#ffffff', metalness: 0, roughness: 0.25 },
        texture: null,
      },
    ],
    materials: [
      { index: 0, originalId: 'body', libraryId: null },
      { index: 1, originalId: 'cap', libraryId: 3 as LibraryItemId },
    ],
  });
  expect(readGlb(out).json.materials).toEqual([
    {
      name: 'body',
      pbrMetallicRoughness: { baseColorFactor: [1, 0, 0, 0.5], metallicFactor: 1 },
      extras: { originalId: 'body', libraryId: null },
    },
    {
      name: 'cap',
      pbrMetallicRoughness: { baseColorFactor: [1, 1, 1, 1], metallicFactor: 0, roughnessFactor: 0.25 },
      extras: { originalId: 'cap', libraryId: 3 },
    },
  ]);
});

test('an independent instance has a material of its own, on a mesh of its own where others show the same', async () => {
  const texture = new Blob([PNG], { type: 'image/png' });
  const glb = makeBoxes([{ name: 'leg', size: [1, 2, 3], centre: [0, 0, 0], texture: PNG }], { copies: 3 });
  const own = { kind: 'plain', colour: '#00ff00', metalness: 0, roughness: 0.8 } as const;
  const drawing = (readGlb(glb).json.nodes ?? []).flatMap(({ mesh }, index) => (mesh === 0 ? [index] : []));
  expect(drawing).toHaveLength(3);
  const out = await exported(glb, {
    dressings: [
      {
        dressing: { ...own, materialIndex: 40_000, split: { from: 0, nodes: drawing.slice(0, 1) } },
        texture: null,
      },
      {
        dressing: { kind: 'adjusted', materialIndex: 0, colour: null, metalness: 1, roughness: null },
        texture: null,
      },
    ],
    materials: [
      { index: 0, originalId: 'leg', libraryId: null },
      { index: 40_000, originalId: 'leg copy', libraryId: null },
    ],
  });
  const { json } = readGlb(out);
  expect(json.meshes).toHaveLength(2);
  const worn = drawing.map(
    (node) => json.meshes?.[json.nodes?.[node]?.mesh ?? -1]?.primitives?.[0]?.material,
  );
  expect(worn).toEqual([1, 0, 0]);
  expect(json.materials?.[0]).toMatchObject({
    pbrMetallicRoughness: { metallicFactor: 1, baseColorTexture: { index: 0 } },
    extras: { originalId: 'leg' },
  });
  expect(json.materials?.[1]).toEqual({
    name: 'leg',
    pbrMetallicRoughness: { baseColorFactor: [0, 1, 0, 1], metallicFactor: 0, roughnessFactor: 0.8 },
    extras: { originalId: 'leg copy', libraryId: null },
  });
  expect((await readReport(out)).materials.map(({ usageCount }) => usageCount)).toEqual([2, 1]);

  // With a texture laid on, it is on that node alone.
  const laid = await exported(glb, {
    normalisation: [...(await readReport(glb)).normalisation],
    dressings: [
      { dressing: library({ materialIndex: 40_000, split: { from: 0, nodes: drawing.slice(1) } }), texture },
    ],
  });
  const root = (await new WebIO().registerExtensions(ALL_EXTENSIONS).readBinary(laid)).getRoot();
  const [first, ...others] = root.listNodes().flatMap((node) => node.getMesh()?.listPrimitives() ?? []);
  expect(others).toHaveLength(2);
  for (const primitive of others) expect(primitive.getMaterial()).not.toBe(first?.getMaterial());
});

test('instances of parts that name no material, on a mesh that nobody else shows', async () => {
  const out = await exported(makeArrow('y'), {
    dressings: [
      {
        dressing: {
          kind: 'plain',
          materialIndex: 40_000,
          split: { from: -1, nodes: [0] },
          colour: '#00ff00',
          metalness: 0,
          roughness: 1,
        },
        texture: null,
      },
    ],
  });
  const { json } = readGlb(out);
  expect(json.meshes).toHaveLength(1);
  expect(json.meshes?.[0]?.primitives?.[0]?.material).toBe(0);
  expect(json.materials?.[0]?.pbrMetallicRoughness).toMatchObject({ baseColorFactor: [0, 1, 0, 1] });
});

test('a finish is in the material, in words that every program knows', async () => {
  const { json, binary } = readGlb(
    makeBoxes([
      { name: 'body', size: [1, 1, 1], centre: [0, 0, 0], texture: PNG },
      { name: 'lamp', size: [1, 1, 1], centre: [2, 0, 0], alphaMode: 'MASK' },
      { name: 'dim', size: [1, 1, 1], centre: [4, 0, 0] },
    ]),
  );
  const [body, lamp, dim] = json.materials ?? [];
  const glb = packGlb(
    {
      ...json,
      materials: [
        { ...body, normalTexture: { index: 0, scale: 2 }, occlusionTexture: { index: 0 } },
        { ...lamp, emissiveFactor: [1, 0, 0] },
        { ...dim, extensions: { KHR_materials_emissive_strength: { emissiveStrength: 8 } } },
      ],
    },
    binary,
  );
  const adjusted = { kind: 'adjusted', colour: null, metalness: null, roughness: null } as const;
  const finishes = [
    { normalScale: 0.5, aoMapIntensity: 0.25, opacity: 1 },
    { emissiveIntensity: 5, opacity: 0.4 },
    { emissive: '#ffffff', emissiveIntensity: 0.5, normalScale: 3 },
  ];
  const out = await exported(glb, {
    dressings: finishes.map((finish, materialIndex) => ({
      dressing: { ...adjusted, materialIndex, finish },
      texture: null,
    })),
  });
  const after = readGlb(out).json;
  expect(after.extensionsUsed).toContain('KHR_materials_emissive_strength');
  expect(after.materials?.[0]).toMatchObject({
    normalTexture: { index: 0, scale: 0.5 },
    occlusionTexture: { index: 0, strength: 0.25 },
    pbrMetallicRoughness: { baseColorFactor: [1, 1, 1, 1] },
  });
  expect(after.materials?.[0]).not.toHaveProperty('alphaMode');
  expect(after.materials?.[1]).toMatchObject({
    alphaMode: 'BLEND',
    emissiveFactor: [1, 0, 0],
    extensions: { KHR_materials_emissive_strength: { emissiveStrength: 5 } },
    pbrMetallicRoughness: { baseColorFactor: [1, 1, 1, 0.4] },
  });
  expect(after.materials?.[2]).toMatchObject({ emissiveFactor: [0.5, 0.5, 0.5] });
  expect(after.materials?.[2]).not.toHaveProperty('extensions');
  expect(after.materials?.[2]).not.toHaveProperty('normalTexture');
});

test('the material of parts that name none can be changed', async () => {
  const out = await exported(makeArrow('y'), {
    dressings: [
      {
        dressing: { kind: 'plain', materialIndex: -1, colour: '#00ff00', metalness: 0, roughness: 1 },
        texture: null,
      },
    ],
  });
  const { json } = readGlb(out);
  expect(json.meshes?.[0]?.primitives?.[0]?.material).toBe(0);
  expect(json.materials?.[0]?.pbrMetallicRoughness).toMatchObject({ baseColorFactor: [0, 1, 0, 1] });
});

test('a library texture lies where the moved product wears it, on every node by itself', async () => {
  const texture = new Blob([PNG], { type: 'image/png' });
  const glb = makeBoxes([{ name: 'leg', size: [1, 2, 3], centre: [0, 0, 0] }], { copies: 2 });
  const report = await readReport(glb);
  const moved = new Matrix4().compose(
    new Vector3(1, -2, 3),
    new Quaternion().setFromAxisAngle(new Vector3(0.6, 0.8, 0), 0.7),
    new Vector3(1.5, 0.5, 2),
  );
  const out = await exported(glb, {
    normalisation: [...report.normalisation],
    modelTransform: moved.toArray(),
    dressings: [{ dressing: library(), texture }],
  });
  const document = await new WebIO().registerExtensions(ALL_EXTENSIONS).readBinary(out);
  const root = document.getRoot();
  expect(root.listTextures().map((image) => Buffer.from(image.getImage() ?? []))).toEqual([PNG]);
  const [material] = root.listMaterials();
  expect(material?.getBaseColorFactor()[1]).toBeCloseTo(0.2158605, 5);
  expect([material?.getMetallicFactor(), material?.getRoughnessFactor()]).toEqual([0.25, 0.75]);
  const nodes = root.listNodes().filter((node) => node.getMesh() !== null);
  expect(new Set(nodes.map((node) => node.getMesh())).size).toBe(2);
  const scale = new Matrix4().fromArray(report.normalisation).getMaxScaleOnAxis();
  const toTexture = new Matrix4()
    .makeScale(scale, scale, scale)
    .setPosition(...(report.normalisation.slice(12, 15) as [number, number, number]))
    .premultiply(moved.clone().invert());
  let compared = 0;
  for (const node of nodes) {
    const [primitive] = node.getMesh()?.listPrimitives() ?? [];
    const get = (name: string, index: number) => primitive?.getAttribute(name)?.getElement(index, []) ?? [];
    const world = toTexture.clone().multiply(new Matrix4().fromArray(node.getWorldMatrix()));
    const count = primitive?.getAttribute('POSITION')?.getCount() ?? 0;
    expect(count).toBe(36);
    for (let vertex = 0; vertex < count; vertex++) {
      const place = new Vector3(...get('POSITION', vertex)).applyMatrix4(world);
      const normal = new Vector3(...get('NORMAL', vertex)).transformDirection(world);
      const wanted = projectTriplanar(
        place.toArray() as unknown as Triple,
        normal.toArray() as unknown as Triple,
        2,
        0.3,
      ).find(({ weight }) => weight > 0.99);
      const [u = 0, v = 0] = get('TEXCOORD_0', vertex);
      expect(u).toBeCloseTo(wanted?.u ?? Number.NaN, 4);
      expect(1 - v).toBeCloseTo(wanted?.v ?? Number.NaN, 4);
      compared++;
    }
  }
  expect(compared).toBe(72);
});

test('a texture in WebP is declared', async () => {
  const out = await exported(makeBoxes([{ size: [1, 1, 1], centre: [0, 0, 0] }]), {
    dressings: [{ dressing: library(), texture: new Blob([PNG], { type: 'image/webp' }) }],
  });
  const { json } = readGlb(out);
  expect(json.extensionsRequired).toEqual(['EXT_texture_webp']);
  expect(json.images?.[0]?.mimeType).toBe('image/webp');
});

test('a library texture can be laid on a file that lacks pictures and asks for what nobody here reads', async () => {
  const box = (x: number) => ({ size: [1, 1, 1], centre: [x, 0, 0] }) as const;
  const { json, binary } = readGlb(makeBoxes([box(0), box(3)]));
  const [first, second] = json.materials ?? [];
  const incomplete = packGlb(
    {
      ...json,
      extensionsUsed: ['VENDOR_wind'],
      extensionsRequired: ['VENDOR_wind'],
      images: [{ uri: 'cloth.png' }, { name: 'nowhere' }],
      textures: [{ source: 0 }, { source: 1 }],
      materials: [
        first,
        {
          ...second,
          pbrMetallicRoughness: { baseColorTexture: { index: 0 } },
          normalTexture: { index: 1 },
          emissiveFactor: [1, 1, 1],
          emissiveTexture: { index: 0 },
        },
      ],
    },
    binary,
  );
  const out = await exported(incomplete, {
    dressings: [{ dressing: library(), texture: new Blob([PNG], { type: 'image/png' }) }],
  });
  const after = readGlb(out).json;
  expect(after.extensionsRequired ?? []).toEqual([]);
  expect(after.images).toEqual([expect.objectContaining({ bufferView: expect.any(Number), name: 'oak' })]);
  const [dressed, bare] = after.materials ?? [];
  expect(dressed?.pbrMetallicRoughness).toMatchObject({ baseColorTexture: { index: 0 } });
  // Nor does it glow all over, where a picture was to say where.
  expect(JSON.stringify(bare)).not.toMatch(/Texture|emissive/);
  // Without anything laid on, the file goes on asking for its pictures.
  expect(readGlb(await exported(incomplete)).json.images).toEqual([
    { uri: 'cloth.png' },
    { name: 'nowhere' },
  ]);
});

test('normal map and roughness map go along as they are', async () => {
  const texture = new Blob([PNG], { type: 'image/png' });
  const maps = {
    normal: new Blob(['slopes'], { type: 'image/png' }),
    roughness: new Blob(['gloss'], { type: 'image/png' }),
  };
  const box = (x: number) => ({ size: [1, 1, 1], centre: [x, 0, 0] }) as const;
  const out = await exported(makeBoxes([box(0), box(3)]), {
    dressings: [
      { dressing: library({ metalness: 0, finish: { normalScale: 0.5 } }), texture, maps },
      {
        dressing: library({ materialIndex: 1, metalness: 0.5 }),
        texture,
        maps: { ...maps, roughness: null },
      },
    ],
  });
  const [wood, metal] = (await openGlb(out)).getRoot().listMaterials();
  const read = (image: Uint8Array | null | undefined) => new TextDecoder().decode(image ?? undefined);
  expect(wood?.getNormalScale()).toBe(0.5);
  expect(read(wood?.getNormalTexture()?.getImage())).toBe('slopes');
  expect(read(wood?.getMetallicRoughnessTexture()?.getImage())).toBe('gloss');
  expect(metal?.getNormalScale()).toBe(1);
  expect(metal?.getMetallicRoughnessTexture()).toBeNull();
  expect([metal?.getMetallicFactor(), metal?.getRoughnessFactor()]).toEqual([0.5, 0.75]);
});

test.skipIf(!hasSamples)('compressed parts can have a library texture too', async () => {
  for (const name of ['DenseSphere_draco', 'JapaneseBridgeGarden_meshopt', 'WaterBottle_quantized_webp']) {
    const glb = readSample(`glb/compressed/${name}.glb`);
    const before = await readReport(glb);
    const out = await exported(glb, {
      normalisation: [...before.normalisation],
      dressings: [
        {
          dressing: library({ materialIndex: before.materials[0]?.index }),
          texture: new Blob([PNG], { type: 'image/png' }),
        },
      ],
    });
    const after = await readReport(out);
    expect(after.triangleCount, name).toBe(before.triangleCount);
    for (const [axis, value] of after.bounds.max.entries()) {
      expect(value, name).toBeCloseTo(before.bounds.max[axis] ?? Number.NaN, 2);
    }
    expect(readGlb(out).json.extensionsUsed ?? [], name).not.toContain('KHR_draco_mesh_compression');
  }
});

test.each(MESHOPT_NAMES)(
  'a part that %s packed can have a library texture, and is measured as it is',
  async (name) => {
    const glb = await makeMeshopt(name);
    const before = await readReport(glb);
    // The turned row itself; a box around it, turned, is higher by its left side.
    const { bounds } = await inspectModel(blobOf(glb), decoders);
    expect(bounds.max[1]).toBeCloseTo(Math.SQRT1_2 * 16, 4);
    const out = await exported(glb, {
      dressings: [
        { dressing: library({ materialIndex: 0 }), texture: new Blob([PNG], { type: 'image/png' }) },
      ],
    });
    const after = await readReport(out);
    expect(after.triangleCount).toBe(before.triangleCount);
    expect(after.bounds.max[0]).toBeCloseTo(before.bounds.max[0] ?? 0, 4);
    expect(readGlb(out).json.extensionsUsed ?? []).not.toContain(name);
  },
);

test('a file that cannot be read says why', async () => {
  const failure = await exported(new Uint8Array(20)).catch((error: AppError) => error.failure);
  expect(failure).toEqual({ code: 'export-failed', reason: 'not a GLB file' });
});
