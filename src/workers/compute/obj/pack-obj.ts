import { AppError } from '../../../contract/failure.ts';
import type { JsonObject } from '../../../tracer/gltf/gltf-content.ts';
import { extremeSize, MAX_COORDINATE } from '../../../tracer/scene/check-seen.ts';
import { baseName, type CompanionFinder } from '../gltf/find-companion.ts';
import { splitLibraries } from '../gltf/list-references.ts';
import { createBinaryBuilder, writeGlb } from '../pack/write-glb.ts';
import { assembleObj, type ObjAssembly } from './assemble-obj.ts';
import { type AssembledNode, listObjNodes } from './list-obj-nodes.ts';
import { packObjMaterials, type UsedMaterial } from './pack-obj-materials.ts';
import { type MtlMaterial, parseMtlMap, readMtl, withoutComment } from './read-mtl.ts';
import { type ObjContents, type ObjPart, readObj } from './read-obj.ts';
import { writeObjPrimitive } from './write-obj-primitive.ts';

/** Extensions that a packed material may carry. */
const EXTENSIONS = ['KHR_materials_emissive_strength', 'KHR_materials_specular', 'KHR_texture_transform'];
/** Names of a list are enough for a person up to here. */
const MAX_DISPLACEMENTS = 20;

/**
 * Makes one GLB of an OBJ file, its material libraries and their pictures. Objects and groups become nodes, and a
 * material keeps its number whether or not its library is there.
 *
 * @throws AppError `file-too-large`, `model-unreadable`.
 */
export async function packObj(file: Blob, path: string, companions: CompanionFinder): Promise<Blob> {
  const contents = await readObj(file);
  const assembly = assembleObj(contents);
  if (assembly.meshes.size === 0 && assembly.brokenFaceCount > 0) {
    const far = contents.vertices.view().find((value) => Math.abs(value) > MAX_COORDINATE);
    if (far !== undefined && Number.isFinite(far)) throw extremeSize(`a coordinate is ${far}`);
    const details = `all of its ${assembly.brokenFaceCount} faces name points that are not there or are no numbers, or too few`;
    throw new AppError({ code: 'model-unreadable', reason: 'nothing-visible', details });
  }
  const { find, missing } = await readLibraries(contents, path, companions);
  const chunk = createBinaryBuilder(baseName(path));
  const bufferViews: JsonObject[] = [];
  const accessors: JsonObject[] = [];
  const names = listMaterialNames(assembly);
  const used = names.map((name) => (name === null ? null : find(name)));
  const { lists: materials, arePainted } = await packObjMaterials(used, {
    chunk,
    bufferViews,
    companions,
    path,
    hasColours: contents.colours.length > 0,
  });
  const meshes: JsonObject[] = [];
  const { nodes, roots } = writeNodes(listObjNodes(contents, assembly), assembly.offset, (parts) => {
    const primitives = parts.map((part) => {
      const material = names.indexOf(part.material);
      const isPainted = arePainted[material] === true;
      return {
        ...writeObjPrimitive(contents, assembly, part, { chunk, bufferViews, accessors }, isPainted),
        material,
      };
    });
    return meshes.push({ primitives }) - 1;
  });
  const extensions = EXTENSIONS.filter((name) => JSON.stringify(materials).includes(`"${name}"`));
  const displacements = listDisplacements(used.flatMap((material) => material?.mtl ?? []));
  const extras = {
    source: 'obj',
    ...(missing.length > 0 ? { missingLibraries: missing } : {}),
    ...(displacements.length > 0 ? { displacementMaps: displacements } : {}),
    ...(assembly.brokenFaceCount > 0 ? { brokenFaces: assembly.brokenFaceCount } : {}),
  };
  return writeGlb(
    {
      asset: { version: '2.0', generator: 'Vitrine', extras },
      ...(extensions.length > 0 ? { extensionsUsed: extensions } : {}),
      scene: 0,
      scenes: [{ nodes: roots }],
      nodes,
      meshes,
      ...materials,
      accessors,
      bufferViews,
      ...(chunk.sizeBytes > 0 ? { buffers: [{ byteLength: chunk.sizeBytes }] } : {}),
    },
    chunk,
  );
}

/** In the order of first use, so that a library that is added later changes no number. */
function listMaterialNames({ meshes }: ObjAssembly): (string | null)[] {
  return [...new Set([...meshes.keys()].map(({ material }) => material))];
}

/** glTF has none: they are named, so that a person hears of it. */
function listDisplacements(materials: readonly MtlMaterial[]): string[] {
  const statements = materials.map((mtl) => mtl.get('disp') ?? mtl.get('map_disp') ?? '');
  const names = statements.map((statement) => parseMtlMap(statement).address.slice(0, 200));
  return [...new Set(names)].filter((name) => name !== '').slice(0, MAX_DISPLACEMENTS);
}

function writeNodes(
  list: readonly AssembledNode[],
  offset: readonly number[],
  writeMesh: (parts: readonly ObjPart[]) => number,
): { nodes: JsonObject[]; roots: number[] } {
  const nodes: JsonObject[] = [];
  const isMoved = offset.some((value) => value !== 0);
  const write = ({ name, parts }: Pick<AssembledNode, 'name' | 'parts'>): number =>
    nodes.push({
      ...(name === '' ? {} : { name }),
      ...(parts.length > 0 ? { mesh: writeMesh(parts) } : {}),
    }) - 1;
  const roots = list.map(({ name, parts, children }) => {
    const node = write({ name, parts });
    const below = children.map(write);
    nodes[node] = {
      ...nodes[node],
      ...(below.length > 0 ? { children: below } : {}),
      ...(isMoved ? { translation: offset } : {}),
    };
    return node;
  });
  return { nodes, roots };
}

interface Libraries {
  /** A material by what stands behind `usemtl`. */
  find(name: string): UsedMaterial;
  /** Addresses of libraries that were not given. */
  readonly missing: readonly string[];
}

/** A library of the model's own name counts too where the model's own ones are not there, as people rename files. */
async function readLibraries(
  { libraries: lines }: ObjContents,
  path: string,
  companions: CompanionFinder,
): Promise<Libraries> {
  const found = new Map<string, { mtl: MtlMaterial; path: string }>();
  const missing: string[] = [];
  const read = async (address: string): Promise<boolean> => {
    const companion = companions.find(path, address);
    const file = await companions.read(path, address);
    if (typeof file === 'string' || companion.kind !== 'found') return false;
    for (const [name, mtl] of await readMtl(file)) {
      if (!found.has(name)) found.set(name, { mtl, path: companion.source.path });
    }
    return true;
  };
  for (const line of lines) {
    const whole = line.replaceAll('\\ ', ' ');
    if (companions.find(path, whole).kind === 'found') await read(whole);
    else for (const name of splitLibraries(line)) if (!(await read(name))) missing.push(name.slice(0, 200));
  }
  const own = baseName(path).replace(/\.obj$/i, '.mtl');
  if (found.size === 0 && companions.find(path, own).kind === 'found' && (await read(own))) {
    missing.length = 0;
  }
  // Where a whole name is nowhere, there may be a comment behind it, here or there.
  const plain = new Map([...found.keys()].reverse().map((name) => [withoutComment(name), name]));
  const find = (name: string): UsedMaterial => {
    const known = [name, withoutComment(name)].find((spelling) => found.has(spelling));
    const whole = known ?? plain.get(withoutComment(name));
    if (whole === undefined) return { name, mtl: null, path };
    return { name: known ?? withoutComment(whole), mtl: null, path, ...found.get(whole) };
  };
  return { find, missing: [...new Set(missing)] };
}
