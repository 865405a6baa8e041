import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Accessor, NodeIO, type Primitive } from '@gltf-transform/core';
import { EXTMeshoptCompression } from '@gltf-transform/extensions';
import { MeshoptDecoder, MeshoptEncoder, MeshoptSimplifier } from 'meshoptimizer';

const ROOT = join(import.meta.dirname, '../..');
/** Share of the sample's triangles that is left: it still looks as it does, and is drawn in a tenth of the time. */
const SHARE = 0.03;
/** Of a mesh's size: how far its surface may move. */
const ERROR = 0.05;

/**
 * Makes the project folder of a product whose sample is the real one with fewer triangles: stories that are not about it
 * draw it hundreds of times, and without a graphics card every corner is paid for by the processor.
 *
 * @param dataFolder The product's own, with which it goes; made again it is the same.
 */
export async function makeLightRoot(dataFolder: string): Promise<string> {
  const folder = join(dataFolder, 'light-root');
  if (existsSync(folder)) return folder;
  const content = join(ROOT, 'content');
  const light = join(folder, 'content');
  await mkdir(light, { recursive: true });
  await cp(join(ROOT, 'package.json'), join(folder, 'package.json'));
  await symlink(join(ROOT, 'dist'), join(folder, 'dist'));
  for (const name of await readdir(content)) {
    if (name !== 'sample.glb') await symlink(join(content, name), join(light, name));
  }
  await writeFile(join(light, 'sample.glb'), await simplify(await readFile(join(content, 'sample.glb'))));
  return folder;
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
