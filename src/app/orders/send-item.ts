import { z } from 'zod';
import { LIBRARY_NAME_MAX_LENGTH, STAGE_BACKGROUND } from '../../contract/constants.ts';
import { AppError } from '../../contract/failure.ts';
import { LibraryItemBody } from '../../contract/http/libraries.ts';
import type { ProjectSettings } from '../../contract/http/projects.ts';
import type { LibraryItemId } from '../../contract/ids.ts';
import type { SendTools } from '../core/app.ts';
import type { OutboxRow, OutboxWork } from '../data/outbox-row.ts';

/**
 * Puts a background or a style that came with a project file into the person's library, unless one with this picture is
 * there, and has the project wear it.
 *
 * @throws AppError `file-empty` when the bytes are no longer on this device, and those of a call.
 */
export async function sendItem(tools: SendTools, row: OutboxRow, signal: AbortSignal): Promise<void> {
  if (row.work.kind !== 'adopt-item') throw new Error('Not an item');
  const { assetType, hash, isWorn } = row.work;
  const listed = await tools.server.call(`/api/${assetType}/`, z.array(LibraryItemBody), {}, signal);
  const known = listed.find((item) => item.image_hash === hash);
  const { id } = known ?? (await upload(tools, row.work, row.key, signal));
  if (!isWorn) return;
  await tools.db.write(async () => {
    const project = await tools.db.projects.get(row.projectKey);
    if (project === undefined) return;
    const change = wear(project.settings, assetType, id);
    if (change !== null) {
      await tools.db.projects.update(row.projectKey, { settings: { ...project.settings, ...change } });
    }
  });
}

async function upload(
  tools: SendTools,
  { assetType, hash, name }: Extract<OutboxWork, { kind: 'adopt-item' }>,
  key: string,
  signal: AbortSignal,
): Promise<LibraryItemBody> {
  const picture = await tools.storage.get(hash);
  if (picture === null) throw new AppError({ code: 'file-empty', name });
  const form = new FormData();
  form.set('name', name.trim().slice(0, LIBRARY_NAME_MAX_LENGTH) || assetType);
  form.set('image', picture, 'picture.webp');
  const options = { method: 'POST', key, body: form } as const;
  return tools.server.call(`/api/${assetType}/`, LibraryItemBody, options, signal);
}

/** Null where the person chose something else meanwhile. */
function wear(
  settings: ProjectSettings,
  assetType: 'background' | 'style',
  id: LibraryItemId,
): Partial<ProjectSettings> | null {
  if (assetType === 'style') return settings.style_id === null ? { style_id: id } : null;
  const { background_id, background_color, render_settings } = settings;
  const isUntouched =
    background_id === null &&
    background_color === STAGE_BACKGROUND &&
    render_settings.background_gradient === null;
  return isUntouched ? { background_id: id, background_color: null } : null;
}
