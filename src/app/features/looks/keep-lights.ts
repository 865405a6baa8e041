import type { App } from '../../core/app.ts';
import { currentSettings } from '../../core/edit-settings.ts';
import { lateTextsOf } from '../../texts/load-texts.ts';
import { freeName } from '../../values/free-name.ts';
import { isSameValue } from '../../values/same-value.ts';
import { saveLook } from './save-look.ts';

/**
 * Keeps the present lights, by the name that they have, as a look that is worn for them alone: one step to undo. Those that
 * are kept are not kept twice.
 */
export async function keepLights(app: App): Promise<void> {
  const { userId } = app.state.account;
  const { light_rig: rig } = currentSettings(app).render_settings;
  if (rig === null || userId === null) return;
  const { rigs } = lateTextsOf(app.texts().language);
  const kept = await app.db.run(() =>
    app.db.looks
      .where('userId')
      .equals(userId)
      .filter(({ deletedAt }) => deletedAt === null)
      .toArray(),
  );
  const same = kept.find(({ look }) => look.is_light_only === true && isSameValue(look.light_rig, rig));
  if (same !== undefined) {
    app.toasts.show('info', rigs.kept(same.name));
    return;
  }
  const taken = kept.map(({ name }) => name);
  const name = freeName(rig.name.trim() || rigs.own, taken);
  if (await saveLook(app, name, true)) app.toasts.show('success', rigs.kept(name));
}
