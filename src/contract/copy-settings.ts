import type { KeptStanding, ProjectSettings } from './http/projects.ts';
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
  const { material_selection, kept_standings } = look;
  const shown = copyMaterials({ model_materials: materials, material_selection }, newId);
  return {
    ...settings,
    model_materials: shown.model_materials,
    camera_views: views.map((view) => ({ ...view, uuid: newId(), backend_id: null })),
    render_settings: {
      ...look,
      deleted_views: [],
      material_selection: shown.material_selection,
      kept_standings: kept_standings.map((kept) => ({ ...kept, ...copyMaterials(kept, newId) })),
    },
  };
}

type Dressed = Pick<KeptStanding, 'model_materials' | 'material_selection'>;

function copyMaterials(
  { model_materials: materials, material_selection: choice }: Dressed,
  newId: () => string,
): Dressed {
  const ids = new Map(materials.map(({ id }) => [id, MaterialId.parse(newId())]));
  const renamed = (list: readonly MaterialId[]): MaterialId[] =>
    list.map((id) => ids.get(id)).filter((id) => id !== undefined);
  return {
    model_materials: materials.map((entry) => ({
      ...entry,
      id: ids.get(entry.id) ?? entry.id,
      parentMaterialId: entry.parentMaterialId && (ids.get(entry.parentMaterialId) ?? null),
    })),
    material_selection: choice && {
      ...choice,
      selected: renamed(choice.selected),
      deselected: renamed(choice.deselected),
    },
  };
}
