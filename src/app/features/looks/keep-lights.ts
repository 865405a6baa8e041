import type { LightRig } from '../../../contract/scene/light-rig.ts';
import type { App } from '../../core/app.ts';
import { lateTextsOf } from '../../texts/load-texts.ts';
import { freeName } from '../../values/free-name.ts';
import { isSameValue } from '../../values/same-value.ts';
import { saveLook } from './save-look.ts';

/**
 * Keeps lights, by the name that they have, as a look that is worn for them alone: one step to undo. Those that are kept are
 * not kept twice.
 *
 * @param rig As it hung when the person pressed.
 */
export async function keepLights(app: App, rig: LightRig): Promise<void> {
  const { userId } = app.state.account;
  if (userId === null) return;
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
  if (await saveLook(app, name, rig)) app.toasts.show('success', rigs.kept(name));
}
