import { STAGE_BACKGROUND } from '../../../contract/constants.ts';
import { environmentHashOf } from '../../../contract/files/list-recipe-files.ts';
import type { ProjectSettings } from '../../../contract/http/projects.ts';
import type { ContentHash, MaterialId } from '../../../contract/ids.ts';
import type { BackgroundSpec, RenderSpec } from '../../../contract/render-spec.ts';
import type { ModelMaterial } from '../../../contract/scene/dressed-material.ts';
import { FILE_LIGHTS_BEFORE } from '../../../contract/scene/file-lights.ts';
import { copyFloor, FLOOR_BEFORE } from '../../../contract/scene/floor-defaults.ts';
import type { Gradient } from '../../../contract/scene/gradient.ts';
import { swapStandings } from '../../../contract/scene/swap-standings.ts';
import { standUpright, UP_AXES, type UpAxis } from '../../../contract/scene/up-axis.ts';
import { multiply } from '../../../tracer/matrix.ts';
import { cleanName, listMaterials, materialEntry, withMaterialEntry } from '../../model/list-materials.ts';
import { reportInVariant } from '../../model/report-in-variant.ts';
import type { ModelRow } from '../../values/model-table.ts';
import type { EditableSettings } from '../../values/settings-edit.ts';
import { type FoundFiles, itemWith } from './find-files.ts';
import { readDressings } from './read-dressings.ts';

/** Something of a recipe that cannot be had here, with its name where it has one. */
export interface MissingPart {
  readonly kind: 'model' | 'material' | 'label' | 'background' | 'style' | 'environment' | 'light-map' | 'ai';
  readonly name: string;
}

/** What a recipe becomes in the editor. Selection and camera are not in the settings: they have steps of their own. */
export interface ReadRecipe {
  readonly settings: Partial<EditableSettings>;
  readonly missing: readonly MissingPart[];
}

export interface RecipeWorld {
  /** The project as it stands. */
  readonly now: ProjectSettings;
  /** The recipe's model on this device; null: the project keeps its own, and only what suits any model is taken. */
  readonly model: ModelRow | null;
  readonly found: FoundFiles;
  /** Pictures that are on this device. */
  readonly here: ReadonlySet<ContentHash>;
  readonly makeId: () => MaterialId;
}

/**
 * Settings of a project that make the same picture as a recipe.
 *
 * @param imageIndex Which picture of the batch: image i has the seed + i.
 */
export function readRecipe(recipe: RenderSpec, imageIndex: number, world: RecipeWorld): ReadRecipe {
  const { now, model, found } = world;
  const { scene } = recipe;
  const { fields: background, missing: noBackground } = readBackground(recipe.background, now, found);
  const styleId =
    recipe.style === null ? null : itemWith(found, recipe.style.imageHash, 'style', recipe.style.libraryId);
  const dressed = model === null ? null : dressModel(recipe, world, model);
  const light = environmentHashOf(scene);
  const isDark = light !== null && !world.here.has(light);
  const look = {
    ...now.render_settings,
    tone_mapping: scene.toneMapping,
    exposure: scene.exposure,
    lighting: scene.lighting ?? ('studio' as const),
    light_rig: scene.lightRig ?? null,
    file_lights: { ...(scene.fileLights ?? FILE_LIGHTS_BEFORE) },
    environment: isDark ? null : (scene.environment ?? null),
    shadow_intensity: scene.shadowIntensity ?? 1,
    floor: copyFloor(scene.floor ?? FLOOR_BEFORE),
    width: recipe.widthPx,
    height: recipe.heightPx,
    quality: recipe.quality,
    batch_size: 1,
    output_px: recipe.outputPx ?? null,
    workflow: recipe.workflow ?? null,
    keep_layers: recipe.keepsLayers ?? false,
    ...(recipe.engineBuild.engine === 'comfyui' && { keep_product: recipe.keepsProduct ?? ('off' as const) }),
    background_gradient: background.gradient,
    ...dressed?.look,
  };
  const isStyleGone = recipe.style !== null && styleId === null;
  return {
    settings: {
      ...dressed?.fields,
      positive_prompt: recipe.positivePrompt,
      negative_prompt: recipe.negativePrompt,
      use_negative_prompt: recipe.useNegativePrompt,
      creativity: recipe.creativity,
      fix_seed: true,
      seed: String(Math.min(Number(recipe.seed) + imageIndex, Number.MAX_SAFE_INTEGER)),
      background_id: background.id,
      background_color: background.colour,
      background_fidelity: background.fidelity,
      style_id: styleId,
      style_strength: recipe.style?.strength ?? now.style_strength,
      render_settings: look,
    },
    missing: [
      ...(dressed?.missing ?? []).map((name) => ({ kind: 'material' as const, name })),
      ...(dressed?.missingLabels ?? []).map((name) => ({ kind: 'label' as const, name })),
      ...noBackground,
      ...(isDark ? [{ kind: 'environment' as const, name: nameOf(scene) }] : []),
      ...(isStyleGone ? [{ kind: 'style' as const, name: recipe.style?.name ?? '' }] : []),
    ],
  };
}

