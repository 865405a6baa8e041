import { AppError, isFailure } from '../../../contract/failure.ts';
import { ModelMaterial } from '../../../contract/http/projects.ts';
import type { SendTools } from '../../app.ts';
import type { OutboxRow } from '../../db.ts';
import { listLiveChanges } from './live-changes.ts';

/**
 * Brings the server the colours that changed, one call for each material. One that the server does not know travels with
 * the save.
 *
 * @throws AppError `not-found` for a project that the server does not have, and those of a call.
 */
export async function sendMaterials(tools: SendTools, row: OutboxRow, signal: AbortSignal): Promise<void> {
  const project = await tools.db.run(() => tools.db.projects.get(row.projectKey));
  if (project === undefined || project.serverId === null) throw new AppError({ code: 'not-found' });
  for (const { id, properties } of listLiveChanges(project)) {
    const path = `/api/material/${id}/?project_id=${project.serverId}`;
    const body = { properties, create_version: true };
    try {
      const stored = await tools.server.call(path, ModelMaterial, { method: 'PATCH', body }, signal);
      await noteStored(tools, project.key, stored);
    } catch (error) {
      if (!isFailure(error, 'not-found')) throw error;
    }
  }
}

/** What the server has by now is no difference to save. */
async function noteStored(tools: SendTools, key: string, stored: ModelMaterial): Promise<void> {
  await tools.db.write(async () => {
    const row = await tools.db.projects.get(key);
    if (row === undefined) return;
    const model_materials = row.saved.model_materials.map((entry) =>
      entry.id === stored.id ? stored : entry,
    );
    await tools.db.projects.update(key, { saved: { ...row.saved, model_materials } });
  });
}
