import type { RenderSpec } from '../../../../../contract/render-spec.ts';
import { KEEPING_FIDELITY } from '../../../../../contract/scene/background-fidelity.ts';
import { standsBehind } from '../../../../../contract/scene/stands-behind.ts';

/** How much of the schedule each region of a picture is denoised, 0 to 1. */
export interface ChangePlan {
  readonly object: number;
  readonly background: number;
  /** Where a material's picture is laid on; `object` without any. */
  readonly material: number;
  /** Under opaque painted light; `object` without any. */
  readonly painted: number;
  /** The sampler's denoise: the largest of these values. The change map holds the others as fractions of it. */
  readonly denoise: number;
  /** What was generated is laid over the background, so that its pixels come back exactly. */
  readonly keepsBackground: boolean;
}

/** A material's picture needs this much to take the place of the old surface. */
const MATERIAL_FLOOR = 0.75;
/** Enough to turn a painted patch into light, little enough to leave it where it was painted. */
const PAINTED_FLOOR = 0.6;
/** Around a product that is kept so much of the schedule is left out where a background is to stay: its colours remain. */
const AROUND_KEPT = 0.4;
/** Without a control model only the init image holds the product's shape: above this it is lost. */
const UNGUIDED_MAX = 0.5;

/**
 * Share of the schedule by region, from the order alone, so that one change map serves every server of a kind.
 *
 * @param isGuided A control model holds the product's shape.
 */
export function planChange(recipe: RenderSpec, isGuided: boolean): ChangePlan {
  if (recipe.keepsProduct !== undefined) return planAround(recipe);
  const withTimeout = isGuided ? 1 : UNGUIDED_MAX;
  const object = round(Math.min(withTimeout, 0.15 + 0.8 * recipe.creativity));
  const material =
    listMaterials(recipe).length > 0 ? Math.max(object, Math.min(withTimeout, MATERIAL_FLOOR)) : object;
  const painted =
    recipe.passes.lightmap === null ? object : Math.max(object, Math.min(withTimeout, PAINTED_FLOOR));
  const fidelity = keptShare(recipe);
  const background = round(1 - fidelity);
  return {
    object,
    background,
    material,
    painted,
    denoise: Math.max(object, background, material, painted),
    keepsBackground: fidelity >= KEEPING_FIDELITY,
  };
}

/**
 * Around a product that is kept all is painted, from the plate: what an order says of its background is how much of it is left
 * to start from. The product is laid over afterwards, and needs nothing of this.
 */
function planAround(recipe: RenderSpec): ChangePlan {
  const background = round(1 - AROUND_KEPT * keptShare(recipe));
  return { object: 0, background, material: 0, painted: 0, denoise: background, keepsBackground: false };
}

/** How much of the background stays: a chosen colour and what the stage shows wholly, a picture as its fidelity says (H4). */
function keptShare(recipe: RenderSpec): number {
  const behind = standsBehind(recipe);
  if (behind.kind === 'open') return 0;
  return 'fidelity' in behind ? behind.fidelity : 1;
}

/** Indices of the masks whose material has a picture that is to be laid on. What is protected stays as it is. */
export function listMaterials({ masks }: Pick<RenderSpec, 'masks'>): number[] {
  return [...masks.keys()].filter(
    (k) => masks[k]?.materialImageHash !== null && masks[k]?.isLocked === false,
  );
}

/** Decimal fractions come back as 0.5900000000000001 otherwise. */
export function round(value: number): number {
  return Math.round(value * 1e4) / 1e4;
}
