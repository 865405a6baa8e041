import { PROMPT_MAX_LENGTH, STAGE_BACKGROUND } from '../../../contract/constants.ts';
import { fitText } from '../../../contract/files/fit-text.ts';
import type { ProjectSettings } from '../../../contract/http/projects.ts';
import type { RenderGroup } from '../../../contract/http/renders.ts';
import type { ContentHash } from '../../../contract/ids.ts';
import type { CameraPose, SceneSpec } from '../../../contract/render-spec.ts';
import type { EnginePlan } from '../../model/plan-engine.ts';
import { countImages } from '../../model/price-order.ts';
import type { MaskGroup, PrioritizationInfo } from '../../model/prioritise-materials.ts';

/** A mask that goes into the order; its image is the file `masks[i][mask_image]`. */
export interface OrderMask {
  readonly group: MaskGroup;
}

export interface OrderDraft {
  readonly settings: ProjectSettings;
  readonly scene: SceneSpec;
  readonly camera: CameraPose;
  readonly masks: readonly OrderMask[];
  readonly info: PrioritizationInfo;
  /** Picture of the gradient that stands behind the product; null where none does. */
  readonly backdropHash: ContentHash | null;
  readonly plan: Pick<EnginePlan, 'engine' | 'outputPx' | 'workflow'>;
  /** Saved views that it shows, by uuid. */
  readonly viewIds: readonly string[];
  /** What it is of a set, with the seed that all of it share. */
  readonly inSet: { readonly group: RenderGroup; readonly seed: string } | null;
}

/** The text fields of POST /api/render/ in a fixed sequence (S3 7, L13); `project_id` is added when it is sent. */
export function buildOrderFields(draft: OrderDraft): [string, string][] {
  const { settings, camera, plan, inSet } = draft;
  const look = settings.render_settings;
  const view = {
    position: camera.position,
    target: camera.target,
    fov: camera.fovDegrees,
    up: camera.up,
    quaternion: camera.quaternion,
  };
  const fields: [string, string][] = [
    ['renderview_parameters', JSON.stringify(view)],
    ['scene', JSON.stringify(draft.scene)],
    ['positive_prompt', cleanPrompt(settings.positive_prompt)],
    ['negative_prompt', cleanPrompt(settings.negative_prompt)],
    ['use_negative_prompt', String(settings.use_negative_prompt)],
    ['creativity', decimal(settings.creativity)],
    ['style_strength', decimal(settings.style_strength)],
    ['background_fidelity', decimal(1 - 0.95 * settings.background_fidelity)],
    ['fix_seed', String(settings.fix_seed)],
    ['batch_size', String(countImages(settings))],
    ['width', String(look.width)],
    ['height', String(look.height)],
    ['quality', look.quality],
  ];
  if (settings.style_id !== null) fields.push(['style_id', String(settings.style_id)]);
  if (settings.background_id !== null) fields.push(['background_id', String(settings.background_id)]);
  else if (draft.backdropHash !== null) {
    fields.push(['background_hash', draft.backdropHash]);
    fields.push(['background_gradient', JSON.stringify(look.background_gradient)]);
  } else fields.push(['background_color', settings.background_color ?? STAGE_BACKGROUND]);
  const seed = inSet?.seed ?? (settings.fix_seed ? settings.seed : null);
  if (seed !== null) fields.push(['seed', seed]);
  if (draft.viewIds.length > 0) fields.push(['view_ids', JSON.stringify(draft.viewIds)]);
  if (inSet !== null) fields.push(['group', JSON.stringify(inSet.group)]);
  if (plan.engine !== null) fields.push(['engine', plan.engine]);
  if (plan.outputPx !== null) fields.push(['output_px', String(plan.outputPx)]);
  if (plan.workflow !== null) fields.push(['workflow', plan.workflow]);
  for (const [index, { group }] of draft.masks.entries()) {
    fields.push(
      [`masks[${index}][material_id]`, group.id],
      [`masks[${index}][mask_name]`, fitText(group.originalNames.join(', ') || group.name, 255)],
      [`masks[${index}][material_name]`, fitText(group.name, 255)],
      [
        `masks[${index}][original_names]`,
        JSON.stringify(group.originalNames.map((name) => fitText(name, 255))),
      ],
      [`masks[${index}][is_prioritized]`, 'true'],
      [`masks[${index}][priority]`, String(group.priority)],
      [`masks[${index}][material_index]`, String((group.slots[0] ?? 0) - 1)],
    );
    if (group.isLocked) fields.push([`masks[${index}][locked]`, 'true']);
  }
  fields.push(['prioritization_info', JSON.stringify(draft.info)]);
  return fields;
}

/** Trimmed on the way out, so that typing a space does not lose it (H13), and cut to the specified length. */
function cleanPrompt(prompt: string): string {
  return prompt.trim().slice(0, PROMPT_MAX_LENGTH);
}

/** At most four decimals: 0.05, not 0.050000000000000044. */
function decimal(value: number): string {
  return String(Number(value.toFixed(4)));
}
