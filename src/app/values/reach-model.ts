import { KeptStanding, type ProjectSettings } from '../../contract/http/projects.ts';
import type { ContentHash } from '../../contract/ids.ts';
import { fitStandings, standingOf, turnTo } from '../../contract/scene/swap-standings.ts';
import { type EditableSettings, reachTarget, type SettingsTarget } from './settings-edit.ts';

/** Settings that belong to the model, by the names they have in both: with another model they are another's. */
const OF_MODEL: ReadonlySet<string> = new Set(Object.keys(KeptStanding.shape));

/** Whether a project shows another model than this one, which it may have kept. @param hash Null where it is not known. */
export function isElsewhere(
  { model_hash: shown }: Pick<ProjectSettings, 'model_hash'>,
  hash: ContentHash | null,
): boolean {
  return hash !== null && hash !== shown;
}

/** How a project has a model that it no longer shows; null where it shows that one, or does not know it. */
export function standsElsewhere(
  { model_hash: shown, render_settings: look }: Pick<ProjectSettings, 'model_hash' | 'render_settings'>,
  hash: ContentHash | null,
): KeptStanding | null {
  if (hash === null || hash === shown) return null;
  return look.kept_standings.find((entry) => entry.model_hash === hash) ?? null;
}

/**
 * The settings that `target` changes, whole again, as {@link reachTarget} gives them. Where the project shows another model
 * by now than the one they were changed for, what belongs to the model changes how that one was left, and leaves the one that is
 * shown alone; nothing where that one is not known any more. A target that names a model brings it.
 *
 * @param hash The model that the project showed when the change was made; null where it is not known.
 */
export function reachModel(
  current: EditableSettings,
  target: SettingsTarget,
  hash: ContentHash | null,
): Partial<EditableSettings> {
  if (!isElsewhere(current, hash) || target.model_hash !== undefined) return reachTarget(current, target);
  const standing = standsElsewhere(current, hash);
  const { mine, others } = splitTarget(target);
  const reached = reachTarget(current, others);
  if (hash === null || standing === null) return reached;
  const turned = turnTo(current, hash, standing);
  const left = standingOf({ ...turned, ...reachTarget(turned, mine) });
  if (left === null) return reached;
  const look = reached.render_settings ?? current.render_settings;
  const kept = look.kept_standings.map((entry) => (entry.model_hash === hash ? left : entry));
  return { ...reached, render_settings: { ...look, kept_standings: fitStandings(kept).kept } };
}

/**
 * What `reached` says, where it brings another model, or none, in place of one that it knows nothing of: that one, and those that it left
 * behind, are kept as they were left.
 *
 * @param from The model that it takes the place of by itself; undefined where it brings none.
 */
export function keepStranger(
  current: EditableSettings,
  reached: Partial<EditableSettings>,
  from: ContentHash | null | undefined,
): Partial<EditableSettings> {
  const { model_hash: coming, render_settings: look } = reached;
  const stranger = standingOf(current);
  if (from === undefined || coming === undefined || stranger === null || look === undefined) return reached;
  if (stranger.model_hash === from || stranger.model_hash === coming) return reached;
  const known = [...current.render_settings.kept_standings, stranger].filter(
    ({ model_hash: hash }) =>
      hash !== coming && look.kept_standings.every((entry) => entry.model_hash !== hash),
  );
  const { kept } = fitStandings([...look.kept_standings, ...known]);
  return { ...reached, render_settings: { ...look, kept_standings: kept } };
}

/** What of a target belongs to the model, and the rest. */
function splitTarget({ render_settings: look, ...fields }: SettingsTarget): {
  readonly mine: SettingsTarget;
  readonly others: SettingsTarget;
} {
  const [fieldsOf, fieldsElse] = splitFields(fields);
  const [lookOf, lookElse] = splitFields(look ?? {});
  return {
    mine: { ...fieldsOf, render_settings: lookOf },
    others: { ...fieldsElse, ...(look !== undefined && { render_settings: lookElse }) },
  };
}

function splitFields<Fields extends object>(fields: Fields): [Partial<Fields>, Partial<Fields>] {
  const entries = Object.entries(fields);
  const pick = (isOfModel: boolean) =>
    Object.fromEntries(entries.filter(([name]) => OF_MODEL.has(name) === isOfModel)) as Partial<Fields>;
  return [pick(true), pick(false)];
}
