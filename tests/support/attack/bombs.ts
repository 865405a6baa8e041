import { gzipSync } from 'node:zlib';
import { makeBrokenDraco, makeBrokenMeshopt, makeTooLarge } from '../broken-models.ts';
import { writeFlatPng } from '../pictures.ts';
import { packGlb } from '../tiny-model.ts';
import { deflateZeros, writeZip, zipEntry } from '../zip-file.ts';

/** What is small when it comes and large, or without an end, when it is read. */
export interface Bomb {
  readonly name: string;
  readonly bytes: Uint8Array;
}

const MIB = 1024 ** 2;
/** Three corners of a triangle, as a model holds them. */
const TRIANGLE = new Uint8Array(Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0).buffer);

/** Pictures whose pixels fill a memory. @param edgePx Of the largest. */
export function makePictureBombs(edgePx: number): readonly Bomb[] {
  const png = writeFlatPng(edgePx, edgePx);
  return [
    { name: `PNG of ${edgePx} px a side`, bytes: png },
    { name: 'PNG that says 2^31 px a side', bytes: withSides(png, 0x7fffffff) },
    { name: 'PNG that says 65,535 px a side', bytes: withSides(png, 0xffff) },
    { name: 'WebP that says 16,384 px a side', bytes: webpHeader(16_384) },
    { name: 'JPEG that says 65,535 px a side', bytes: jpegHeader(0xffff) },
    { name: 'half of a PNG', bytes: png.subarray(0, png.length >> 1) },
  ];
}

/** Models whose JSON is small and whose content is not. */
export function makeModelBombs(nodes: number): readonly Bomb[] {
  const asset = { version: '2.0' };
  const triangle = { attributes: { POSITION: 0 } };
  const corners = { componentType: 5126, count: 3, type: 'VEC3', min: [0, 0, 0], max: [1, 1, 1] };
  const scene = { scenes: [{ nodes: [0] }], scene: 0 };
  const data = { buffers: [{ byteLength: 36 }], bufferViews: [{ buffer: 0, byteLength: 36 }] };
  const chain = Array.from({ length: nodes }, (_, index) =>
    index + 1 < nodes ? { children: [index + 1] } : { mesh: 0 },
  );
  const mesh = { meshes: [{ primitives: [triangle] }], accessors: [{ ...corners, bufferView: 0 }] };
  const model = (json: object) => packGlb({ asset, ...scene, ...data, ...mesh, ...json }, TRIANGLE);
  return [
    { name: 'accessor of 300 million corners', bytes: makeTooLarge() },
    {
      name: 'sparse accessor of 2^31 corners',
      bytes: model({
        accessors: [
          {
            ...corners,
            count: 2 ** 31 - 1,
            sparse: {
              count: 1,
              indices: { bufferView: 0, componentType: 5125 },
              values: { bufferView: 0 },
            },
          },
        ],
      }),
    },
    { name: `${nodes} nodes in one another`, bytes: model({ nodes: chain }) },
    {
      name: 'a triangle four million times',
      bytes: model({
        extensionsUsed: ['EXT_mesh_gpu_instancing'],
        nodes: [{ mesh: 0, extensions: { EXT_mesh_gpu_instancing: { attributes: { TRANSLATION: 1 } } } }],
        accessors: [
          { ...corners, bufferView: 0 },
          { ...corners, count: 4_000_000 },
        ],
      }),
    },
    { name: 'Draco data that are none', bytes: makeBrokenDraco() },
    { name: 'Meshopt data that are none', bytes: makeBrokenMeshopt('EXT_meshopt_compression') },
    {
      name: 'JSON that nests 100,000 times',
      bytes: packGlbText(`${'['.repeat(100_000)}${']'.repeat(100_000)}`),
    },
    { name: 'a length that ends nowhere', bytes: withLength(model({ nodes: [{ mesh: 0 }] }), 0xffff_fff0) },
  ];
}

