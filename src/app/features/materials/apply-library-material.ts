import type { LibraryItemBody } from '../../../contract/http/libraries.ts';
import type { App } from '../../app.ts';
import { currentSettings, editSettings } from '../../edit-settings.ts';
import { type MaterialRow, materialEntry, withMaterialEntry } from '../../list-materials.ts';
import type { Texts } from '../../texts/use-texts.ts';

/**
 * Lays a library material on every part drawn with one material of the file, as one step to undo. Tint and tile size
 * start from the library item again: what was set for another texture means nothing for this one.
 */
export function applyLibraryMaterial(
  app: Pick<App, 'state' | 'commands'>,
  texts: Texts,
  row: MaterialRow,
  item: LibraryItemBody,
): void {
  const { model_materials: entries } = currentSettings(app);
  const next = {
    ...materialEntry(row),
    color: null,
    metalness: item.material?.metalness ?? null,
    roughness: item.material?.roughness ?? null,
    libraryId: item.id,
    libraryMaterialName: item.names[texts.language],
    textureHash: item.image_hash,
    texturePath: item.image.slice(0, 2_000),
    tileSize: null,
    rotationRadians: 0,
    isReset: false,
  };
  const label = texts.t.materials.undoApplied(item.names[texts.language], row.name);
  editSettings(app, label, { model_materials: withMaterialEntry(entries, next) });
}
