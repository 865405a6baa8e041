import type { ContentHash } from '../../contract/ids.ts';
import { assignParts } from '../../contract/scene/assign-parts.ts';
import type { MaterialDressing } from '../../contract/scene/material-dressing.ts';
import { DEFAULT_MATERIAL } from '../gltf/read-materials.ts';
import type { TextureList } from '../gltf/texture-request.ts';
import { parseColour } from '../parse-colour.ts';
import type { SceneMaterial } from '../scene.ts';

/** What the triangles of a model are made of. */
export interface DressedMaterials {
  /** The file's materials in their order, glTF's default material after them, then the independent instances. */
  readonly materials: readonly SceneMaterial[];
  /** Place in `materials` of what the file draws on a node with a material; -1 is the default material. */
  placeOf(nodeIndex: number, materialIndex: number): number;
}

/**
 * Puts a recipe's dressings on the materials of a file. A dressing of a material the file does not have is left out.
 *
 * @param materials The file's materials in order, glTF's default material last (dressing index -1).
 * @param textures Receives the library textures.
 */
export function dressMaterials(
  materials: readonly SceneMaterial[],
  dressings: readonly MaterialDressing[],
  textures: TextureList,
): DressedMaterials {
  const dressed = [...materials];
  const places = new Map(materials.map((_, place) => [place === materials.length - 1 ? -1 : place, place]));
  for (const dressing of dressings) {
    const from = places.get(dressing.split?.from ?? dressing.materialIndex) ?? materials.length;
    const material = materials[from];
    if (material === undefined) continue;
    const place = dressing.split === undefined ? from : dressed.length;
    dressed[place] = dress(material, dressing, textures);
    places.set(dressing.materialIndex, place);
  }
  const numberOf = assignParts(dressings);
  return {
    materials: dressed,
    placeOf: (node, material) => places.get(numberOf(node, material)) ?? materials.length - 1,
  };
}

function dress(material: SceneMaterial, dressing: MaterialDressing, textures: TextureList): SceneMaterial {
  const { finish = {} } = dressing;
  if (dressing.kind === 'adjusted') {
    const adjusted = {
      ...material,
      baseColour: dressing.colour === null ? material.baseColour : parseColour(dressing.colour),
      metalness: dressing.metalness ?? material.metalness,
      roughness: dressing.roughness ?? material.roughness,
    };
    return finishMaterial(adjusted, finish);
  }
  const plain: SceneMaterial = {
    ...DEFAULT_MATERIAL,
    hasVertexColours: false,
    isDoubleSided: material.isDoubleSided,
    baseColour: parseColour(dressing.colour),
    metalness: dressing.metalness,
    roughness: dressing.roughness,
  };
  if (dressing.kind === 'plain') return finishMaterial(plain, finish);
  const add = (hash: ContentHash, isSrgb: boolean): number =>
    textures.add({
      source: { kind: 'library', hash },
      isSrgb,
      wrapS: 'repeat',
      wrapT: 'repeat',
      isSmooth: true,
    });
  const { tileSize, rotationRadians, maps } = dressing;
  const triplanar = {
    texture: add(dressing.textureHash, true),
    tileSize,
    rotationRadians,
    bumpHeight: dressing.bumpHeight * (finish.normalScale ?? 1),
    normal: maps?.normalHash == null ? null : add(maps.normalHash, false),
    roughness: maps?.roughnessHash == null ? null : add(maps.roughnessHash, false),
  };
  return finishMaterial({ ...plain, triplanar }, finish);
}

function finishMaterial(
  material: SceneMaterial,
  finish: NonNullable<MaterialDressing['finish']>,
): SceneMaterial {
  const { opacity } = finish;
  return {
    ...material,
    ...(finish.emissive === undefined
      ? {}
      : { emissive: parseColour(finish.emissive), isGlowChosen: true as const }),
    emissiveStrength: finish.emissiveIntensity ?? material.emissiveStrength,
    normalScale: finish.normalScale ?? material.normalScale,
    occlusionStrength: finish.aoMapIntensity ?? material.occlusionStrength,
    alpha: opacity ?? material.alpha,
    // As in glTF: below 1 it blends, also what the file cuts out; at 1 it is as solid as in the file.
    alphaMode: opacity !== undefined && opacity < 1 ? 'blend' : material.alphaMode,
  };
}
