import type { PatchProjectBody } from '../../contract/http/projects.ts';
import type { StoredSettings } from '../db/schema/projects.ts';

/** What a request names of the settings that are stored together. */
export type SettingsChange = Pick<PatchProjectBody, keyof StoredSettings>;

/**
 * Writes what a change names over the settings; what it leaves out stays, also of `render_settings`. Neither argument
 * is changed.
 */
export function mergeSettings(settings: StoredSettings, change: SettingsChange): StoredSettings {
  const { render_settings, ...rest } = change;
  return {
    ...settings,
    ...named(rest),
    render_settings: { ...settings.render_settings, ...named(render_settings ?? {}) },
  };
}

/** A parsed body has `undefined` for what it does not name. */
function named<T extends object>(change: T): { [Key in keyof T]?: Exclude<T[Key], undefined> } {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as never;
}
