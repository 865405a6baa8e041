import { convertImage } from './convert-image.ts';
import { convertMtl, plainMaterial, type TextureAdder } from './convert-mtl.ts';
import { baseName, type CompanionFinder } from './find-companion.ts';
import type { JsonObject } from './gltf-content.ts';
import { addImage } from './pack-images.ts';
import { prepareTexture } from './prepare-texture.ts';
import type { MtlMap, MtlMaterial } from './read-mtl.ts';
import type { BinaryBuilder } from './write-glb.ts';

const CLAMP_TO_EDGE = 33071;

interface MaterialTarget {
  readonly chunk: BinaryBuilder;
  readonly bufferViews: JsonObject[];
  readonly companions: CompanionFinder;
  /** Path of the OBJ file. */
  readonly path: string;
  readonly hasColours: boolean;
}

/** Lists of a glTF document; those without entries are left out. */
interface PackedMaterials {
  readonly materials?: readonly JsonObject[];
  readonly textures?: readonly JsonObject[];
  readonly images?: readonly JsonObject[];
  readonly samplers?: readonly JsonObject[];
}

/** Writes the materials an OBJ uses, in the order of `names`, with their pictures. */
export async function packObjMaterials(
  names: readonly (string | null)[],
  libraries: ReadonlyMap<string, { readonly mtl: MtlMaterial; readonly path: string }>,
  target: MaterialTarget,
): Promise<PackedMaterials> {
  const images: JsonObject[] = [];
  const textures: JsonObject[] = [];
  const samplers: JsonObject[] = [];
  const known = new Map<string, { index: number; isHere: boolean }>();

  const readFrom = async (library: string, address: string): Promise<Blob | null> => {
    for (const from of [library, target.path]) {
      const answer = await target.companions.read(from, address);
      if (typeof answer !== 'string') return answer;
    }
    return null;
  };
  const adderFor =
    (library: string): TextureAdder =>
    async (map, use, alpha) => {
      const key = JSON.stringify([library, map.address, use, alpha?.address, map.isClamped, map.bump]);
      const before = known.get(key);
      if (before !== undefined) return before;
      const picture = await readFrom(library, map.address);
      const alphaPicture = alpha === null ? null : await readFrom(library, alpha.address);
      const source = images.push(await writeImage(map, picture, alphaPicture, use)) - 1;
      const sampler = map.isClamped ? { sampler: clampSampler(samplers) } : {};
      const added = { index: textures.push({ source, ...sampler }) - 1, isHere: picture !== null };
      known.set(key, added);
      return added;
    };
  const writeImage = async (
    map: MtlMap,
    picture: Blob | null,
    alpha: Blob | null,
    use: 'colour' | 'relief' | 'data',
  ): Promise<JsonObject> => {
    const name = baseName(map.address.replaceAll('\\', '/')).slice(0, 200);
    if (picture === null || picture.size === 0) return { uri: map.address.slice(0, 200), name };
    const prepared = await prepareTexture(picture, name, use, map.bump, alpha);
    const placed = await addImage(target.chunk, prepared, name, convertImage);
    const { byteOffset, byteLength, mimeType } = placed;
    const bufferView = target.bufferViews.push({ buffer: 0, byteOffset, byteLength }) - 1;
    return { bufferView, mimeType, name };
  };

  const materials: JsonObject[] = [];
  for (const name of names) {
    const found = name === null ? undefined : libraries.get(name);
    materials.push(
      found === undefined
        ? plainMaterial(name ?? '', target.hasColours)
        : await convertMtl(name ?? '', found.mtl, adderFor(found.path)),
    );
  }
  return {
    ...(materials.length > 0 ? { materials } : {}),
    ...(textures.length > 0 ? { textures } : {}),
    ...(images.length > 0 ? { images } : {}),
    ...(samplers.length > 0 ? { samplers } : {}),
  };
}

function clampSampler(samplers: JsonObject[]): number {
  if (samplers.length === 0) samplers.push({ wrapS: CLAMP_TO_EDGE, wrapT: CLAMP_TO_EDGE });
  return 0;
}
