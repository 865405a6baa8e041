import { opticsOf } from '../../../contract/camera/camera-optics.ts';
import { fitText } from '../../../contract/files/fit-text.ts';
import { fidelityToWire } from '../../../contract/scene/background-fidelity.ts';
import { decimal } from '../../values/decimal.ts';
import type { OrderRequest } from '../../values/order-request.ts';

/** As long as the server takes a name. */
const NAME_LENGTH = 255;

/**
 * The text fields of POST /api/render/ in a fixed sequence (S3 7, L13), but for `project_id`: the same request is the same
 * bytes, so that a repeat is the same order (L2).
 */
export function writeOrderFields(request: OrderRequest): [string, string][] {
  const { camera, background } = request;
  const view = {
    position: camera.position,
    target: camera.target,
    fov: camera.fovDegrees,
    up: camera.up,
    quaternion: camera.quaternion,
    ...opticsOf(camera),
  };
  const fields: [string, string][] = [
    ['renderview_parameters', JSON.stringify(view)],
    ['scene', JSON.stringify(request.scene)],
    ['positive_prompt', request.positivePrompt],
    ['negative_prompt', request.negativePrompt],
    ['use_negative_prompt', String(request.usesNegativePrompt)],
    ['creativity', decimal(request.creativity)],
    ['style_strength', decimal(request.styleStrength)],
    ['background_fidelity', decimal(fidelityToWire(request.backgroundFidelity))],
    ['fix_seed', String(request.fixesSeed)],
    ['batch_size', String(request.imageCount)],
    ['width', String(request.widthPx)],
    ['height', String(request.heightPx)],
    ['quality', request.quality],
  ];
  const add = (name: string, value: string | number | null): void => {
    if (value !== null) fields.push([name, String(value)]);
  };
  add('style_id', request.styleId);
  if (background.kind === 'item') add('background_id', background.id);
  else if (background.kind === 'gradient') {
    add('background_hash', background.hash);
    add('background_gradient', JSON.stringify(background.gradient));
  } else add('background_color', background.colour);
  add('seed', request.seed);
  if (request.viewIds.length > 0) add('view_ids', JSON.stringify(request.viewIds));
  if (request.group !== null) add('group', JSON.stringify(request.group));
  add('engine', request.engine);
  add('output_px', request.outputPx);
  add('workflow', request.workflow);
  if (request.drawsWithout === true) add('draws_without', 'true');
  if (request.keepsLayers === true) add('keep_layers', 'true');
  add('keep_product', request.keepsProduct ?? null);
  // Also a no: where it is absent, a yes to what is left out counts for this too.
  add('paints_product', String(request.paintsProduct === true));
  for (const [index, mask] of request.masks.entries()) {
    const { name, originalNames } = mask;
    add(`masks[${index}][material_id]`, mask.materialId);
    add(`masks[${index}][mask_name]`, fitText(originalNames.join(', ') || name, NAME_LENGTH));
    add(`masks[${index}][material_name]`, fitText(name, NAME_LENGTH));
    add(
      `masks[${index}][original_names]`,
      JSON.stringify(originalNames.map((one) => fitText(one, NAME_LENGTH))),
    );
    add(`masks[${index}][is_prioritized]`, 'true');
    add(`masks[${index}][priority]`, mask.priority);
    add(`masks[${index}][material_index]`, mask.materialIndex);
    if (mask.isLocked) add(`masks[${index}][locked]`, 'true');
  }
  fields.push(['prioritization_info', JSON.stringify(request.prioritization)]);
  return fields;
}
