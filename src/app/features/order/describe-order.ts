import { PROMPT_MAX_LENGTH, STAGE_BACKGROUND } from '../../../contract/constants.ts';
import type { ProjectSettings } from '../../../contract/http/projects.ts';
import type { RenderGroup } from '../../../contract/http/render-orders.ts';
import type { EnginePlan } from '../../model/plan-engine.ts';
import { countImages } from '../../model/price-order.ts';
import type { OrderBackground, OrderRequest } from '../../values/order-request.ts';
import type { KeptGradient } from './keep-gradient.ts';

/** All that an order is made of, but for its pictures. */
export interface OrderDraft
  extends Pick<OrderRequest, 'scene' | 'camera' | 'masks' | 'prioritization' | 'viewIds'> {
  readonly settings: ProjectSettings;
  /** Picture of the gradient that stands behind the product; null where none does. */
  readonly backdrop: Pick<KeptGradient, 'hash'> | null;
  readonly plan: Pick<EnginePlan, 'engine' | 'outputPx' | 'workflow' | 'keepsProduct'>;
  /** What it is of a set, with the seed that all of it share. */
  readonly inSet: { readonly group: RenderGroup; readonly seed: string } | null;
  /** Absent: as the project says. */
  readonly seed?: string;
}

/** What the order asks of the server. */
export function describeOrder({ settings, backdrop, plan, inSet, seed, ...draft }: OrderDraft): OrderRequest {
  const look = settings.render_settings;
  return {
    ...draft,
    positivePrompt: cleanPrompt(settings.positive_prompt),
    negativePrompt: cleanPrompt(settings.negative_prompt),
    usesNegativePrompt: settings.use_negative_prompt,
    creativity: settings.creativity,
    styleStrength: settings.style_strength,
    backgroundFidelity: settings.background_fidelity,
    fixesSeed: settings.fix_seed,
    seed: inSet?.seed ?? seed ?? (settings.fix_seed ? settings.seed : null),
    imageCount: countImages(settings),
    widthPx: look.width,
    heightPx: look.height,
    quality: look.quality,
    styleId: settings.style_id,
    background: chooseBackground(settings, backdrop),
    group: inSet?.group ?? null,
    engine: plan.engine,
    outputPx: plan.outputPx,
    workflow: plan.workflow,
    ...(look.keep_layers && plan.engine !== 'comfyui' && { keepsLayers: true }),
    ...(plan.keepsProduct !== null && { keepsProduct: plan.keepsProduct }),
  };
}

function chooseBackground(settings: ProjectSettings, backdrop: OrderDraft['backdrop']): OrderBackground {
  const { background_id: id, background_color: colour, render_settings: look } = settings;
  if (id !== null) return { kind: 'item', id };
  if (backdrop !== null && look.background_gradient !== null)
    return { kind: 'gradient', hash: backdrop.hash, gradient: look.background_gradient };
  return { kind: 'colour', colour: colour ?? STAGE_BACKGROUND };
}

/** Trimmed on the way out, so that typing a space does not lose it (H13), and cut to the specified length. */
function cleanPrompt(prompt: string): string {
  return prompt.trim().slice(0, PROMPT_MAX_LENGTH);
}
