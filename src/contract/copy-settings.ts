import type { ProjectSettings } from './http/projects.ts';
import { MaterialId } from './ids.ts';

type Copied = Pick<ProjectSettings, 'model_materials' | 'camera_views' | 'render_settings'>;

/**
 * Settings for another project: as they are, with ids of their own for materials and saved views, and without numbers and
 * deletions that the server noted for the first one.
 *
 * @param newId Makes a UUID.
 */
export function copySettings<Settings extends Copied>(settings: Settings, newId: () => string): Settings {
  const { model_materials: materials, camera_views: views, render_settings: look } = settings;
  const ids = new Map(materials.map(({ id }) => [id, MaterialId.parse(newId())]));
  const renamed = (list: readonly MaterialId[]): MaterialId[] =>
    list.map((id) => ids.get(id)).filter((id) => id !== undefined);
  const { material_selection: selection } = look;
  return {
    ...settings,
    model_materials: materials.map((entry) => ({
      ...entry,
      id: ids.get(entry.id) ?? entry.id,
      parentMaterialId: entry.parentMaterialId && (ids.get(entry.parentMaterialId) ?? null),
    })),
    camera_views: views.map((view) => ({ ...view, uuid: newId(), backend_id: null })),
    render_settings: {
      ...look,
      deleted_views: [],
      material_selection: selection && {
        ...selection,
        selected: renamed(selection.selected),
        deselected: renamed(selection.deselected),
      },
    },
  };
}
