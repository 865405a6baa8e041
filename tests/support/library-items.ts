import type { LibraryItemBody } from '../../src/contract/http/libraries.ts';
import { ContentHash, LibraryItemId, MaterialId } from '../../src/contract/ids.ts';
import { ModelMaterial } from '../../src/contract/scene/dressed-material.ts';

/** A library item; materials carry physical numbers. */
export function makeLibraryItem(id: number, changes: Partial<LibraryItemBody> = {}): LibraryItemBody {
  return {
    id: LibraryItemId.parse(id),
    name: `Item ${id}`,
    names: { en: `Item ${id}`, es: `Pieza ${id}` },
    image: `/files/${id}.webp?token=full`,
    thumbnail: `/files/${id}.webp?token=small`,
    image_hash: ContentHash.parse(id.toString(16).padStart(64, '0')),
    category: { id: 1, name: 'Wood', names: { en: 'Wood', es: 'Madera' } },
    user: null,
    average_colour: '#855532',
    material: {
      tile_size_metres: 0.1,
      metalness: 0,
      roughness: 0.4,
      bump_height_millimetres: 1,
      normal: null,
      roughness_map: null,
    },
    ...changes,
  };
}

/** A material of the project that nobody has changed yet. */
export function makeModelMaterial(index: number, changes: Partial<ModelMaterial> = {}): ModelMaterial {
  return ModelMaterial.parse({
    id: MaterialId.parse(`00000000-0000-4000-8000-${String(index + 10).padStart(12, '0')}`),
    originalId: `Part ${index}`,
    originalIndex: index,
    name: `Part ${index}`,
    color: null,
    metalness: null,
    roughness: null,
    libraryId: null,
    libraryMaterialName: null,
    textureHash: null,
    texturePath: null,
    tileSize: null,
    rotationRadians: 0,
    isReset: false,
    ...changes,
  });
}
