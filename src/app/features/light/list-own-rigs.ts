import type { LightRig } from '../../../contract/scene/light-rig.ts';
import type { App } from '../../core/app.ts';
import { isSameValue } from '../../values/same-value.ts';
import { isPreset } from './choose-rig.ts';

/** Lights that a person kept in a look, or by themselves. */
export interface OwnRig {
  readonly id: string;
  readonly kind: 'own';
  readonly rig: LightRig;
  /** As the person named the lights, else the look. */
  readonly name: string;
  /** The stage under them. */
  readonly picture: string | null;
}

/** Lights of a person's looks, the latest first: each once, and none that a preset hangs. */
export async function listOwnRigs(app: Pick<App, 'db'>, userId: number | null): Promise<OwnRig[]> {
  const rows = await app.db.looks
    .where('userId')
    .equals(userId ?? -1)
    .filter(({ deletedAt }) => deletedAt === null)
    .toArray();
  // Those that were kept as lights go before looks that have the same.
  rows.sort(
    (a, b) =>
      Number(b.look.is_light_only ?? false) - Number(a.look.is_light_only ?? false) ||
      b.createdAt - a.createdAt ||
      a.id.localeCompare(b.id),
  );
  const own: OwnRig[] = [];
  for (const { id, name, look } of rows) {
    const { light_rig: rig, thumbnail: picture, is_light_only: isLightOnly } = look;
    if (rig === null || isPreset(rig) || own.some((known) => isSameValue(known.rig, rig))) continue;
    own.push({
      id: `look-${id}`,
      kind: 'own',
      rig,
      name: isLightOnly === true ? name : rig.name || name,
      picture,
    });
  }
  return own;
}
