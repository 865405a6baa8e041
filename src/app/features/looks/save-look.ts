import { LIBRARY_NAME_MAX_LENGTH, LOOKS_MAX } from '../../../contract/constants.ts';
import { fitText } from '../../../contract/files/fit-text.ts';
import type { LightRig } from '../../../contract/scene/light-rig.ts';
import type { App } from '../../core/app.ts';
import { currentSettings } from '../../core/edit-settings.ts';
import { pinModel } from '../../core/pin-model.ts';
import { listMaterials } from '../../model/list-materials.ts';
import { reportInVariant } from '../../model/report-in-variant.ts';
import { takeThumbnail } from '../../scene/take-thumbnail.ts';
import { untilDressed } from '../../scene/until-dressed.ts';
import { isSameValue } from '../../values/same-value.ts';
import { collectLook } from './collect-look.ts';
import { editLook } from './edit-look.ts';

/** A picture is worth no longer a wait: without the right one a look is a look all the same. */
const WAIT_MAX_MS = 10_000;

/**
 * Saves what the stage looks like under a name, with a small picture of it, as one step that can be undone.
 *
 * @param lights Keeps these alone, whatever hangs by then: nothing else of the look is worn. Null keeps all of it.
 * @returns False when the person has as many looks as can be kept, or there is nothing to save: no model, or one that leaves.
 *   It has said so then.
 */
export async function saveLook(app: App, name: string, lights: LightRig | null = null): Promise<boolean> {
  const { userId } = app.state.account;
  const { modelHash } = app.state.stage;
  const isShown = pinModel(app);
  const trimmed = fitText(name.trim(), LIBRARY_NAME_MAX_LENGTH);
  const { t } = app.texts();
  if (userId === null || trimmed === '') return false;
  if (modelHash === null) {
    app.toasts.show('info', t.looks.notYet);
    return false;
  }
  const [model, kept] = await app.db.run(() =>
    Promise.all([
      app.db.models.get(modelHash),
      app.db.looks
        .where('userId')
        .equals(userId)
        .filter(({ deletedAt }) => deletedAt === null)
        .count(),
    ]),
  );
  if (model === undefined || !isShown()) {
    app.toasts.show('info', t.looks.notYet);
    return false;
  }
  if (kept >= LOOKS_MAX) {
    app.toasts.show('warning', t.looks.full(LOOKS_MAX));
    return false;
  }
  const settings = currentSettings(app);
  const report = reportInVariant(model.report, settings.render_settings.variant);
  await untilDressed(app, WAIT_MAX_MS);
  const pose = await app.viewer.current?.api.camera();
  // Of other lights it would be a wrong one.
  const isLit = lights === null || isSameValue(lights, currentSettings(app).render_settings.light_rig);
  const thumbnail = pose === undefined || !isShown() || !isLit ? null : await takeThumbnail(app, pose);
  const names = new Map(report.nodes.map((node) => [node.index, node.name]));
  const rows = listMaterials(report, settings.model_materials);
  const look = collectLook(rows, (node) => names.get(node) ?? '', settings, thumbnail);
  const now = app.outside.now();
  const row = {
    id: app.outside.randomUuid(),
    userId,
    name: trimmed,
    look: lights === null ? look : { ...look, materials: [], light_rig: lights, is_light_only: true },
    createdAt: now,
    updatedAt: now,
    deletedAt: null,
    sentAt: null,
  };
  editLook(app, t.looks.undoSaved(trimmed), { ...row, deletedAt: now }, row);
  return true;
}
