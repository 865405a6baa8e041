import { type JsonObject, objectOf } from '../../../tracer/gltf/gltf-content.ts';
import { baseName, type CompanionFinder } from '../gltf/find-companion.ts';
import { packFinish } from '../pack/pack-finish.ts';
import { addImage, awaitColour } from '../pack/pack-images.ts';
import type { BinaryBuilder } from '../pack/write-glb.ts';
import { convertImage } from '../pictures/convert-image.ts';
import { type PictureUse, prepareTexture } from '../pictures/prepare-texture.ts';
import {
  type AddedTexture,
  convertMtl,
  differInTint,
  plainMaterial,
  type TextureAdder,
} from './convert-mtl.ts';
import { type MtlMap, type MtlMaterial, withoutComment } from './read-mtl.ts';

const CLAMP_TO_EDGE = 33071;
const NOWHERE = { scale: null, offset: null };

/** A material that an OBJ names. */
export interface UsedMaterial {
  readonly name: string;
  /** Null where no library has it. */
  readonly mtl: MtlMaterial | null;
  /** Of the file that names its pictures. */
  readonly path: string;
}

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

/**
 * Writes the materials an OBJ uses, in their order, with their pictures; null is what has no material.
 *
 * @returns The lists, and of each material whether a picture that is here is its colour.
 */
export async function packObjMaterials(
  used: readonly (UsedMaterial | null)[],
  target: MaterialTarget,
): Promise<{ lists: PackedMaterials; arePainted: readonly boolean[] }> {
  const images: JsonObject[] = [];
  const textures: JsonObject[] = [];
  const samplers: JsonObject[] = [];
  const known = new Map<string, AddedTexture>();
  const paintings = new Set<unknown>();

  const readFrom = async (library: string, address: string): Promise<Blob | null> => {
    for (const from of [library, target.path]) {
      const answer = await target.companions.read(from, address);
      if (typeof answer !== 'string') return answer.size === 0 ? null : answer;
    }
    return null;
  };
  /** Without the comment behind its address, where there is one. */
  const plainOf = (library: string, map: MtlMap): MtlMap => {
    const { address } = map;
    const found = [library, target.path]
      .map((from) => target.companions.find(from, address))
      .find(({ kind }) => kind === 'found');
    const isComment =
      found?.kind === 'found' ? !baseName(found.source.path).includes('#') : /\.\w+\s+#/.test(address);
    return isComment ? { ...map, address: withoutComment(address) } : map;
  };
  const adderFor =
    (library: string): TextureAdder =>
    async (given, use, givenBeside) => {
      const map = plainOf(library, given);
      const beside = givenBeside && plainOf(library, givenBeside);
      // Where it lies on the surface is said where it is used.
      const key = JSON.stringify([library, use, ...[map, beside].map((of) => of && { ...of, ...NOWHERE })]);
      const before = known.get(key);
      if (before !== undefined) return before;
      const picture = await readFrom(library, map.address);
      const besidePicture = beside === null ? null : await readFrom(library, beside.address);
      const { source, strength } =
        use === 'roughness' || use === 'metalness'
          ? await addFinish(use, map, picture, beside, besidePicture)
          : await addPicture(use, map, picture, beside, besidePicture);
      const sampler = map.isClamped ? { sampler: clampSampler(samplers) } : {};
      const index = textures.push({ source, ...sampler }) - 1;
      if (use === 'colour' && picture !== null) paintings.add(index);
      const added = { index, strength, isHere: picture !== null, isBesideHere: besidePicture !== null };
      known.set(key, added);
      return added;
    };
  const addPicture = async (
    use: PictureUse,
    map: MtlMap,
    picture: Blob | null,
    beside: MtlMap | null,
    alpha: Blob | null,
  ): Promise<{ source: number; strength: number }> => {
    const isAlone = picture === null && alpha !== null && beside !== null;
    const [as, of, from] = isAlone ? (['opacity', beside, alpha] as const) : ([use, map, picture] as const);
    if (from === null) {
      const source = nameMissing(map);
      if (beside !== null) nameMissing(beside);
      return { source, strength: 1 };
    }
    const prepared = await prepareTexture(from, nameOf(of), as, of, alpha);
    const source = await writeImage(prepared.picture, nameOf(of));
    if (isAlone) images[source] = { ...images[source], extras: awaitColour(nameMissing(map)) };
    if (beside !== null && alpha === null) nameMissing(beside);
    return { source, strength: prepared.strength };
  };
  const addFinish = async (
    use: 'roughness' | 'metalness',
    map: MtlMap,
    picture: Blob | null,
    beside: MtlMap | null,
    besidePicture: Blob | null,
  ): Promise<{ source: number; strength: number }> => {
    const first = picture && { picture, name: nameOf(map), map };
    const second = besidePicture && beside && { picture: besidePicture, name: nameOf(beside), map: beside };
    const named = first ?? second;
    if (named === null) return { source: nameMissing(map), strength: 1 };
    const packed = await (use === 'roughness' ? packFinish(first, second) : packFinish(null, first));
    const source = await writeImage(packed, named.name);
    if (first === null) nameMissing(map);
    if (beside !== null && second === null) nameMissing(beside);
    return { source, strength: 1 };
  };
  /** Listed as missing, and asked for: once. */
  const nameMissing = (map: MtlMap): number => {
    const uri = map.address.slice(0, 200);
    const known = images.findIndex((image) => image.uri === uri);
    return known < 0 ? images.push({ uri, name: nameOf(map) }) - 1 : known;
  };
  const writeImage = async (picture: Blob, name: string): Promise<number> => {
    const { byteOffset, byteLength, mimeType } = await addImage(target.chunk, picture, name, convertImage);
    const bufferView = target.bufferViews.push({ buffer: 0, byteOffset, byteLength }) - 1;
    return images.push({ bufferView, mimeType, name }) - 1;
  };

  const hasOwnGreys = new Map(
    [...new Set(used.map((one) => one?.path))].map((library) => {
      const own = used.filter((one) => one !== null && one.path === library);
      return [library, differInTint(own.flatMap((one) => one?.mtl ?? []))];
    }),
  );
  const materials: JsonObject[] = [];
  for (const material of used) {
    const { name = '', mtl = null, path = '' } = material ?? {};
    materials.push(
      mtl === null
        ? plainMaterial(name, target.hasColours)
        : await convertMtl(name, mtl, adderFor(path), hasOwnGreys.get(path)),
    );
  }
  const lists = {
    ...(materials.length > 0 ? { materials } : {}),
    ...(textures.length > 0 ? { textures } : {}),
    ...(images.length > 0 ? { images } : {}),
    ...(samplers.length > 0 ? { samplers } : {}),
  };
  const arePainted = materials.map(({ pbrMetallicRoughness }) =>
    paintings.has(objectOf(objectOf(pbrMetallicRoughness).baseColorTexture).index),
  );
  return { lists, arePainted };
}

function nameOf({ address }: MtlMap): string {
  return baseName(address.replaceAll('\\', '/')).slice(0, 200);
}

function clampSampler(samplers: JsonObject[]): number {
  if (samplers.length === 0) samplers.push({ wrapS: CLAMP_TO_EDGE, wrapT: CLAMP_TO_EDGE });
  return 0;
}
