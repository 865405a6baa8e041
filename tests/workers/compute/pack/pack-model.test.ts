import JSZip from 'jszip';
import { expect, test, vi } from 'vitest';
import type { NamedFile } from '../../../../src/contract/compute-values.ts';
import { AppError, type Failure } from '../../../../src/contract/failure.ts';
import type { GltfJson } from '../../../../src/tracer/gltf/gltf-json.ts';
import { readGlb } from '../../../../src/tracer/gltf/read-glb.ts';
import { readIes } from '../../../../src/tracer/light/read-ies.ts';
import { readLightProfiles } from '../../../../src/tracer/light/read-light-profiles.ts';
import { listUntraceable } from '../../../../src/tracer/scene/check-traceable.ts';
import { inspectModel } from '../../../../src/workers/compute/gltf/inspect-model.ts';
import { packModel } from '../../../../src/workers/compute/pack/pack-model.ts';
import { hashFile } from '../../../../src/workers/compute/pictures/hash-file.ts';
import { makeBoxes } from '../../../support/box-model.ts';
import { makeIes } from '../../../support/ies.ts';
import { makePng } from '../../../support/tiny-image.ts';
import { packGlb } from '../../../support/tiny-model.ts';

const file = (path: string, content: BlobPart): NamedFile => ({ path, file: new Blob([content]) });
const BOX = new Uint8Array(makeBoxes([{ name: 'Seat', size: [1, 1, 1], centre: [0, 0, 0] }]));
const POSITIONS = new Float32Array([-1, 0, 0, 1, 0, 0, 0, 2, 0]);
const TEXTURED = {
  materials: [{ name: 'cloth', pbrMetallicRoughness: { baseColorTexture: { index: 0 } } }],
  textures: [{ source: 0 }],
};

/** A triangle in a buffer of its own. */
function makeGltf(uri: string, changes: object = {}): string {
  return JSON.stringify({
    asset: { version: '2.0' },
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0 }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
    accessors: [
      { bufferView: 0, componentType: 5126, count: 3, type: 'VEC3', min: [-1, 0, 0], max: [1, 2, 0] },
    ],
    bufferViews: [{ buffer: 0, byteLength: 36 }],
    buffers: [{ uri, byteLength: 36 }],
    ...changes,
  });
}

async function refusalOf(files: readonly NamedFile[]): Promise<Failure> {
  const error: unknown = await packModel(files).catch((reason) => reason);
  if (error instanceof AppError) return error.failure;
  throw new Error(`not refused: ${String(error)}`);
}

async function read(glb: Blob) {
  return readGlb(new Uint8Array(await glb.arrayBuffer()));
}

test('a GLB that needs nothing keeps its bytes, also out of a ZIP', async () => {
  const packed = await packModel([file('seat.glb', BOX)]);
  expect(await hashFile(packed.glb)).toBe(await hashFile(new Blob([BOX])));
  expect(packed).toMatchObject({ name: 'seat.glb', used: [{ path: 'seat.glb' }], passedOver: [] });
  const zip = await new JSZip().file('shop/Seat.GLB', BOX).generateAsync({ type: 'uint8array' });
  const unpacked = await packModel([file('shop.zip', new Uint8Array(zip))]);
  expect(await hashFile(unpacked.glb)).toBe(await hashFile(new Blob([BOX])));
  expect(unpacked.name).toBe('Seat.GLB');
});

test('each model of a ZIP is unpacked once, though all are looked into', async () => {
  const zip = new JSZip().file('a/seat.glb', BOX).file('b/back.glb', BOX).file('b/c/arm.glb', BOX);
  const bytes = await zip.generateAsync({ type: 'uint8array' });
  const unpack = vi.spyOn(Object.getPrototypeOf(zip.file('a/seat.glb')), 'internalStream');
  const packed = await packModel([file('shop.zip', new Uint8Array(bytes))]);
  expect(packed).toMatchObject({ name: 'seat.glb', passedOver: ['b/back.glb', 'b/c/arm.glb'] });
  const unpacked = unpack.mock.contexts.map((entry) => (entry as JSZip.JSZipObject).name);
  unpack.mockRestore();
  expect(unpacked.sort()).toEqual(['a/seat.glb', 'b/back.glb', 'b/c/arm.glb']);
});

