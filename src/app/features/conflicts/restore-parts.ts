import { SAVED_VIEWS_MAX } from '../../../contract/constants.ts';
import { AppError } from '../../../contract/failure.ts';
import type { ProjectSettings } from '../../../contract/http/projects.ts';
import type { App } from '../../app.ts';
import type { LostPart } from '../../db.ts';
import { currentSettings, editSettings } from '../../edit-settings.ts';
import { restorePart } from '../../project-parts.ts';

/**
 * Puts what was set aside in the place of what stands, as one step that can be undone.
 *
 * @param label Of the step.
 * @throws AppError `view-limit` when not all saved views have room. Nothing is changed then.
 */
export function restoreParts(app: App, label: string, lost: readonly LostPart[]): void {
  const settings = currentSettings(app);
  let patch: Partial<ProjectSettings> = {};
  for (const part of lost) patch = { ...patch, ...restorePart({ ...settings, ...patch }, part) };
  if ((patch.camera_views?.length ?? 0) > SAVED_VIEWS_MAX) {
    throw new AppError({ code: 'view-limit', limit: SAVED_VIEWS_MAX });
  }
  if (Object.keys(patch).length > 0) editSettings(app, label, patch);
}
