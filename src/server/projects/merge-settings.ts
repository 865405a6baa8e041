import type { StoredSettings } from '../db/schema.ts';

/** Settings of which any may be left out, as a parsed request body has them. */
type Change = { readonly [Key in keyof StoredSettings]?: StoredSettings[Key] | undefined };

/** Writes what a change names over the settings; what it leaves out stays. Neither argument is changed. */
export function mergeSettings(settings: StoredSettings, change: Change): StoredSettings {
  const named = Object.entries(change).filter(([, value]) => value !== undefined);
  return { ...settings, ...(Object.fromEntries(named) as Partial<StoredSettings>) };
}