test('of a ZIP whose only model is in another ZIP is said so, and in which', async () => {
  const inner = await new JSZip().file('seat.glb', BOX).generateAsync({ type: 'uint8array' });
  const outer = new JSZip().file('source/model.zip', inner).file('textures/wood.png', makePng());
  const bytes = new Uint8Array(
    await outer.file('__MACOSX/source/._x.zip', inner).generateAsync({ type: 'uint8array' }),
  );
  expect(await refusalOf([file('shop.zip', bytes)])).toMatchObject({
    code: 'model-unreadable',
    reason: 'zip-nested',
    details: expect.stringContaining('source/model.zip'),
  });
  const pictures = await new JSZip().file('wood.png', makePng()).generateAsync({ type: 'uint8array' });
  expect(await refusalOf([file('shop.zip', new Uint8Array(pictures))])).toEqual({
    code: 'file-format-unsupported',
    extension: 'png',
  });
});

test('buffers and pictures of a glTF go into one GLB byte for byte, the same way every time', async () => {
  const files = [
    file('sail.gltf', makeGltf('sail.bin', { ...TEXTURED, images: [{ uri: 'cloth.png' }] })),
    file('sail.bin', new Uint8Array([...new Uint8Array(POSITIONS.buffer), 99])),
    file('cloth.png', makePng()),
  ];
  const packed = await packModel(files);
  const { json, binary } = await read(packed.glb);
  expect(json.buffers).toEqual([{ byteLength: binary?.byteLength }]);
  expect(new Float32Array(binary!.slice(0, 36).buffer)).toEqual(POSITIONS);
  const view = json.bufferViews?.[json.images?.[0]?.bufferView ?? -1];
  const start = view?.byteOffset ?? 0;
  expect(binary!.slice(start, start + (view?.byteLength ?? 0))).toEqual(makePng());
  expect(json.images).toEqual([{ name: 'cloth.png', bufferView: 1, mimeType: 'image/png' }]);
  expect(packed.used.map(({ path }) => path)).toEqual(['sail.gltf', 'sail.bin', 'cloth.png']);
  expect(listUntraceable(json)).toEqual([]);
  const again = await packModel([...files].reverse());
  expect(await hashFile(again.glb)).toBe(await hashFile(packed.glb));
});

test('data addresses count as files inside', async () => {
  const encode = (bytes: Uint8Array) =>
    `data:application/octet-stream;base64,${Buffer.from(bytes).toString('base64')}`;
  const document = makeGltf(encode(new Uint8Array(POSITIONS.buffer)), {
    ...TEXTURED,
    images: [{ name: 'red', uri: encode(makePng()) }],
  });
  const { json } = await read((await packModel([file('sail.gltf', `\ufeff${document}`)])).glb);
  expect(json.images).toEqual([{ name: 'red', bufferView: 1, mimeType: 'image/png' }]);
});

test('a GLB that holds a picture as a data address is made one that holds its bytes', async () => {
  const uri = `DATA:image/png;charset=utf-8;base64,${Buffer.from(makePng()).toString('base64')}`;
  const plain = JSON.parse(makeGltf('', { ...TEXTURED, images: [{ name: 'red', uri }] })) as GltfJson;
  const whole = { ...plain, buffers: [{ byteLength: POSITIONS.byteLength }] };
  const glb = packGlb(whole, new Uint8Array(POSITIONS.buffer));
  const { json, binary } = await read((await packModel([file('sail.glb', glb as BlobPart)])).glb);
  expect(json.images).toEqual([{ name: 'red', bufferView: 1, mimeType: 'image/png' }]);
  const view = json.bufferViews?.[1];
  const start = view?.byteOffset ?? 0;
  expect(binary!.slice(start, start + (view?.byteLength ?? 0))).toEqual(makePng());
});

