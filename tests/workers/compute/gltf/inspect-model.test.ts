import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { SphereGeometry } from 'three';
import { expect, test } from 'vitest';
import { isAbort } from '../../../../src/contract/failure.ts';
import { readGlb } from '../../../../src/tracer/gltf/read-glb.ts';
import { inspectModel } from '../../../../src/workers/compute/gltf/inspect-model.ts';
import { makeBoxes, makeGlb } from '../../../support/box-model.ts';
import {
  makeHoled,
  makeSourceless,
  makeSvgTextured,
  makeTorn,
  makeUnturned,
  REFUSED_MODELS,
  UNSEEN_MODELS,
} from '../../../support/broken-models.ts';
import { makeKtx2 } from '../../../support/ktx2-file.ts';
import {
  addShape,
  createSquare,
  hasSamples,
  packGlb,
  readSample,
  writeGlb,
} from '../../../support/tiny-model.ts';

const inspect = (bytes: Uint8Array) => inspectModel(new Blob([bytes as Uint8Array<ArrayBuffer>]));

test('reports triangles, bounds, materials and the tree', async () => {
  const report = await inspect(
    makeBoxes([
      { name: 'left', size: [2, 2, 2], centre: [-3, 0, 0], colour: [1, 0, 0, 1] },
      { name: 'right', size: [2, 4, 2], centre: [3, 0, 0], colour: [0, 0.2158605, 0, 1] },
    ]),
  );
  expect(report.triangleCount).toBe(24);
  expect(report.bounds).toEqual({ min: [-4, -2, -1], max: [4, 2, 1] });
  expect(report.materials.map(({ name, colour, usageCount }) => [name, colour, usageCount])).toEqual([
    ['left', '#ff0000', 1],
    ['right', '#008000', 1],
  ]);
  expect(
    report.nodes.map(({ name, parent, hasMesh, materials }) => [name, parent, hasMesh, materials]),
  ).toEqual([
    ['left', null, true, [0]],
    ['right', null, true, [1]],
  ]);
  expect(report.hash).toMatch(/^[0-9a-f]{64}$/);
  expect(report.warnings).toEqual([]);
});

test('says the mean of the vertex colours that a material is drawn with', async () => {
  const { document, primitive } = createSquare();
  const buffer = document.getRoot().listBuffers()[0] ?? null;
  const colours = new Uint8Array([255, 0, 0, 255, 255, 0, 0, 255, 0, 0, 255, 255, 0, 0, 255, 255]);
  const accessor = document.createAccessor().setType('VEC4').setArray(colours).setNormalized(true);
  primitive
    .setAttribute('COLOR_0', accessor.setBuffer(buffer))
    .setMaterial(document.createMaterial('painted'));
  addShape(document, 'plain', new SphereGeometry(1, 8, 8));
  const { materials } = await inspect(await writeGlb(document));
  expect(materials.map(({ name, vertexTint }) => [name, vertexTint])).toEqual([
    ['painted', '#bc00bc'],
    ['plain', undefined],
  ]);
});

test('colours of vertices that are in another scene alone say nothing of a material', async () => {
  const { document, primitive } = createSquare();
  const buffer = document.getRoot().listBuffers()[0] ?? null;
  const red = new Uint8Array([0, 1, 2, 3].flatMap(() => [255, 0, 0, 255]));
  const colours = document.createAccessor().setType('VEC4').setArray(red).setNormalized(true);
  primitive.setMaterial(document.createMaterial('paint'));
  const other = primitive.clone().setAttribute('COLOR_0', colours.setBuffer(buffer));
  const node = document.createNode('other').setMesh(document.createMesh().addPrimitive(other));
  document.createScene().addChild(node);
  const { materials } = await inspect(await writeGlb(document));
  expect(materials.map(({ vertexTint }) => vertexTint)).toEqual([undefined]);
});

test('counts a mesh as often as nodes and instances show it', async () => {
  const report = await inspect(makeBoxes([{ size: [1, 1, 1], centre: [0, 0, 0] }], { copies: 3 }));
  expect(report.triangleCount).toBe(36);
  expect(report.bounds.max[0]).toBe(4.5);
});

