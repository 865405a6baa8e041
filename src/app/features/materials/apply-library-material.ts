import type { LibraryItemBody } from '../../../contract/http/libraries.ts';
import type { App } from '../../core/app.ts';
import { AS_IN_FILE, type MaterialRow } from '../../model/list-materials.ts';
import { nameMaterial } from '../../model/name-material.ts';
import type { Texts } from '../../texts/use-texts.ts';
import { type Editing, editMaterial } from './edit-material.ts';

/**
 * Lays a library material on every part drawn with one material, as one step to undo. Tint, finish and tile size start
 * from the library item again: what was set for another texture means nothing for this one.
 *
 * @param row Null when the material went away while the library was open: nothing changes, and it is told (S3 8).
 */
export function applyLibraryMaterial(
  app: Editing & Pick<App, 'toasts'>,
  texts: Texts,
  row: MaterialRow | null,
  item: LibraryItemBody,
): void {
  if (row === null) {
    app.toasts.show('error', texts.t.dressing.noTarget);
    return;
  }
  const name = item.names[texts.language];
  editMaterial(app, texts.t.materials.undoApplied(name, nameMaterial(row, texts)), row, {
    ...AS_IN_FILE,
    metalness: item.material?.metalness ?? null,
    roughness: item.material?.roughness ?? null,
    libraryId: item.id,
    libraryMaterialName: name,
    textureHash: item.image_hash,
    texturePath: item.image.slice(0, 2_000),
    normalHash: item.material?.normal?.hash ?? null,
    roughnessHash: item.material?.roughness_map?.hash ?? null,
  });
}
