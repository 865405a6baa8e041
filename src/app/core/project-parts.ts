import type { ProjectSettings } from '../../contract/http/projects.ts';
import type { ModelMaterial } from '../../contract/scene/dressed-material.ts';
import { swapStandings } from '../../contract/scene/swap-standings.ts';
import type { LostPart } from '../data/db.ts';
import { isSameValue, pickFields } from '../values/same-value.ts';
import { type EditableSettings, reachTarget, type SettingsTarget } from '../values/settings-edit.ts';

type Look = ProjectSettings['render_settings'];
type Field = Exclude<keyof ProjectSettings, 'render_settings' | 'model_materials' | 'camera_views'>;

/** Fields that one press sets together: half of one device's and half of another's would be nobody's choice. */
const GROUPS: Readonly<
  Record<string, { readonly fields?: readonly Field[]; readonly look?: readonly (keyof Look)[] }>
> = {
  seed: { fields: ['fix_seed', 'seed'] },
  background: { fields: ['background_id', 'background_color'], look: ['background_gradient'] },
  size: { look: ['width', 'height'] },
  standing: { fields: ['model_normalisation'], look: ['up_axis'] },
  model: { fields: ['model_hash', 'model_name'] },
};
/** With another model all of this is another's. */
const OF_MODEL = {
  fields: ['model_hash', 'model_name', 'model_normalisation'],
  look: ['up_axis', 'model_transform', 'hidden_nodes', 'variant', 'pose', 'labels', 'material_selection'],
} as const;
/** Joined by rules of their own, see `merge-edits.ts`. */
const JOINED: readonly (keyof Look)[] = [
  'camera',
  'camera_at',
  'deleted_views',
  'hidden_nodes',
  'kept_standings',
];

/**
 * What of a project is one decision, by a name that says what it is: a field, a group of fields, `look:<key>` of the
 * render settings, `material:<id>`. The value is what an edit would set. Saved views, the last camera, hidden nodes and
 * models that the project no longer shows are not among them.
 *
 * @param isWholeModel The model with its materials and how it stands is one part, `model`.
 */
export function splitParts(settings: ProjectSettings, isWholeModel = false): Map<string, SettingsTarget> {
  const { render_settings: look, model_materials: materials, camera_views: _views, ...fields } = settings;
  const parts = new Map<string, SettingsTarget>();
  const done = new Set<string>(JOINED);
  const put = (name: string, of: readonly Field[], keys: readonly (keyof Look)[]): void => {
    for (const key of [...of, ...keys]) done.add(key);
    parts.set(name, {
      ...pickFields(fields, of),
      ...(keys.length > 0 && { render_settings: pickFields(look, keys) }),
    });
  };
  const entries = materials.map((entry, index) => ({ id: entry.id, index, entry }));
  if (isWholeModel) {
    put('model', OF_MODEL.fields, OF_MODEL.look);
    parts.set('model', { ...parts.get('model'), model_materials: entries });
  } else for (const target of entries) parts.set(`material:${target.id}`, { model_materials: [target] });
  for (const [name, { fields: of = [], look: keys = [] }] of Object.entries(GROUPS)) {
    if (![...of, ...keys].some((key) => done.has(key))) put(name, of, keys);
  }
  for (const field of Object.keys(fields) as Field[]) if (!done.has(field)) put(field, [field], []);
  for (const key of Object.keys(look) as (keyof Look)[]) if (!done.has(key)) put(`look:${key}`, [], [key]);
  return parts;
}

/** Whether a part says something of the model shown, which another model has no use for; not which model that is. */
export function isOfModel(part: string): boolean {
  const looks: readonly string[] = OF_MODEL.look;
  return part === 'standing' || part.startsWith('material:') || looks.includes(part.replace(/^look:/, ''));
}

/** The value of a part that one side does not have: of a material that it is gone. */
export function absentPart(name: string): SettingsTarget {
  return { model_materials: [{ id: name.replace(/^material:/, ''), index: 0, entry: null }] };
}

/** The settings in which a part that lost stands again, whole; saved views are not among them. */
export function restorePart(
  settings: EditableSettings,
  { part, value: { camera_views: _views, ...target } }: LostPart,
): Partial<EditableSettings> {
  if (part !== 'model') return reachTarget(settings, target);
  const reached = reachTarget({ ...settings, model_materials: [] }, target);
  const { model_hash: hash, render_settings: look = settings.render_settings } = reached;
  if (hash == null) return reached;
  const { standing, kept } = swapStandings(settings, hash);
  const { camera, camera_at } = standing ?? { camera: null, camera_at: null };
  return { ...reached, render_settings: { ...look, camera, camera_at, kept_standings: kept } };
}

/** True for values that a person could not tell apart: addresses and times do not count, nor a place in the list. */
export function isSamePart(a: SettingsTarget | undefined, b: SettingsTarget | undefined): boolean {
  return a === b || isSameValue(plain(a), plain(b));
}

function plain(value: SettingsTarget | undefined): unknown {
  if (value === undefined) return null;
  const { render_settings: look, model_materials: targets, ...fields } = value;
  const { material_selection: selection, ...keys } = look ?? {};
  const wanted = selection && { selected: selection.selected, deselected: selection.deselected };
  const entries = targets?.flatMap(({ entry }) => (entry === null ? [] : [withoutAddress(entry)]));
  return [fields, keys, wanted ?? null, entries ?? []];
}

function withoutAddress(entry: ModelMaterial): ModelMaterial {
  return { ...entry, texturePath: null };
}
