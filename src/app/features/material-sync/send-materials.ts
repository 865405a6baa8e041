import { AppError } from '../../../contract/failure.ts';
import { ModelMaterial } from '../../../contract/scene/dressed-material.ts';
import type { SendTools } from '../../core/app.ts';
import { adoptRevision } from '../../data/adopt-revision.ts';
import type { OutboxRow } from '../../data/outbox-row.ts';
import { listLiveChanges } from './live-changes.ts';

/**
 * Brings the server the colours that changed, one call for each material. One that the server does not know yet is added.
 *
 * @throws AppError `not-found` for a project that the server does not have, and those of a call.
 */
export async function sendMaterials(tools: SendTools, row: OutboxRow, signal: AbortSignal): Promise<void> {
  const project = await tools.db.run(() => tools.db.projects.get(row.projectKey));
  if (project === undefined || project.serverId === null) throw new AppError({ code: 'not-found' });
  for (const { id, properties, original } of listLiveChanges(project)) {
    const path = `/api/material/${id}/?project_id=${project.serverId}`;
    const body = {
      properties,
      create_version: true,
      original_index: original.index,
      original_id: original.id,
    };
    const answer = await tools.server.callRevised(path, ModelMaterial, { method: 'PATCH', body }, signal);
    await noteStored(tools, project.key, answer.body, answer.revision);
  }
}

/** What the server has by now is no difference to save. */
async function noteStored(
  tools: SendTools,
  key: string,
  stored: ModelMaterial,
  revision: number | null,
): Promise<void> {
  await tools.db.write(async () => {
    const row = await tools.db.projects.get(key);
    if (row === undefined) return;
    const known = new Map([...row.saved.model_materials, stored].map((entry) => [entry.id, entry]));
    // In the order of this device, which is no difference either.
    const here = row.settings.model_materials.flatMap(({ id }) => known.get(id) ?? []);
    const others = [...known.values()].filter((entry) => !here.includes(entry));
    await tools.db.projects.update(key, {
      ...adoptRevision(row, revision),
      saved: { ...row.saved, model_materials: [...here, ...others] },
    });
  });
}
