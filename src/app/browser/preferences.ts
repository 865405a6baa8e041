import { z } from 'zod';
import { keepJson, recallJson } from './kept-json.ts';
import type { Outside } from './outside.ts';

/** Where a person's choices for this device stand in local storage; the language has a place of its own. */
const PREFERENCES_KEY = 'vitrine_preferences';

/** `automatic`: millimetres, centimetres or metres, whichever reads best. */
export const UNITS = ['automatic', 'metres', 'centimetres', 'inches'] as const;
export type Units = (typeof UNITS)[number];
/** `system`: as the device asks. */
export const MOTIONS = ['system', 'less', 'full'] as const;

/** Where an order is drawn: by workers of this device, or by an engine of the server. */
export const PLACES = ['device', 'server'] as const;
export type Place = (typeof PLACES)[number];

const Stored = z.object({
  units: z.enum(UNITS).catch('automatic'),
  motion: z.enum(MOTIONS).catch('system'),
  /** Of projects that are begun from now on (L15). */
  toneMapping: z.enum(['neutral', 'agx']).catch('neutral'),
  /** Where orders are drawn while there is a connection. */
  place: z.enum(PLACES).catch('server'),
  /** Whether letters, digits and signs alone are shortcuts: who speaks to the computer sends them by accident. */
  singleKeys: z.boolean().catch(true),
});
/** What a person wants of the page on this device. */
export type Preferences = z.infer<typeof Stored>;

export const DEFAULT_PREFERENCES: Readonly<Preferences> = {
  units: 'automatic',
  motion: 'system',
  toneMapping: 'neutral',
  place: 'server',
  singleKeys: true,
};

/** What was chosen here before; defaults for what was not, or cannot be read. */
export function recallPreferences(storage: Pick<Outside['localStorage'], 'getItem'>): Preferences {
  return recallJson(storage, PREFERENCES_KEY, Stored) ?? { ...DEFAULT_PREFERENCES };
}

/** Keeps choices for the next visits. */
export function keepPreferences(
  storage: Pick<Outside['localStorage'], 'setItem'>,
  preferences: Preferences,
): void {
  keepJson(storage, PREFERENCES_KEY, preferences);
}
