import { exceededLimit, stampViews } from '../../../contract/camera/model-views.ts';
import { AppError } from '../../../contract/failure.ts';
import type { App } from '../../core/app.ts';
import { currentSettings } from '../../core/edit-settings.ts';
import { restorePart } from '../../core/project-parts.ts';
import type { SingleEdit } from '../../data/command-log.ts';
import type { LostPart } from '../../data/db.ts';
import { copyPlain } from '../../values/copy-plain.ts';
import { type EditableSettings, makeSettingsEdit } from '../../values/settings-edit.ts';

/**
 * Puts what was set aside in the place of what stands, as one step that can be undone.
 *
 * @param label Of the step.
 * @throws AppError `view-limit` when not all saved views have room. Nothing is changed then.
 */
export function restoreParts(app: App, label: string, lost: readonly LostPart[]): void {
  const settings = currentSettings(app);
  let patch: Partial<EditableSettings> = {};
  for (const part of lost) patch = { ...patch, ...restorePart({ ...settings, ...patch }, part) };
  const edits: SingleEdit[] = Object.keys(patch).length > 0 ? [makeSettingsEdit(settings, patch)] : [];
  const here = new Set(settings.camera_views.map(({ uuid }) => uuid));
  const views = stampViews(
    lost.flatMap(({ value }) => value.camera_views ?? []).filter(({ uuid }) => !here.has(uuid)),
    settings.model_hash,
  );
  const limit = exceededLimit([...settings.camera_views, ...views]);
  if (limit !== null) throw new AppError({ code: 'view-limit', limit });
  if (views.length > 0) {
    const gone = views.map(({ uuid }) => [uuid, null] as const);
    edits.push({ kind: 'views', before: gone, after: views.map((view) => [view.uuid, view] as const) });
  }
  if (edits.length > 0) app.commands.run({ label, edit: copyPlain({ kind: 'several', edits }) });
}