test('several buffers lie behind each other, and a view may not look into its neighbour', async () => {
  const bytes = new Uint8Array(POSITIONS.buffer);
  const split = {
    buffers: [
      { uri: 'a.bin', byteLength: 3 },
      { uri: 'b.bin', byteLength: 36 },
    ],
  };
  const bins = [file('a.bin', new Uint8Array([1, 2, 3])), file('b.bin', bytes)];
  const moved = makeGltf('', { ...split, bufferViews: [{ buffer: 1, byteLength: 36 }] });
  const { glb } = await packModel([file('x.gltf', moved), ...bins]);
  expect((await read(glb)).json.bufferViews).toEqual([{ buffer: 0, byteOffset: 4, byteLength: 36 }]);
  const greedy = makeGltf('', { ...split, bufferViews: [{ buffer: 0, byteLength: 36 }] });
  expect(await refusalOf([file('x.gltf', greedy), ...bins])).toMatchObject({
    code: 'model-unreadable',
    reason: 'data-damaged',
    details: 'bufferView 0 is outside its buffer',
  });
});

test('the room where meshopt unpacks needs no bytes', async () => {
  const meshopt = { byteOffset: 0, byteLength: 36, byteStride: 12, count: 3, mode: 'ATTRIBUTES' };
  const document = makeGltf('', {
    extensionsUsed: ['EXT_meshopt_compression'],
    bufferViews: [
      { buffer: 1, byteLength: 36, extensions: { EXT_meshopt_compression: { buffer: 0, ...meshopt } } },
    ],
    buffers: [
      { uri: 'packed.bin', byteLength: 36 },
      { uri: 'plain.bin', byteLength: 36, extensions: { EXT_meshopt_compression: { fallback: true } } },
    ],
  });
  const packed = new Uint8Array(POSITIONS.buffer);
  const { json } = await read((await packModel([file('x.gltf', document), file('packed.bin', packed)])).glb);
  expect(json.buffers?.[1]).toEqual({
    byteLength: 36,
    extensions: { EXT_meshopt_compression: { fallback: true } },
  });
  expect(json.extensionsRequired).toEqual(['EXT_meshopt_compression']);
  expect(json.bufferViews?.[0]).toMatchObject({
    buffer: 1,
    extensions: { EXT_meshopt_compression: { buffer: 0, byteOffset: 0 } },
  });
});

test('without a buffer it says what is missing and what for; without a picture it opens', async () => {
  const document = makeGltf('sail.bin', { ...TEXTURED, images: [{ uri: 'cloth.png' }] });
  expect(await refusalOf([file('sail.gltf', document)])).toEqual({
    code: 'model-incomplete',
    name: 'sail.gltf',
    missing: [
      { uri: 'sail.bin', use: 'buffer', role: null, materials: [] },
      { uri: 'cloth.png', use: 'image', role: 'colour', materials: ['cloth'] },
    ],
  });
  const { glb } = await packModel([file('sail.gltf', document), file('sail.bin', POSITIONS)]);
  expect((await inspectModel(glb)).warnings).toEqual([
    { kind: 'missing-file', uri: 'cloth.png', use: 'image', role: 'colour', materials: ['cloth'] },
  ]);
});

test('a GLB takes the picture that lies beside it', async () => {
  const glb = new Uint8Array(makeBoxes([{ size: [1, 1, 1], centre: [0, 0, 0] }], { images: ['Tex/a.png'] }));
  const packed = await packModel([file('box.glb', glb), file('a.png', makePng())]);
  expect((await read(packed.glb)).json.images?.[0]).toMatchObject({ name: 'a.png', mimeType: 'image/png' });
  expect((await inspectModel(packed.glb)).triangleCount).toBe(12);
});

