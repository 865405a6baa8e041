import { captureSize } from '../../../contract/camera/picture-frame.ts';
import { PROMPT_MAX_LENGTH, WEBP_PHOTO_QUALITY } from '../../../contract/constants.ts';
import { AppError, isFailure } from '../../../contract/failure.ts';
import { fitText } from '../../../contract/files/fit-text.ts';
import type { AssetType } from '../../../contract/http/libraries.ts';
import type { ProjectSettings } from '../../../contract/http/projects.ts';
import type { LibraryItemId } from '../../../contract/ids.ts';
import type { CapturedPasses } from '../../../contract/viewer-api.ts';
import type { App } from '../../core/app.ts';
import { currentSettings } from '../../core/edit-settings.ts';
import { pinModel, requireShown } from '../../core/pin-model.ts';
import { chooseModelMasks } from '../../model/choose-masks.ts';
import { listMaterials } from '../../model/list-materials.ts';
import type { MaskGroup } from '../../model/prioritise-materials.ts';
import { reportInVariant } from '../../model/report-in-variant.ts';
import { captureLightMap } from '../../scene/capture-light-map.ts';
import { loadLibraryImage, wornItemQuery } from '../../scene/library.ts';
import { stageDressings } from '../../scene/stage-dressings.ts';
import { untilDressed } from '../../scene/until-dressed.ts';
import { copyPlain } from '../../values/copy-plain.ts';
import type { BundleContent, BundleMaterial } from './plan-bundle.ts';

/**
 * The content of the bundle of the scene as it stands: what an order pressed now would show, with the same masks. Sends
 * nothing.
 *
 * @throws AppError `export-empty` without a model, `graphics-unavailable`, `capture-too-large`, `worker-crashed`,
 *   `model-changed`.
 */
export async function collectScene(app: App, signal: AbortSignal): Promise<BundleContent> {
  const viewer = app.viewer.current;
  if (viewer === null) throw new AppError({ code: 'export-empty' });
  await untilDressed(app);
  const { modelHash } = app.state.stage;
  if (modelHash === null) throw new AppError({ code: 'export-empty' });
  const isShown = pinModel(app);
  requireShown(isShown);
  const settings = copyPlain(currentSettings(app));
  const model = await app.db.run(() => app.db.models.get(modelHash));
  if (model === undefined) throw new AppError({ code: 'export-empty' });
  const look = settings.render_settings;
  const { width, height } = captureSize(look.width, look.height);
  const materials = listMaterials(reportInVariant(model.report, look.variant), settings.model_materials);
  const { groups } = chooseModelMasks(materials, look.material_selection, false);

  const camera = await viewer.api.camera();
  const passes = await viewer.api.capturePasses(camera, width, height, ['snapshot', 'ids']);
  signal.throwIfAborted();
  requireShown(isShown);
  if (passes.snapshot === null) {
    throw new AppError({ code: 'graphics-unavailable', reason: 'the snapshot came back empty' });
  }
  const [viewerImage, masks, { staged }, background, style, lightMap] = await Promise.all([
    app.compute(signal).encodeWebp(passes.snapshot, width, height, WEBP_PHOTO_QUALITY),
    makeMasks(app, passes, groups, signal),
    stageDressings(app, model, settings),
    loadBackground(app, settings, width, height, signal),
    loadWorn(app, 'style', settings.style_id, signal),
    captureLightMap(app, modelHash, camera, width, height),
  ]);
  return {
    source: { kind: 'scene' },
    model: { name: model.name, sha256: model.hash },
    width,
    height,
    seed: settings.seed,
    is_seed_fixed: settings.fix_seed,
    viewerImage,
    background,
    style,
    prompt: cleanPrompt(settings.positive_prompt),
    negativePrompt: settings.use_negative_prompt ? cleanPrompt(settings.negative_prompt) : '',
    creativity: settings.creativity,
    styleStrength: settings.style_strength,
    backgroundFidelity: settings.background_fidelity,
    materials: masks.map(({ group, mask }): BundleMaterial => {
      const worn = staged.find(({ dressing }) => group.slots.includes(dressing.materialIndex + 1));
      return { name: group.name, mask, texture: worn?.texture ?? null };
    }),
    lightMap,
  };
}

/** What this view shows of each group; a material that is not in sight has no mask. */
async function makeMasks(
  app: App,
  { ids, widthPx, heightPx }: CapturedPasses,
  groups: readonly MaskGroup[],
  signal: AbortSignal,
): Promise<{ group: MaskGroup; mask: Blob }[]> {
  if (ids === null || groups.length === 0) return [];
  try {
    const slots = groups.map((group) => group.slots);
    const masks = await app.compute(signal).encodeMasks(ids, widthPx, heightPx, slots);
    return masks.flatMap(({ image, coverage }, index) => {
      const group = groups[index];
      return group === undefined || coverage === 0 ? [] : [{ group, mask: image }];
    });
  } catch (error) {
    if (isFailure(error, 'no-matching-materials')) return [];
    throw error;
  }
}

async function loadBackground(
  app: App,
  settings: ProjectSettings,
  widthPx: number,
  heightPx: number,
  signal: AbortSignal,
): Promise<Blob | null> {
  const { background_gradient: gradient } = settings.render_settings;
  if (settings.background_id === null && gradient !== null) {
    return app.compute(signal).drawGradient(gradient, widthPx, heightPx);
  }
  return loadWorn(app, 'background', settings.background_id, signal);
}

async function loadWorn(
  app: App,
  assetType: AssetType,
  id: LibraryItemId | null,
  signal: AbortSignal,
): Promise<Blob | null> {
  if (id === null) return null;
  const item = await app.queries.ensureQueryData(wornItemQuery(app, assetType, id));
  return loadLibraryImage(app, assetType, item.image_hash, item.image, signal);
}

/** As an order sends it. */
function cleanPrompt(prompt: string): string {
  return fitText(prompt.trim(), PROMPT_MAX_LENGTH);
}
