import type { Transaction } from 'dexie';
import { stampViews } from '../../contract/camera/model-views.ts';
import { ProjectSettings } from '../../contract/http/projects.ts';
import { RENDER_DEFAULTS } from '../../contract/http/render-defaults.ts';
import type { ContentHash } from '../../contract/ids.ts';
import { copyFloor } from '../../contract/scene/floor-defaults.ts';
import { Gradient } from '../../contract/scene/gradient.ts';
import { readOrderFields } from './read-order-fields.ts';

/** A project of an older version: settings that it lacks get their defaults. */
export function renewProject(row: { settings: unknown; saved: unknown }): void {
  row.settings = ProjectSettings.parse(row.settings);
  row.saved = ProjectSettings.parse(row.saved);
}

/** Saved views and sketches of older versions belong to the model that their project shows. */
export async function renewModels(transaction: Transaction): Promise<void> {
  const shown = new Map<string, ContentHash | null>();
  await transaction
    .table('projects')
    .toCollection()
    .modify((row: { key: string; settings: unknown; saved: unknown }) => {
      const [settings, saved] = [row.settings, row.saved].map((one) => ProjectSettings.parse(one));
      if (settings === undefined || saved === undefined) return;
      shown.set(row.key, settings.model_hash);
      row.settings = { ...settings, camera_views: stampViews(settings.camera_views, settings.model_hash) };
      row.saved = { ...saved, camera_views: stampViews(saved.camera_views, saved.model_hash) };
    });
  await transaction
    .table('sketches')
    .toCollection()
    .modify((row: { projectKey: string; modelHash?: ContentHash | null }) => {
      row.modelHash = shown.get(row.projectKey) ?? null;
    });
}

/** A model of an older version, whose detection had no evidence. */
export function renewModel({ report }: { report: { detection: object } }): void {
  report.detection = { evidence: [], isLengthwise: false, ...report.detection };
}

/** A gradient of two colours becomes one with stops. */
export function renewGradient(look: { background_gradient?: unknown } | undefined): void {
  const known = Gradient.safeParse(look?.background_gradient);
  if (look !== undefined && known.success) look.background_gradient = known.data;
}

/** A look of an older version has the floor that a project begins with. */
export function renewFloor(look: { floor?: unknown; light_rig?: unknown } | undefined): void {
  if (look === undefined) return;
  look.floor ??= copyFloor(RENDER_DEFAULTS.floor);
  look.light_rig ??= RENDER_DEFAULTS.light_rig;
}

/** Projects of an older version did not know what of a sample is its own. */
export async function renewSamples(transaction: Transaction): Promise<void> {
  await transaction
    .table('projects')
    .toCollection()
    .modify((row: { sample?: null; isSample?: boolean }) => {
      row.sample = null;
      delete row.isSample;
    });
}

/** An order at rest of an older version, which had the text fields that it would send. */
export function renewOrder({ work }: { work: { request?: unknown; fields?: [string, string][] } }): void {
  if (work.fields === undefined) return;
  work.request = readOrderFields(work.fields);
  delete work.fields;
}
