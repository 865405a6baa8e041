import { glbHead } from '../../contract/files/glb-head.ts';
import { readGlb } from '../../tracer/gltf/read-glb.ts';

/** What of a glTF document a person reads the names of. */
const NAMED = ['scenes', 'nodes', 'meshes', 'materials', 'images'] as const;

/**
 * The same model with other names for its parts and materials.
 *
 * @param nameOf The new name for one of the file.
 * @throws AppError `model-unreadable`.
 */
export function translateNames(glb: Uint8Array, nameOf: (name: string) => string): Uint8Array {
  const { json, binary } = readGlb(glb);
  const lists = NAMED.flatMap((list) => {
    const named = json[list] as readonly { readonly name?: string }[] | undefined;
    return named === undefined ? [] : [[list, named.map((one) => rename(one, nameOf))]];
  });
  const bytes = binary ?? new Uint8Array();
  const padding = new Uint8Array((4 - (bytes.byteLength % 4)) % 4);
  const head = glbHead({ ...json, ...Object.fromEntries(lists) }, bytes.byteLength + padding.byteLength);
  return Buffer.concat([head, bytes, padding]);
}

function rename<T extends { readonly name?: string }>(one: T, nameOf: (name: string) => string): T {
  return one.name === undefined ? one : { ...one, name: nameOf(one.name) };
}
