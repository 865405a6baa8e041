import type { MaterialDressing } from '../contract/render-spec.ts';
import { parseColour } from './parse-colour.ts';
import { DEFAULT_MATERIAL } from './read-materials.ts';
import type { SceneMaterial } from './scene.ts';
import type { TextureList } from './texture-request.ts';

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
): SceneMaterial[] {
  const dressed = [...materials];
  for (const dressing of dressings) {
    const index = dressing.materialIndex === -1 ? dressed.length - 1 : dressing.materialIndex;
    const material = dressed[index];
    if (material !== undefined && index < materials.length)
      dressed[index] = dress(material, dressing, textures);
  }
  return dressed;
}

function dress(material: SceneMaterial, dressing: MaterialDressing, textures: TextureList): SceneMaterial {
  if (dressing.kind === 'adjusted') {
    return {
      ...material,
      baseColour: dressing.colour === null ? material.baseColour : parseColour(dressing.colour),
      metalness: dressing.metalness ?? material.metalness,
      roughness: dressing.roughness ?? material.roughness,
    };
  }
  const plain: SceneMaterial = {
    ...DEFAULT_MATERIAL,
    isDoubleSided: material.isDoubleSided,
    baseColour: parseColour(dressing.colour),
    metalness: dressing.metalness,
    roughness: dressing.roughness,
  };
  if (dressing.kind === 'plain') return plain;
  const texture = textures.add({
    source: { kind: 'library', hash: dressing.textureHash },
    isSrgb: true,
    wrapS: 'repeat',
    wrapT: 'repeat',
    isSmooth: true,
  });
  const { tileSize, rotationRadians, bumpHeight } = dressing;
  return { ...plain, triplanar: { texture, tileSize, rotationRadians, bumpHeight } };
}