test('light profiles that lie beside it come along, byte for byte; one that does not stays named and is told', async () => {
  const profile = makeIes([0, 90], [0], (v) => 100 - v);
  const light = (index: number) => ({ extensions: { EXT_lights_ies: { light: index } } });
  const changes = {
    extensionsUsed: ['EXT_lights_ies'],
    extensions: { EXT_lights_ies: { lights: [{ uri: 'lamps/spot.ies' }, { uri: 'gone.ies' }] } },
    nodes: [{ mesh: 0 }, light(0), light(1)],
    scenes: [{ nodes: [0, 1, 2] }],
  };
  const files = [file('lamp.gltf', makeGltf('lamp.bin', changes)), file('lamp.bin', POSITIONS)];
  const packed = await packModel([...files, file('lamps/spot.ies', profile)]);
  const { json, binary } = await read(packed.glb);
  const { lamps, unread } = readLightProfiles(json, binary);
  expect([...lamps.keys()]).toEqual([0]);
  expect(lamps.get(0)).toEqual(readIes(profile));
  expect(unread).toEqual(['gone.ies']);
  expect((await inspectModel(packed.glb)).warnings).toEqual([
    { kind: 'unreadable-profile', name: 'gone.ies' },
  ]);
  // Dropped again with what it lacked.
  const again = await packModel([{ path: 'lamp.glb', file: packed.glb }, file('gone.ies', profile)]);
  expect((await inspectModel(again.glb)).warnings).toEqual([]);
});

test('nothing outside is read', async () => {
  const climbing = makeGltf('../../etc/passwd');
  expect(await refusalOf([file('m/x.gltf', climbing), file('m/a.png', makePng())])).toMatchObject({
    reason: 'outside-folder',
    details: 'it asks for a file outside its folder: ../../etc/passwd',
  });
  const remote = makeGltf('x.bin', { ...TEXTURED, images: [{ uri: 'http://127.0.0.1:9/t.png' }] });
  const { glb, used } = await packModel([
    file('x.gltf', remote),
    file('x.bin', POSITIONS),
    file('t.png', makePng()),
  ]);
  expect(used.map(({ path }) => path)).toEqual(['x.gltf', 'x.bin']);
  expect((await inspectModel(glb)).warnings).toEqual([
    { kind: 'refused-uri', uri: 'http://127.0.0.1:9/t.png' },
  ]);
});

test('of several models the one with companions is taken, then the topmost, then the first', async () => {
  const gltf = file('deep/down/car.gltf', makeGltf('car.bin'));
  const bin = file('deep/down/car.bin', POSITIONS);
  const taken = await packModel([file('a.glb', BOX), gltf, bin, file('deep/b.glb', BOX)]);
  expect(taken).toMatchObject({ name: 'car.gltf', passedOver: ['a.glb', 'deep/b.glb'] });
  const top = await packModel([file('deep/a.glb', BOX), file('c.glb', BOX), file('b.glb', BOX)]);
  expect(top.name).toBe('b.glb');
});

test('what is no model is refused by its kind', async () => {
  expect(await refusalOf([file('part.STL', 'solid')])).toEqual({
    code: 'file-format-unsupported',
    extension: 'stl',
  });
  expect(await refusalOf([file('README', 'x')])).toEqual({
    code: 'file-format-unsupported',
    extension: 'README',
  });
  expect(await refusalOf([file('__MACOSX/a.glb', 'x'), file('.a.glb', 'x')])).toMatchObject({
    code: 'file-format-unsupported',
  });
});

// Where nothing decodes it, as on the command line: a browser makes a PNG of it.
test('a GLB keeps its bytes around a picture that glTF does not know and nobody here can read', async () => {
  const bmp = new Uint8Array(70);
  bmp.set([0x42, 0x4d]);
  const png = makePng();
  const whole = new Uint8Array(
    makeBoxes([
      { size: [1, 1, 1], centre: [0, 0, 0], texture: bmp },
      { size: [1, 1, 1], centre: [3, 0, 0], texture: png },
    ]),
  );
  const { glb } = await packModel([file('box.glb', whole)]);
  expect(new Uint8Array(await glb.arrayBuffer())).toEqual(whole);
  expect((await inspectModel(glb)).warnings).toMatchObject([{ kind: 'unreadable-image' }]);
});