/** Archives that unpack to more than there is room for. @param sizeBytes Of the largest. */
export async function makeZipBombs(sizeBytes: number): Promise<readonly Bomb[]> {
  const zeros = await deflateZeros(sizeBytes);
  const small = await deflateZeros(MIB);
  const inner = writeZip([{ name: 'a.png', data: zeros, sizeBytes }]);
  const overlapping = Array.from({ length: 2_000 }, (_, index) => ({
    name: `${index}.png`,
    data: small,
    sizeBytes: MIB,
  }));
  return [
    { name: `one entry of ${sizeBytes} bytes`, bytes: writeZip([{ name: 'a.png', data: zeros, sizeBytes }]) },
    { name: 'an entry that says 10 bytes', bytes: writeZip([{ name: 'a.png', data: zeros, sizeBytes: 10 }]) },
    { name: '2,000 entries of a mebibyte', bytes: writeZip(overlapping) },
    { name: 'an archive in an archive', bytes: writeZip([zipEntry('a.zip', inner)]) },
    { name: 'an entry that climbs out', bytes: writeZip([zipEntry('../../a.png', new Uint8Array(9))]) },
    {
      name: 'a link',
      bytes: writeZip([zipEntry('a.png', new TextEncoder().encode('/etc/passwd'), { mode: 0o120777 })]),
    },
  ];
}

/** Bodies of JSON that are not what they seem. */
export function makeJsonBombs(): readonly (Bomb & { readonly headers: Readonly<Record<string, string>> })[] {
  const text = (value: string) => new TextEncoder().encode(value);
  const json = { 'content-type': 'application/json' };
  return [
    {
      name: '30,000 lists in one another',
      bytes: text(`${'['.repeat(30_000)}${']'.repeat(30_000)}`),
      headers: json,
    },
    {
      name: '6,000 keys',
      bytes: text(
        JSON.stringify(Object.fromEntries(Array.from({ length: 6_000 }, (_, at) => [`k${at}`, 1]))),
      ),
      headers: json,
    },
    {
      name: '64 MiB behind gzip',
      bytes: gzipSync(Buffer.alloc(64 * MIB, 0x20)),
      headers: { ...json, 'content-encoding': 'gzip' },
    },
    { name: 'a number of 60,000 digits', bytes: text(`{"name":${'9'.repeat(60_000)}}`), headers: json },
    { name: '__proto__', bytes: text('{"__proto__":{"admin":true},"name":"x"}'), headers: json },
  ];
}

/** A GLB whose JSON chunk is this text. */
function packGlbText(text: string): Uint8Array {
  const length = Math.ceil(text.length / 4) * 4;
  const glb = Buffer.alloc(20 + length, 0x20);
  glb.writeUInt32LE(0x46546c67, 0);
  glb.writeUInt32LE(2, 4);
  glb.writeUInt32LE(glb.length, 8);
  glb.writeUInt32LE(length, 12);
  glb.writeUInt32LE(0x4e4f534a, 16);
  glb.write(text, 20, 'latin1');
  return glb;
}

/** The same GLB, whose header tells another length. */
function withLength(glb: Uint8Array, length: number): Uint8Array {
  const changed = Buffer.from(glb);
  changed.writeUInt32LE(length, 8);
  return changed;
}

/** The same PNG, whose header tells other sides. Its checksum is wrong then, which a lenient reader lets pass. */
function withSides(png: Uint8Array, sidePx: number): Uint8Array {
  const changed = Buffer.from(png);
  changed.writeUInt32BE(sidePx, 16);
  changed.writeUInt32BE(sidePx, 20);
  return changed;
}

/** A WebP of an extended header and nothing else. */
function webpHeader(sidePx: number): Uint8Array {
  const webp = Buffer.alloc(30);
  webp.write('RIFF', 0, 'latin1');
  webp.writeUInt32LE(22, 4);
  webp.write('WEBPVP8X', 8, 'latin1');
  webp.writeUInt32LE(10, 16);
  webp.writeUIntLE(sidePx - 1, 24, 3);
  webp.writeUIntLE(sidePx - 1, 27, 3);
  return webp;
}

/** A JPEG of a frame header and nothing else. */
function jpegHeader(sidePx: number): Uint8Array {
  const frame = Buffer.from([0xff, 0xd8, 0xff, 0xc0, 0, 11, 8, 0, 0, 0, 0, 1, 1, 0x11, 0, 0xff, 0xd9]);
  frame.writeUInt16BE(sidePx, 7);
  frame.writeUInt16BE(sidePx, 9);
  return frame;
}
