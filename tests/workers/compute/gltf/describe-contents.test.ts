import { expect, test } from 'vitest';
import { readGlb } from '../../../../src/tracer/gltf/read-glb.ts';
import { inspectModel } from '../../../../src/workers/compute/gltf/inspect-model.ts';
import { makeBoxes } from '../../../support/box-model.ts';
import { makePng } from '../../../support/tiny-image.ts';
import { packGlb } from '../../../support/tiny-model.ts';

/** What a file holds, after a change to its JSON. */
async function contentsOf(
  glb: Uint8Array,
  change: (json: Record<string, unknown>) => void = () => undefined,
) {
  const { json, binary } = readGlb(glb);
  const changed = structuredClone(json) as unknown as Record<string, unknown>;
  change(changed);
  const bytes = packGlb(changed, binary === null ? null : binary.slice());
  const { contents } = await inspectModel(new Blob([bytes as Uint8Array<ArrayBuffer>]));
  if (contents === undefined) throw new Error('nothing was looked for');
  return contents;
}

const BOX = { name: 'box', size: [2, 2, 2], centre: [0, 0, 0] } as const;

test('a plain file has nothing that is not shown', async () => {
  expect(await contentsOf(makeBoxes([BOX]))).toEqual({
    unit: 'metre',
    textures: [],
    partCount: 1,
    partsWithoutUv: expect.any(Number),
    lights: { directional: 0, point: 0, spot: 0, profile: 0, other: 0 },
    hasSurroundings: false,
    animations: [],
    cameraCount: 0,
    skinCount: 0,
    morphCount: 0,
    pointCount: 0,
    lineCount: 0,
    otherSceneCount: 0,
    unreadExtensions: [],
  });
});

test('textures have their use, their pixels and their bytes, wherever they lie in the file', async () => {
  const png = makePng();
  const [texture] = (await contentsOf(makeBoxes([{ ...BOX, texture: png }]))).textures;
  expect(texture).toMatchObject({ role: 'colour', materials: ['box'], sizeBytes: png.byteLength });
  expect(texture?.widthPx).toBeGreaterThan(0);
  const { textures } = await contentsOf(makeBoxes([BOX]), (json) => {
    json.images = [
      { name: 'glow', uri: `data:image/png;base64,${Buffer.from(png).toString('base64')}` },
      { uri: 'wood.jpg' },
    ];
  });
  expect(textures).toMatchObject([
    { name: 'glow', sizeBytes: png.byteLength, heightPx: texture?.heightPx },
    { name: 'wood.jpg', sizeBytes: null, widthPx: null },
  ]);
});

test('lights, cameras and animations are counted where they are in the scene', async () => {
  const found = await contentsOf(makeBoxes([BOX]), (json) => {
    json.extensionsUsed = ['KHR_lights_punctual', 'ACME_fur'];
    json.extensions = { KHR_lights_punctual: { lights: [{ type: 'spot' }, { type: 'point' }] } };
    json.cameras = [{ type: 'perspective', perspective: { yfov: 1, znear: 0.1 } }];
    const nodes = json.nodes as object[];
    const light = (index: number) => ({ extensions: { KHR_lights_punctual: { light: index } } });
    const extra = [light(0), light(0), { camera: 0 }];
    const first = nodes.length;
    json.nodes = [...nodes, ...extra, light(1)];
    const [scene] = json.scenes as { nodes: number[] }[];
    json.scenes = [{ nodes: [...(scene?.nodes ?? []), first, first + 1, first + 2] }, { nodes: [first + 3] }];
    json.animations = [
      { name: 'Open lid', channels: [], samplers: [] },
      { channels: [], samplers: [] },
    ];
  });
  expect(found).toMatchObject({
    lights: { directional: 0, point: 0, spot: 2, profile: 0, other: 0 },
    cameraCount: 1,
    animations: ['Open lid', ''],
    otherSceneCount: 1,
    unreadExtensions: ['ACME_fur'],
  });
});

test('surroundings of the scene are told, with six faces alone', async () => {
  const surrounded = (images: number[]) =>
    contentsOf(makeBoxes([BOX]), (json) => {
      json.extensions = { EXT_lights_image_based: { lights: [{ specularImages: [images] }] } };
      const [scene] = json.scenes as object[];
      json.scenes = [{ ...scene, extensions: { EXT_lights_image_based: { light: 0 } } }];
    });
  expect(await surrounded([0, 1, 2, 3, 4, 5])).toMatchObject({ hasSurroundings: true, lights: { other: 0 } });
  expect(await surrounded([0, 1])).toMatchObject({ hasSurroundings: false, lights: { other: 1 } });
});

test('lights with a profile are counted as such, the light of a picture among others', async () => {
  const found = await contentsOf(makeBoxes([BOX]), (json) => {
    json.extensionsUsed = ['EXT_lights_ies', 'EXT_lights_image_based', 'KHR_lights_punctual'];
    json.extensions = { KHR_lights_punctual: { lights: [{ type: 'point' }] } };
    const nodes = json.nodes as object[];
    const profile = { extensions: { EXT_lights_ies: { light: 0 }, KHR_lights_punctual: { light: 0 } } };
    json.nodes = [...nodes, profile];
    const [scene] = json.scenes as { nodes: number[] }[];
    const picture = { extensions: { EXT_lights_image_based: { light: 0 } } };
    json.scenes = [{ nodes: [...(scene?.nodes ?? []), nodes.length], ...picture }];
  });
  expect(found).toMatchObject({
    lights: { directional: 0, point: 1, spot: 0, profile: 1, other: 1 },
    unreadExtensions: [],
  });
});

test('parts without texture coordinates, morphs, points and lines are counted; an OBJ has no unit', async () => {
  const found = await contentsOf(makeBoxes([BOX], { extras: { source: 'obj' } }), (json) => {
    const [mesh] = json.meshes as { primitives: { attributes: Record<string, number> }[] }[];
    const [box] = mesh?.primitives ?? [];
    const { POSITION = 0 } = box?.attributes ?? {};
    mesh?.primitives.push(
      { attributes: { POSITION }, mode: 0 } as never,
      { attributes: { POSITION }, mode: 1 } as never,
      { attributes: { POSITION }, targets: [{ POSITION }] } as never,
      { attributes: { POSITION, TEXCOORD_0: 0 } } as never,
    );
  });
  const plain = await contentsOf(makeBoxes([BOX]));
  expect(found).toMatchObject({ unit: 'unknown', partCount: 3, morphCount: 1, pointCount: 1, lineCount: 1 });
  expect(found.partsWithoutUv).toBe(plain.partsWithoutUv + 1);
});

test('damaged lists say less, and refuse nothing', async () => {
  const found = await contentsOf(makeBoxes([BOX]), (json) => {
    json.animations = 'none';
    json.extensions = { KHR_lights_punctual: { lights: 5 } };
    json.images = [{ bufferView: 0, name: 7 }];
  });
  expect(found).toMatchObject({ animations: [], textures: [{ name: '', widthPx: null }] });
});