function nameOf({ environment }: RenderSpec['scene']): string {
  return environment?.kind === 'picture' ? environment.name : '';
}

function dressModel(recipe: RenderSpec, { now, found, here, makeId }: RecipeWorld, model: ModelRow) {
  const { scene } = recipe;
  const isSame = now.model_hash === model.hash;
  const { standing, kept } = swapStandings(now, model.hash);
  const knownAxis = isSame ? now.render_settings.up_axis : (standing?.up_axis ?? 'Y_UP');
  const { axis, transform } = splitStanding(scene.modelTransform, knownAxis);
  const { entries, missing } = readDressings(
    scene.dressings,
    model.report,
    isSame ? now.model_materials : [],
    found,
    here,
    makeId,
  );
  const labels = scene.labels ?? [];
  const known = labels.filter(({ imageHash }) => here.has(imageHash));
  return {
    missing,
    missingLabels: labels.filter((label) => !known.includes(label)).map(({ name }) => name),
    fields: {
      model_hash: model.hash,
      model_name: isSame ? now.model_name : model.name,
      model_normalisation: [...scene.normalisation],
      model_materials: lockParts(recipe, entries, model, isSame ? now.model_materials : []),
    },
    look: {
      hidden_nodes: [...scene.hiddenNodes],
      variant: scene.variant ?? null,
      pose: scene.pose ?? null,
      labels: known,
      model_transform: transform,
      up_axis: axis,
      ...(isSame ? {} : { kept_standings: kept }),
    },
  };
}

/**
 * What an AI engine was told to keep is protected. A recipe of the built-in engine, which repaints nothing, says nothing of
 * it: what is protected in the project stays so.
 */
function lockParts(
  recipe: RenderSpec,
  entries: readonly ModelMaterial[],
  model: ModelRow,
  before: readonly ModelMaterial[],
): ModelMaterial[] {
  const isStudio = recipe.engineBuild.engine === 'studio';
  const kept = new Set(before.filter(({ isProtected }) => isProtected).map(({ id }) => id));
  const named = new Set(recipe.masks.flatMap((mask) => (mask.isLocked ? mask.originalNames : [])));
  const report = reportInVariant(model.report, recipe.scene.variant ?? null);
  let locked = [...entries];
  for (const row of listMaterials(report, entries)) {
    const isProtected = isStudio ? kept.has(row.id) : named.has(cleanName(row.file.name));
    if (isProtected) locked = withMaterialEntry(locked, { ...materialEntry(row), isProtected });
  }
  return locked;
}

/**
 * The axis and the transform tool's matrix that stand a model as a recipe says. The recipe has their product; an axis
 * that leaves the tool without a turn is the one that was chosen, the project's own the likeliest of several.
 */
export function splitStanding(
  product: readonly number[],
  known: UpAxis,
): { readonly axis: UpAxis; readonly transform: number[] } {
  const rest = (axis: UpAxis): number[] => [...multiply(standUpright(axis), product)];
  const axis = [known, ...UP_AXES].find((candidate) => !isTurned(rest(candidate))) ?? known;
  return { axis, transform: rest(axis).map((cell) => cell + 0) };
}

function isTurned(matrix: readonly number[]): boolean {
  const off = [1, 2, 4, 6, 8, 9].some((cell) => Math.abs(matrix[cell] ?? 0) > 1e-6);
  return off || [0, 5, 10].some((cell) => (matrix[cell] ?? 0) <= 0);
}

interface ReadBackground {
  readonly id: ProjectSettings['background_id'];
  readonly colour: string | null;
  readonly fidelity: number;
  readonly gradient: Gradient | null;
}

function readBackground(
  background: BackgroundSpec,
  now: ProjectSettings,
  found: FoundFiles,
): { readonly fields: ReadBackground; readonly missing: MissingPart[] } {
  const plain = { id: null, colour: STAGE_BACKGROUND, fidelity: now.background_fidelity, gradient: null };
  if (background.kind === 'colour') {
    return { fields: { ...plain, colour: background.colour }, missing: [] };
  }
  const { fidelity } = background;
  if (background.kind === 'gradient') {
    const stops = [
      { at: 0, colour: background.from },
      { at: 1, colour: background.to },
    ];
    const gradient: Gradient = { kind: 'linear', angleDegrees: 180, stops };
    return { fields: { ...plain, colour: now.background_color, fidelity, gradient }, missing: [] };
  }
  const { gradient, imageHash, libraryId, name } = background;
  if (gradient !== undefined) {
    return { fields: { ...plain, colour: now.background_color, fidelity, gradient }, missing: [] };
  }
  const id = itemWith(found, imageHash, 'background', libraryId);
  if (id === null) return { fields: plain, missing: [{ kind: 'background', name }] };
  return { fields: { ...plain, id, colour: now.background_color, fidelity }, missing: [] };
}
