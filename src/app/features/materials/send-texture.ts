import { z } from 'zod';
import { AppError } from '../../../contract/failure.ts';
import { ProjectBody, ProjectSettings } from '../../../contract/http/projects.ts';
import type { SendTools } from '../../core/app.ts';
import type { OutboxRow } from '../../data/outbox-row.ts';

/**
 * Brings the server the bytes of a person's own texture (S2 7), before the save that names them.
 *
 * @throws AppError `file-empty` when the bytes are no longer on this device, and those of a call.
 */
export async function sendTexture(tools: SendTools, row: OutboxRow, signal: AbortSignal): Promise<void> {
  if (row.work.kind !== 'upload-texture') throw new Error('Not a texture');
  const { hash, name, materialId, originalIndex, originalId } = row.work;
  const project = await tools.db.run(() => tools.db.projects.get(row.projectKey));
  if (project === undefined || project.serverId === null) throw new AppError({ code: 'not-found' });
  // A save that was ahead of it brought it along.
  const worn = project.saved.model_materials.find(({ id }) => id === materialId);
  if (worn?.textureHash === hash) return;
  const texture = await tools.storage.get(hash);
  if (texture === null) throw new AppError({ code: 'file-empty', name });
  const form = new FormData();
  form.set('original_index', String(originalIndex));
  form.set('original_id', originalId);
  form.set('texture', texture, `${name}.webp`);
  const path = `/api/material/${materialId}/texture/?project_id=${project.serverId}`;
  await tools.server.call(path, z.unknown(), { method: 'POST', key: row.key, body: form }, signal);

  // The server dressed its copy with it, which is a revision of its own.
  const body = await tools.server.call(`/api/project/${project.serverId}/`, ProjectBody, {}, signal);
  await tools.db.write(async () => {
    const before = await tools.db.projects.get(row.projectKey);
    // Another device's change in between is met, and kept, by the save.
    if (before === undefined || body.revision !== before.revision + 1) return;
    await tools.db.projects.update(row.projectKey, {
      revision: body.revision,
      saved: ProjectSettings.parse(body),
    });
  });
}
