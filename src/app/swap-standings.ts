import { KEPT_STANDINGS_MAX } from '../contract/constants.ts';
import type { KeptStanding, ProjectSettings } from '../contract/http/projects.ts';
import type { ContentHash } from '../contract/ids.ts';

/**
 * One model of a project takes the place of another: keeps how the one that goes stands, and finds how the one that
 * comes stood here last (F16).
 *
 * @returns `standing` is null for a model that is new to the project or was forgotten for newer ones.
 */
export function swapStandings(
  { model_hash, model_normalisation, render_settings: look }: ProjectSettings,
  coming: ContentHash,
): { readonly standing: KeptStanding | null; readonly kept: KeptStanding[] } {
  const standing = look.kept_standings.find((entry) => entry.model_hash === coming) ?? null;
  const others = look.kept_standings.filter(
    (entry) => entry.model_hash !== coming && entry.model_hash !== model_hash,
  );
  const going = model_hash === null ? [] : [{ model_hash, model_normalisation, up_axis: look.up_axis }];
  return { standing, kept: [...others, ...going].slice(-KEPT_STANDINGS_MAX) };
}
