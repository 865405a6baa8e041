import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Accessor, NodeIO, type Primitive } from '@gltf-transform/core';
import { EXTMeshoptCompression } from '@gltf-transform/extensions';
import { MeshoptDecoder, MeshoptEncoder, MeshoptSimplifier } from 'meshoptimizer';
import sharp from 'sharp';

const ROOT = join(import.meta.dirname, '../..');
const CONTENT = join(ROOT, 'content');
const CACHE = join(ROOT, 'node_modules/.cache/light-root');
/** Share of the sample's triangles that is left: it still looks as it does, and is drawn in a tenth of the time. */
const SHARE = 0.03;
/** Of a mesh's size: how far its surface may move. */
const ERROR = 0.05;

/** Side of a material's or a background's picture: its colour is what it was, its seeding and decoding nearly free. */
const SIDE_PX = 128;

/**
 * Makes the project folder of a product whose sample is the real one with fewer triangles, and whose pictures are the
 * real ones in small: stories that are not about them draw them hundreds of times, and without a graphics card every
 * corner is paid for by the processor.
 *
 * @returns One for all runs, until something that it is made from changes.
 */
export async function makeLightRoot(): Promise<string> {
  const names = (await readdir(CONTENT, { recursive: true })).filter((name) => name.includes('.')).sort();
  const hash = createHash('sha256').update(ROOT);
  for (const path of [import.meta.filename, ...names.map((name) => join(CONTENT, name))]) {
    hash.update(await readFile(path));
  }
  const folder = join(CACHE, hash.digest('hex').slice(0, 16));
  if (existsSync(folder)) return folder;
  await mkdir(CACHE, { recursive: true });
  const draft = await mkdtemp(`${folder}-`);
  await symlink(join(ROOT, 'package.json'), join(draft, 'package.json'));
  await symlink(join(ROOT, 'dist'), join(draft, 'dist'));
  for (const name of names) {
    await mkdir(dirname(join(draft, 'content', name)), { recursive: true });
    await writeFile(join(draft, 'content', name), await lighten(name, await readFile(join(CONTENT, name))));
  }
  // Somebody else may have been faster: theirs is the same.
  await rename(draft, folder).catch(() => rm(draft, { recursive: true }));
  return folder;
}

async function lighten(name: string, bytes: Buffer): Promise<Uint8Array> {
  if (name.endsWith('.glb')) return simplify(bytes);
  if (!name.endsWith('.webp')) return bytes;
  const size = { width: SIDE_PX, height: SIDE_PX, fit: 'inside', withoutEnlargement: true } as const;
  return sharp(bytes).resize(size).webp().toBuffer();
}

async function simplify(glb: Uint8Array): Promise<Uint8Array> {
  await Promise.all([MeshoptDecoder.ready, MeshoptEncoder.ready, MeshoptSimplifier.ready]);
  const io = new NodeIO().registerExtensions([EXTMeshoptCompression]).registerDependencies({
    'meshopt.decoder': MeshoptDecoder,
    'meshopt.encoder': MeshoptEncoder,
  });
  const document = await io.readBinary(glb);
  for (const mesh of document.getRoot().listMeshes()) {
    for (const primitive of mesh.listPrimitives()) simplifyPrimitive(primitive);
  }
  return io.writeBinary(document);
}

function simplifyPrimitive(primitive: Primitive): void {
  const indices = Uint32Array.from(primitive.getIndices()?.getArray() ?? []);
  const positions = Float32Array.from(primitive.getAttribute('POSITION')?.getArray() ?? []);
  const target = 3 * Math.round((SHARE * indices.length) / 3);
  const [few] = MeshoptSimplifier.simplify(indices, positions, 3, target, ERROR);
  // Writes the new places into the indices, too.
  const [places, count] = MeshoptSimplifier.compactMesh(few);
  primitive.getIndices()?.setArray(Uint16Array.from(few));
  for (const semantic of primitive.listSemantics()) keep(primitive.getAttribute(semantic), places, count);
}

/** Moves the values of the corners that are left to their new places. */
function keep(attribute: Accessor | null, places: Uint32Array, count: number): void {
  const values = attribute?.getArray();
  if (!attribute || !values) return;
  const size = attribute.getElementSize();
  const kept = new Float32Array(count * size);
  places.forEach((place, corner) => {
    if (place < count) kept.set(values.subarray(corner * size, (corner + 1) * size), place * size);
  });
  attribute.setArray(kept);
}
