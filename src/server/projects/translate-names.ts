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
  const text = Buffer.from(JSON.stringify({ ...json, ...Object.fromEntries(lists) }));
  const chunks = [chunk(0x4e4f534a, text, 0x20), ...(binary === null ? [] : [chunk(0x004e4942, binary, 0)])];
  const length = chunks.reduce((sum, { byteLength }) => sum + byteLength, 12);
  return Buffer.concat([words(0x46546c67, 2, length), ...chunks]);
}

function rename<T extends { readonly name?: string }>(one: T, nameOf: (name: string) => string): T {
  return one.name === undefined ? one : { ...one, name: nameOf(one.name) };
}

/** A chunk of a GLB with its head, padded to four bytes (glTF 2.0, 4.4.3). */
function chunk(type: number, content: Uint8Array, padding: number): Buffer {
  const rest = Buffer.alloc((4 - (content.byteLength % 4)) % 4, padding);
  return Buffer.concat([words(content.byteLength + rest.byteLength, type), content, rest]);
}

function words(...values: readonly number[]): Buffer {
  const head = Buffer.alloc(4 * values.length);
  for (const [at, value] of values.entries()) head.writeUInt32LE(value, 4 * at);
  return head;
}
