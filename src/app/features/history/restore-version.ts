import { z } from 'zod';
import { AppError } from '../../../contract/failure.ts';
import type { MaterialVersionBody } from '../../../contract/http/model-materials.ts';
import type { ProjectSettings } from '../../../contract/http/projects.ts';
import type { ModelMaterial } from '../../../contract/scene/dressed-material.ts';
import type { App } from '../../core/app.ts';
import { currentSettings, editSettings } from '../../core/edit-settings.ts';
import { adoptRevision } from '../../data/adopt-revision.ts';
import { withMaterialEntry } from '../../model/list-materials.ts';

/**
 * Makes a material again what it was, on the server as a new version and here as one step that can be undone. A project
 * that was left meanwhile has it when it is opened again.
 *
 * @param comment On the new version; empty leaves it to the server.
 * @throws AppError of the call; nothing has changed then. `model-changed` when the project has another model by then, whose
 *   materials stay.
 */
export async function restoreVersion(
  app: App,
  version: MaterialVersionBody,
  comment: string,
  signal?: AbortSignal,
): Promise<void> {
  const { key, serverId } = app.state.project;
  const { model_hash: modelHash } = currentSettings(app);
  if (key === null || serverId === null) throw new AppError({ code: 'not-found' });
  const { id, model_material_id: materialId, version_number: number, material } = version;
  const text = comment.trim();
  const { revision } = await app.server.callRevised(
    `/api/model-material-versions/${id}/restore/?project_id=${serverId}&model_material_id=${materialId}`,
    z.unknown(),
    { method: 'POST', body: text === '' ? {} : { comment: text } },
    signal,
  );
  const restored = ({ model_materials, ...others }: ProjectSettings): ProjectSettings => ({
    ...others,
    model_materials: withRestored(model_materials, material),
  });
  await app.db.write(async () => {
    const row = await app.db.projects.get(key);
    if (row === undefined) return;
    await app.db.projects.update(key, { ...adoptRevision(row, revision), saved: restored(row.saved) });
  });
  void app.queries.invalidateQueries({ queryKey: ['material-versions', serverId, materialId] });
  if (app.state.project.key !== key) {
    await app.db.write(async () => {
      const row = await app.db.projects.get(key);
      if (row?.settings.model_hash === modelHash) {
        await app.db.projects.update(key, { settings: restored(row.settings) });
      }
    });
    return;
  }
  if (currentSettings(app).model_hash !== modelHash) throw new AppError({ code: 'model-changed' });
  const { model_materials: entries } = currentSettings(app);
  editSettings(app, app.texts().t.history.undoRestored(number, material.name), {
    model_materials: withRestored(entries, material),
  });
}

/** In the place of the entry with its id, wherever that draws. */
function withRestored(entries: readonly ModelMaterial[], material: ModelMaterial): ModelMaterial[] {
  const index = entries.findIndex(({ id }) => id === material.id);
  if (index === -1) return withMaterialEntry(entries, material);
  // Whether it is kept is no part of how it looked.
  const { isProtected = false } = entries[index] ?? {};
  return entries.with(index, { ...material, isProtected });
}
