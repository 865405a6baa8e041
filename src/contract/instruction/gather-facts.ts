import type { BackgroundSpec, MaskSpec, RenderSpec } from '../render-spec.ts';
import { KEEPING_FIDELITY } from '../scene/background-fidelity.ts';
import { standsBehind } from '../scene/stands-behind.ts';
import { oneLine } from './one-line.ts';
import { type LightWords, tellLight } from './tell-light.ts';

/** What an instruction is made of, whoever knows it: the page before an order, the server from its recipe. */
export interface InstructionFacts {
  /** Never empty. */
  readonly productName: string;
  /** It is traced, and the model paints around it. */
  readonly keepsProduct: boolean;
  readonly creativity: number;
  readonly materials: readonly {
    readonly mask: number;
    readonly part: string;
    readonly material: string;
    readonly centimetres: number | null;
  }[];
  readonly surroundings: { readonly from: 'open' | 'kept' | 'place'; readonly name: string };
  /** Name of its picture; null without one. */
  readonly style: string | null;
  readonly hasPaintedLight: boolean;
  readonly light: LightWords | null;
  /** The person's own. */
  readonly words: string;
}

/** What a recipe says of all this, and the page before there is one. */
export type InstructionSource = Pick<RenderSpec, 'positivePrompt' | 'creativity' | 'keepsProduct'> & {
  readonly scene: Pick<
    RenderSpec['scene'],
    'modelName' | 'normalisation' | 'dressings' | 'lightRig' | 'floor' | 'environment'
  >;
  readonly background:
    | Extract<BackgroundSpec, { kind: 'colour' }>
    | Pick<Extract<BackgroundSpec, { kind: 'image' }>, 'kind' | 'name' | 'fidelity' | 'gradient'>
    | Pick<Extract<BackgroundSpec, { kind: 'gradient' }>, 'kind'>;
  readonly style: Pick<NonNullable<RenderSpec['style']>, 'name' | 'strength'> | null;
  readonly masks: readonly Pick<MaskSpec, 'maskName' | 'materialName' | 'materialImageHash' | 'isLocked'>[];
  /** Null where nobody has painted light on the view. */
  readonly passes: { readonly lightmap: unknown };
};

const NAME_MAX_LENGTH = 60;
/** A tile outside of this is of a model that is not in metres. */
const TILE_CENTIMETRES = { min: 0.5, max: 300 };

export function gatherFacts(source: InstructionSource): InstructionFacts {
  const { scene, style, masks } = source;
  return {
    productName: nameProduct(scene.modelName),
    keepsProduct: source.keepsProduct !== undefined,
    creativity: source.creativity,
    materials: [...masks.keys()].flatMap((mask) => describeMaterial(source, mask) ?? []),
    surroundings: describeSurroundings(source),
    style: style !== null && style.strength > 0 ? oneLine(style.name, NAME_MAX_LENGTH) : null,
    hasPaintedLight: source.passes.lightmap !== null,
    light: tellLight(scene.lightRig ?? null),
    words: source.positivePrompt,
  };
}

/** `dining_chair-02.glb` is called a dining chair 02; what has no name of its own a product. */
export function nameProduct(modelName: string): string {
  const name = modelName.replace(/\.[a-z0-9]{1,5}$/i, '').replace(/[_\-.]+/g, ' ');
  return oneLine(name, NAME_MAX_LENGTH) || 'product';
}

function describeMaterial({ masks, scene }: InstructionSource, k: number) {
  const mask = masks[k];
  if (mask === undefined || mask.isLocked || mask.materialImageHash === null) return null;
  const material = oneLine(mask.materialName, NAME_MAX_LENGTH);
  return {
    mask: k,
    part: oneLine(mask.maskName, NAME_MAX_LENGTH) || material,
    material,
    centimetres: tileCentimetres(scene, mask.materialImageHash),
  };
}

/** Real width of a library picture on the product, as far as the model is in metres. */
function tileCentimetres(
  { dressings, normalisation }: InstructionSource['scene'],
  hash: string,
): number | null {
  const worn = dressings.find((one) => one.kind === 'library' && one.textureHash === hash);
  if (worn?.kind !== 'library') return null;
  const scale = Math.hypot(normalisation[0] ?? 0, normalisation[1] ?? 0, normalisation[2] ?? 0);
  const centimetres = (worn.tileSize / scale) * 100;
  const { min, max } = TILE_CENTIMETRES;
  return centimetres >= min && centimetres <= max ? Math.round(centimetres * 10) / 10 : null;
}

function describeSurroundings(source: InstructionSource): InstructionFacts['surroundings'] {
  const behind = standsBehind(source);
  if (behind.kind === 'open') return { from: 'open', name: '' };
  if (behind.kind !== 'image' || behind.gradient !== undefined) return { from: 'kept', name: '' };
  const from = behind.fidelity >= KEEPING_FIDELITY ? 'kept' : 'place';
  return { from, name: oneLine(behind.name, NAME_MAX_LENGTH) };
}
