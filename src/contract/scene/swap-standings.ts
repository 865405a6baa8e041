import { IDENTITY_MATRIX, KEPT_MATERIALS_MAX, KEPT_STANDINGS_MAX } from '../constants.ts';
import type { KeptStanding, ProjectSettings } from '../http/projects.ts';
import type { ContentHash } from '../ids.ts';

/** Settings of a project that say how its models stand. */
export type StandingSettings = Pick<
  ProjectSettings,
  'model_hash' | 'model_name' | 'model_normalisation' | 'model_materials' | 'render_settings'
>;
/** What of them belongs to the model that is shown, but for its names. */
export type StoodSettings = Pick<
  StandingSettings,
  'model_normalisation' | 'model_materials' | 'render_settings'
>;

/** What becomes of a project's models when one takes the place of another. */
export interface SwappedStandings {
  /** How the one that comes was left; null for one that is new to the project or was forgotten for newer ones. */
  readonly standing: KeptStanding | null;
  readonly kept: KeptStanding[];
  /** Those whose materials there is no room for any more. */
  readonly undressed: readonly KeptStanding[];
}

/** One model of a project takes the place of another: keeps how the one that goes was left. */
export function swapStandings(settings: StandingSettings, coming: ContentHash): SwappedStandings {
  const { kept_standings: known } = settings.render_settings;
  const standing = known.find((entry) => entry.model_hash === coming) ?? null;
  const others = known.filter(
    ({ model_hash }) => model_hash !== coming && model_hash !== settings.model_hash,
  );
  const going = standingOf(settings);
  const fitting = fitStandings(going === null ? others : [...others, going]);
  return { standing, ...fitting };
}

/** The model that the project shows, as it would be kept; null for none. */
export function standingOf({ render_settings: look, ...settings }: StandingSettings): KeptStanding | null {
  if (settings.model_hash === null) return null;
  return {
    model_hash: settings.model_hash,
    up_axis: look.up_axis,
    model_normalisation: settings.model_normalisation,
    model_name: settings.model_name,
    // Addresses are good for a day.
    model_materials: settings.model_materials.map((entry) => ({ ...entry, texturePath: null })),
    material_selection: look.material_selection,
    hidden_nodes: look.hidden_nodes,
    variant: look.variant,
    pose: look.pose,
    labels: look.labels,
    model_transform: look.model_transform,
    camera: look.camera,
    camera_at: look.camera_at,
  };
}

/**
 * As many as a project keeps, the newest; of too many materials those of the models that went first go.
 *
 * @param standings Newest last.
 */
export function fitStandings(
  standings: readonly KeptStanding[],
): Pick<SwappedStandings, 'kept' | 'undressed'> {
  const kept: KeptStanding[] = [];
  const undressed: KeptStanding[] = [];
  let materials = 0;
  for (const entry of standings.slice(-KEPT_STANDINGS_MAX).reverse()) {
    materials += entry.model_materials.length;
    const isFitting = materials <= KEPT_MATERIALS_MAX || entry.model_materials.length === 0;
    if (!isFitting) undressed.push(entry);
    kept.unshift(isFitting ? entry : { ...entry, model_materials: [], material_selection: null });
  }
  return { kept, undressed };
}

/** How a project has one of its models: as it shows it, or as it was left there; null for one that it does not know. */
export function findStanding(settings: StandingSettings, hash: ContentHash): KeptStanding | null {
  if (settings.model_hash === hash) return standingOf(settings);
  return settings.render_settings.kept_standings.find((entry) => entry.model_hash === hash) ?? null;
}

/**
 * The part of settings that a model brings along: as it was left, else as it is first opened.
 *
 * @param first What its file says of a model that nothing was done to.
 */
export function standAs(
  { render_settings }: Pick<StandingSettings, 'render_settings'>,
  standing: KeptStanding | null,
  first: Partial<Pick<KeptStanding, 'model_normalisation' | 'hidden_nodes'>> = {},
): StoodSettings {
  return {
    model_normalisation: standing?.model_normalisation ?? first.model_normalisation ?? null,
    model_materials: standing?.model_materials ?? [],
    render_settings: {
      ...render_settings,
      hidden_nodes: standing?.hidden_nodes ?? first.hidden_nodes ?? [],
      variant: standing?.variant ?? null,
      pose: standing?.pose ?? null,
      labels: standing?.labels ?? [],
      camera: standing?.camera ?? null,
      camera_at: standing?.camera_at ?? null,
      model_transform: standing?.model_transform ?? [...IDENTITY_MATRIX],
      material_selection: standing?.material_selection ?? null,
      up_axis: standing?.up_axis ?? 'Y_UP',
    },
  };
}

/**
 * Settings as they would be if the project showed a model.
 *
 * @param standing How the model stands there; null: nothing was done to it. Not read where the project shows it.
 */
export function turnTo<Settings extends StandingSettings>(
  settings: Settings,
  hash: ContentHash,
  standing: KeptStanding | null,
): Settings {
  if (settings.model_hash === hash) return settings;
  const model_name = standing?.model_name ?? null;
  return { ...settings, ...standAs(settings, standing), model_hash: hash, model_name };
}

/**
 * Settings of a project that shows another of its models, or a new one, from now on: the one that goes is kept as it was
 * left. In a project that showed none they are those of the model that comes.
 */
export function changeModel<Settings extends StandingSettings>(
  settings: Settings,
  hash: ContentHash,
): Settings {
  if (settings.model_hash === null) return { ...settings, model_hash: hash };
  if (settings.model_hash === hash) return settings;
  const { standing, kept } = swapStandings(settings, hash);
  const turned = turnTo(settings, hash, standing);
  return { ...turned, render_settings: { ...turned.render_settings, kept_standings: kept } };
}