test('says of more triangles than Studio draws that it cannot', async () => {
  const model = (nodes: number) =>
    packGlb({
      asset: { version: '2.0' },
      scenes: [{ nodes: Array.from({ length: nodes }, (_, index) => index) }],
      nodes: Array.from({ length: nodes }, () => ({ mesh: 0 })),
      meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
      accessors: [{ componentType: 5126, count: 9_000_000, type: 'VEC3', min: [0, 0, 0], max: [1, 1, 1] }],
    });
  expect((await inspect(model(1))).warnings).toEqual([]);
  expect((await inspect(model(2))).warnings).toEqual([
    { kind: 'not-traceable', feature: 'more than five million triangles' },
  ]);
});

test('leaves out helpers of an editor and says so, but keeps a red product', async () => {
  const report = await inspect(
    makeBoxes([
      { name: 'red part', size: [1, 1, 1], centre: [0, 0, 0], colour: [1, 0, 0, 1] },
      { name: 'AxesHelper', size: [50, 50, 50], centre: [0, 0, 0] },
      { name: 'taxes', size: [1, 1, 1], centre: [0, 0, 0] },
      { name: 'line', size: [90, 1, 1], centre: [0, 0, 0], colour: [0, 1, 0, 1], isUnlit: true },
    ]),
  );
  expect(report.warnings).toEqual([
    { kind: 'stripped-node', name: 'AxesHelper', nodeIndex: 1 },
    { kind: 'stripped-node', name: 'line', nodeIndex: 3 },
  ]);
  expect(report.bounds.max[0]).toBe(0.5);
  expect(report.materials.map(({ name }) => name)).toEqual(['red part', 'taxes']);
});

test('leaves out the axes of an editor: those of a coordinate system, and those in the colours of axes', async () => {
  const product = { name: 'lamp', size: [1, 1, 1], centre: [0, 0, 0] } as const;
  const axes = [
    { name: 'X_axis', size: [50, 0.1, 0.1], centre: [25, 0, 0] },
    { name: 'Main axis', size: [0.1, 50, 0.1], centre: [0, 25, 0] },
    { name: 'Origin', size: [0.4, 0.4, 0.4], centre: [0, 0, 0] },
  ] as const;
  const system = await inspect(
    gather([product, ...axes], 'CoordinateSystem', ['X_axis', 'Main axis', 'Origin']),
  );
  expect(system.warnings).toEqual([{ kind: 'stripped-node', name: 'CoordinateSystem', nodeIndex: 4 }]);
  expect([system.bounds.max, system.materials.length]).toEqual([[0.5, 0.5, 0.5], 1]);

  const around = await inspect(
    gather([product, ...axes.slice(0, 2)], 'coordinate_system', ['lamp', 'X_axis', 'Main axis']),
  );
  expect(around.warnings.map((warning) => 'name' in warning && warning.name)).toEqual([
    'X_axis',
    'Main axis',
  ]);
  expect(around.bounds.max).toEqual([0.5, 0.5, 0.5]);

  const coloured = await inspect(
    makeBoxes([
      product,
      { name: 'X_axis', size: [50, 0.1, 0.1], centre: [25, 0, 0], colour: [0.9, 0.1, 0.1, 1] },
      { name: 'y-axis', size: [0.1, 50, 0.1], centre: [0, 25, 0], colour: [0.1, 0.6, 0.05, 1] },
    ]),
  );
  expect(coloured.warnings.map((warning) => 'name' in warning && warning.name)).toEqual(['X_axis', 'y-axis']);
});

test("keeps the axes of a machine, which are the product's", async () => {
  const report = await inspect(
    makeBoxes([
      { name: 'frame', size: [4, 4, 4], centre: [0, 0, 0] },
      { name: 'X_axis', size: [4, 1, 1], centre: [0, 4, 0], colour: [0.4, 0.4, 0.45, 1] },
      { name: 'Z_axis', size: [1, 1, 4], centre: [0, 6, 0], colour: [0.9, 0.1, 0.1, 1] },
      { name: 'front axis', size: [1, 1, 4], centre: [0, 7, 0], colour: [0.9, 0.1, 0.1, 1] },
    ]),
  );
  expect(report.warnings).toEqual([]);
});

/** Boxes of which some stand below a node of their own. */
function gather(
  boxes: Parameters<typeof makeBoxes>[0],
  name: string,
  members: readonly string[],
): Uint8Array {
  const { json, binary } = readGlb(makeBoxes(boxes));
  const nodes = [...(json.nodes ?? [])];
  const children = nodes.flatMap((node, index) => (members.includes(String(node.name)) ? [index] : []));
  const roots = nodes.flatMap((_node, index) => (children.includes(index) ? [] : [index]));
  return packGlb(
    { ...json, nodes: [...nodes, { name, children }], scenes: [{ nodes: [...roots, nodes.length] }] },
    binary ?? new Uint8Array(),
  );
}

