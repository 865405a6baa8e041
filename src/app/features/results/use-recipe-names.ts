import { viewsOfModel } from '../../../contract/camera/model-views.ts';
import type { ContentHash } from '../../../contract/ids.ts';
import { useApp } from '../../core/use-app.ts';
import { useLiveQuery } from '../../core/use-live-query.ts';
import { useSettings } from '../../core/use-settings.ts';
import { cleanName, listMaterials } from '../../model/list-materials.ts';
import { useLibraryItems } from '../../scene/use-library.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { isSamePose } from '../../values/same-pose.ts';
import type { RecipeNames } from './recipe-names.ts';

/** Names of what a recipe has numbers for: from the model where this device has it, and from the open project. */
export function useRecipeNames(modelHash: ContentHash | null): RecipeNames {
  const app = useApp();
  const model = useLiveQuery(
    async () => (modelHash === null ? undefined : app.db.models.get(modelHash)),
    [modelHash],
  );
  const { model_hash: mine, model_materials: entries, camera_views } = useSettings();
  const views = viewsOfModel({ camera_views, model_hash: modelHash });
  const { language } = useTexts();
  const items = {
    material: useLibraryItems('material'),
    background: useLibraryItems('background'),
    style: useLibraryItems('style'),
  };
  return {
    item: (assetType, id) => items[assetType].get(id ?? 0)?.names[language] ?? null,
    material(hash, index) {
      if (model === undefined || model.hash !== hash) return null;
      const rows = listMaterials(model.report, mine === hash ? entries : []);
      const row = rows.find((each) => each.index === index);
      return cleanName(row?.name ?? '') || null;
    },
    view: (camera) => views.find(({ pose }) => isSamePose(pose, camera))?.name ?? null,
  };
}
