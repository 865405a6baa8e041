import { defaultSettings } from '../../contract/http/default-settings.ts';
import type {
  BackgroundSpec,
  CameraPose,
  EngineBuild,
  RenderQuality,
  RenderSpec,
} from '../../contract/render-spec.ts';
import { copyFloor } from '../../contract/scene/floor-defaults.ts';
import type { RigPreset } from '../../contract/scene/light-rig.ts';
import type { MaterialDressing } from '../../contract/scene/material-dressing.ts';
import { turnToAxis } from '../../contract/scene/up-axis.ts';
import { openRigPreset } from '../../tracer/light/rig-presets.ts';
import { multiply } from '../../tracer/matrix.ts';
import type { OpenedModel } from '../model/open-model.ts';
import type { HeldFiles } from './held-files.ts';

/** What a picture is asked for with, everything read. */
export interface PictureWishes {
  readonly dressings: readonly MaterialDressing[];
  readonly camera: CameraPose;
  readonly background: BackgroundSpec;
  /** The product alone is wanted: its layer is made beside the picture. */
  readonly isTransparent: boolean;
  readonly light: RigPreset | null;
  readonly width: number;
  readonly height: number;
  readonly quality: RenderQuality;
  readonly seed: string;
}

/**
 * The recipe of one picture: what the server freezes of an order from a project that nothing else was set in. All that is
 * not wished for has the contract's defaults.
 */
export function describeRecipe(
  model: OpenedModel,
  wishes: PictureWishes,
  engineBuild: EngineBuild,
  files: HeldFiles,
): RenderSpec {
  const settings = defaultSettings();
  const { render_settings: look } = settings;
  const modelHash = files.hold(model.glb);
  return {
    version: 1,
    engineBuild,
    scene: {
      modelHash,
      modelName: model.name,
      normalisation: [...model.report.normalisation],
      modelTransform: [...multiply(turnToAxis(look.up_axis), look.model_transform)],
      hiddenNodes: [...model.hiddenNodes],
      variant: look.variant,
      pose: look.pose,
      dressings: [...wishes.dressings],
      toneMapping: look.tone_mapping,
      exposure: look.exposure,
      lighting: look.lighting,
      lightRig: wishes.light === null ? look.light_rig : openRigPreset(wishes.light),
      environment: look.environment,
      shadowIntensity: look.shadow_intensity,
      floor: copyFloor(look.floor),
    },
    camera: wishes.camera,
    background: wishes.background,
    style: null,
    masks: [],
    // Nobody took a picture of a stage. A recipe names one: the model is a file that is always there.
    passes: { snapshot: modelHash, outline: null, depth: null, normal: null, alpha: null, lightmap: null },
    positivePrompt: settings.positive_prompt,
    negativePrompt: settings.negative_prompt,
    useNegativePrompt: settings.use_negative_prompt,
    creativity: settings.creativity,
    seed: wishes.seed,
    isSeedFixed: true,
    batchSize: 1,
    widthPx: wishes.width,
    heightPx: wishes.height,
    quality: wishes.quality,
    ...(wishes.isTransparent && { keepsLayers: true as const }),
  };
}