test('names files outside the model, and those that must not be fetched', async () => {
  const images = [
    'wood.png',
    '../secret.png',
    'https://example.com/a.png',
    'file:///etc/passwd',
    '%2e%2e/x.png',
  ];
  const report = await inspect(makeBoxes([{ size: [1, 1, 1], centre: [0, 0, 0] }], { images }));
  expect(report.warnings.map(({ kind }) => kind)).toEqual([
    'missing-file',
    'refused-uri',
    'refused-uri',
    'refused-uri',
    'refused-uri',
  ]);
});

test('names images that are too large to be shown', async () => {
  const texture = makeKtx2(4, 4, [[[1, 2, 3, 255]]]);
  const huge = makeKtx2(4, 4, [[[1, 2, 3, 255]]], { claimedSize: [16_384, 16_384] });
  const box = { size: [1, 1, 1], centre: [0, 0, 0] } as const;
  expect((await inspect(makeBoxes([{ ...box, texture }]))).warnings).toEqual([]);
  expect(
    (
      await inspect(
        makeBoxes([
          { ...box, texture },
          { ...box, texture: huge },
        ]),
      )
    ).warnings,
  ).toEqual([{ kind: 'unreadable-image', name: 'picture 1', materials: ['box 1'] }]);
});

test('refuses what cannot be shown', async () => {
  const box = { size: [1, 1, 1] as const, centre: [0, 0, 0] as const };
  await expect(inspect(new Uint8Array())).rejects.toMatchObject({ failure: { code: 'file-empty' } });
  await expect(inspect(packGlb({ asset: { version: '2.0' } }))).rejects.toMatchObject({
    failure: { code: 'model-unreadable', reason: 'no-scene' },
  });
  for (const bytes of [
    makeGlb({ scenes: [{ nodes: [] }] }, new Float32Array(0)),
    makeBoxes([{ ...box, size: [0, 0, 0] }]),
    makeBoxes([{ ...box, centre: [Number.NaN, 0, 0], isBaked: true }]),
    makeBoxes([{ ...box, size: [Number.POSITIVE_INFINITY, 1, 1], isBaked: true }]),
  ]) {
    await expect(inspect(bytes)).rejects.toMatchObject({ failure: { code: 'model-unreadable' } });
  }
});

test.skipIf(!hasSamples)(
  'answers every broken file, and leaves no trace in the language',
  { timeout: 30_000 },
  async () => {
    const folder = join(import.meta.dirname, '../../../../../shared/samples/broken');
    expect(existsSync(folder)).toBe(true);
    for (const name of readdirSync(folder)) {
      const bytes: Uint8Array = new Uint8Array(readFileSync(join(folder, name)));
      const files = [bytes];
      // A hostile document reaches the checks behind the container only inside a container.
      if (name.endsWith('.gltf')) files.push(...repack(bytes));
      for (const file of files) {
        const answer = await inspect(file).catch((error: unknown) => error);
        if (!(answer instanceof Error)) continue;
        expect(isAbort(answer), name).toBe(false);
        expect(answer, name).toHaveProperty('failure.code');
      }
    }
    expect(Object.keys(Object.prototype)).toEqual([]);
  },
);

test.skipIf(!hasSamples)('measures compressed files as it measures the originals', async () => {
  for (const [packed, original] of [
    ['SheenChair_meshopt_webp', 'SheenChair'],
    ['WaterBottle_quantized_webp', 'WaterBottle'],
  ]) {
    const a = (await inspect(readSample(`glb/compressed/${packed}.glb`))).bounds;
    const b = (await inspect(readSample(`glb/${original}.glb`))).bounds;
    const size = Math.max(...b.max.map((value, axis) => value - (b.min[axis] ?? 0)));
    for (const end of ['min', 'max'] as const) {
      for (const [axis, value] of b[end].entries()) {
        expect(Math.abs((a[end][axis] ?? 0) - value), `${packed} ${end} ${axis}`).toBeLessThan(size * 0.01);
      }
    }
  }
});

