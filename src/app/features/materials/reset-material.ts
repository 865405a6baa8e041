import type { App } from '../../app.ts';
import { currentSettings, editSettings } from '../../edit-settings.ts';
import { type MaterialRow, materialEntry, withMaterialEntry } from '../../list-materials.ts';
import type { Texts } from '../../texts/use-texts.ts';

/** Takes every texture off one material and leaves the default grey; its name stays (G3). One step to undo. */
export function resetMaterial(app: Pick<App, 'state' | 'commands'>, texts: Texts, row: MaterialRow): void {
  const { model_materials: entries } = currentSettings(app);
  const next = {
    ...materialEntry(row),
    color: null,
    metalness: null,
    roughness: null,
    libraryId: null,
    libraryMaterialName: null,
    textureHash: null,
    texturePath: null,
    tileSize: null,
    rotationRadians: 0,
    isReset: true,
  };
  editSettings(app, texts.t.materials.undoReset(row.name), {
    model_materials: withMaterialEntry(entries, next),
  });
}
