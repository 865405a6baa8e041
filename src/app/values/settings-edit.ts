import type { ProjectSettings } from '../../contract/http/projects.ts';
import type { ModelMaterial } from '../../contract/scene/dressed-material.ts';
import { isSameValue, listDifferences, pickFields } from './same-value.ts';

type Look = ProjectSettings['render_settings'];

/** One material's entry as it shall be. */
export interface EntryTarget {
  readonly id: string;
  /** Its place in the list; of no meaning to one that shall be gone. */
  readonly index: number;
  /** Null: it shall be gone. */
  readonly entry: ModelMaterial | null;
}

/** Settings that an edit may name. Saved views have edits of their own: left out, they would be deleted for good. */
export type EditableSettings = Omit<ProjectSettings, 'camera_views'>;

/**
 * Settings as an edit leaves them: fields whole, but of `render_settings` and `model_materials` only what differs, so
 * that undoing the light leaves the camera where it is, and one material's colour the others.
 */
export type SettingsTarget = Partial<Omit<EditableSettings, 'render_settings' | 'model_materials'>> & {
  readonly render_settings?: Partial<Look>;
  readonly model_materials?: readonly EntryTarget[];
};

/** A change of the project's settings, as plain data, in both directions. */
export interface SettingsEdit {
  readonly kind: 'settings';
  readonly before: SettingsTarget;
  readonly after: SettingsTarget;
}

/** @param patch The fields that change, whole. */
export function makeSettingsEdit(current: EditableSettings, patch: Partial<EditableSettings>): SettingsEdit {
  const { render_settings: look, model_materials: materials, ...after } = patch;
  const { render_settings: lookNow, model_materials: materialsNow, ...now } = current;
  const fields = Object.keys(after) as (keyof typeof now)[];
  return {
    kind: 'settings',
    before: {
      ...pickFields(now, fields),
      ...(look && { render_settings: pickChanged(lookNow, look) }),
      ...(materials && { model_materials: targetEntries(materials, materialsNow) }),
    },
    after: {
      ...after,
      ...(look && { render_settings: pickChanged(look, lookNow) }),
      ...(materials && { model_materials: targetEntries(materialsNow, materials) }),
    },
  };
}

/** The settings that `target` changes, whole again. */
export function reachTarget(current: EditableSettings, target: SettingsTarget): Partial<EditableSettings> {
  const { render_settings: look, model_materials: entries, ...fields } = target;
  return {
    ...fields,
    ...(look && { render_settings: { ...current.render_settings, ...look } }),
    ...(entries && {
      model_materials: placeEntries(current.model_materials, entries, target.model_hash !== undefined),
    }),
  };
}

/** Two edits, one right after the other, as one. */
export function joinSettingsEdits(earlier: SettingsEdit, later: SettingsEdit): SettingsEdit {
  return {
    kind: 'settings',
    before: overlay(later.before, earlier.before),
    after: overlay(earlier.after, later.after),
  };
}

/** `over` where both say something. */
function overlay(under: SettingsTarget, over: SettingsTarget): SettingsTarget {
  const entries = new Map(
    [...(under.model_materials ?? []), ...(over.model_materials ?? [])].map((target) => [target.id, target]),
  );
  return {
    ...under,
    ...over,
    ...((under.render_settings ?? over.render_settings) && {
      render_settings: { ...under.render_settings, ...over.render_settings },
    }),
    ...(entries.size > 0 && { model_materials: [...entries.values()] }),
  };
}

function pickChanged(to: Look, from: Look): Partial<Look> {
  return pickFields(to, listDifferences(to, from));
}

/** What must happen to `from` for it to be `to`. */
function targetEntries(from: readonly ModelMaterial[], to: readonly ModelMaterial[]): EntryTarget[] {
  const known = new Map(from.map((entry) => [entry.id, entry]));
  const targets: EntryTarget[] = to
    .map((entry, index) => ({ id: entry.id, index, entry }))
    .filter(({ id, entry }) => !isSameValue(entry, known.get(id)));
  const kept = new Set(to.map(({ id }) => id));
  for (const [index, { id }] of from.entries()) if (!kept.has(id)) targets.push({ id, index, entry: null });
  return targets;
}

/**
 * Entries that are not named stay. An independent instance has the number that it has now, or the next free one where another
 * one has its own by now: numbers are given anew where two devices' work meets.
 *
 * @param isOther The entries are of another model than those that are there.
 */
function placeEntries(
  entries: readonly ModelMaterial[],
  targets: readonly EntryTarget[],
  isOther: boolean,
): ModelMaterial[] {
  const named = new Map(targets.map((target) => [target.id, target]));
  const kept = isOther ? [] : entries.filter(({ id }) => named.get(id)?.entry !== null);
  const numbers = new Map(kept.map(({ id, instanceIndex }) => [id, instanceIndex]));
  const taken = new Set(numbers.values());
  const next = entries.filter(({ id }) => !named.has(id));
  for (const { index, entry } of [...targets].sort((a, b) => a.index - b.index)) {
    if (entry === null) continue;
    let number = numbers.get(entry.id);
    if (number === undefined) {
      number = entry.instanceIndex;
      while (number !== null && taken.has(number)) number += 1;
      taken.add(number);
    }
    next.splice(Math.min(index, next.length), 0, { ...entry, instanceIndex: number });
  }
  return next;
}