function repack(bytes: Uint8Array): Uint8Array[] {
  try {
    const json = JSON.parse(new TextDecoder().decode(bytes)) as { buffers?: { uri?: string }[] };
    const uri = json.buffers?.[0]?.uri;
    const encoded = /^data:[^,]*;base64,(.*)$/s.exec(uri ?? '')?.[1];
    if (encoded === undefined || json.buffers?.[0] === undefined) return [packGlb(json)];
    delete json.buffers[0].uri;
    return [packGlb(json, new Uint8Array(Buffer.from(encoded, 'base64')))];
  } catch {
    return [];
  }
}

test('a material’s finish is the file’s, or what glTF means where it says nothing', async () => {
  const glb = makeGlb(
    {
      scenes: [{ nodes: [0] }],
      nodes: [{ mesh: 0 }],
      meshes: [
        {
          primitives: [
            { attributes: { POSITION: 0 }, material: 0 },
            { attributes: { POSITION: 0 }, material: 1 },
          ],
        },
      ],
      accessors: [
        { bufferView: 0, componentType: 5126, count: 3, type: 'VEC3', min: [0, 0, 0], max: [1, 1, 0] },
      ],
      bufferViews: [{ buffer: 0, byteLength: 36 }],
      buffers: [{ byteLength: 36 }],
      textures: [{ source: 0 }],
      images: [{ uri: 'data:image/png;base64,' }],
      materials: [
        { name: 'plain' },
        {
          name: 'lamp',
          alphaMode: 'BLEND',
          pbrMetallicRoughness: { baseColorFactor: [1, 1, 1, 0.25] },
          emissiveFactor: [1, 0, 0],
          extensions: { KHR_materials_emissive_strength: { emissiveStrength: 40 } },
          normalTexture: { index: 0, scale: 0.5 },
          occlusionTexture: { index: 0, strength: 0.75 },
        },
      ],
    },
    new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]),
  );
  const { materials } = await inspect(glb);
  expect(materials.map(({ finish }) => finish)).toEqual([
    {
      emissive: '#000000',
      emissiveIntensity: 1,
      normalScale: 1,
      aoMapIntensity: 1,
      opacity: 1,
      hasNormalMap: false,
      hasOcclusionMap: false,
    },
    {
      emissive: '#ff0000',
      emissiveIntensity: 10,
      normalScale: 0.5,
      aoMapIntensity: 0.75,
      opacity: 0.25,
      hasNormalMap: true,
      hasOcclusionMap: true,
    },
  ]);
});

test.each([...REFUSED_MODELS.filter(([, reason]) => reason !== 'geometry-damaged'), ...UNSEEN_MODELS])(
  '%s is refused: %s',
  async (_name, reason, make) => {
    await expect(inspect(make())).rejects.toMatchObject({ failure: { reason } });
  },
);

test('a model of which only a part is damaged opens', async () => {
  for (const glb of [makeHoled(), makeTorn()]) {
    const { bounds } = await inspect(glb);
    expect([...bounds.min, ...bounds.max].every(Number.isFinite)).toBe(true);
  }
});

test('a turn by nothing and a picture that is none are told with the names that a person knows', async () => {
  expect((await inspect(makeUnturned())).warnings).toEqual([
    { kind: 'mended-rotation', name: 'Square', nodeIndex: 0 },
  ]);
  expect((await inspect(makeSvgTextured())).warnings).toEqual([
    { kind: 'unreadable-image', name: '', materials: ['Oak'] },
  ]);
});

test('a texture without a picture, or with one of an unread optional extension, is named as one that cannot be read', async () => {
  expect((await inspect(makeSourceless())).warnings).toEqual([
    { kind: 'unreadable-image', name: 'Film', materials: ['Oak'] },
    { kind: 'unreadable-image', name: '', materials: ['Oak'] },
  ]);
});

test('a JPEG in CMYK is named, because pictures by Studio leave it out', async () => {
  const picture = (space: 'cmyk' | 'srgb') =>
    sharp({ create: { width: 4, height: 4, channels: 3, background: '#ff8000' } })
      .toColourspace(space)
      .jpeg()
      .toBuffer();
  const box = { size: [1, 1, 1], centre: [0, 0, 0] } as const;
  const { warnings } = await inspect(
    makeBoxes([
      { ...box, texture: await picture('cmyk') },
      { ...box, texture: await picture('srgb') },
    ]),
  );
  expect(warnings).toEqual([{ kind: 'cmyk-image', name: 'picture 0', materials: ['box 0'] }]);
});
