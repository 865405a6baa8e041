import type { EngineName } from '../../contract/engine-name.ts';
import type { AiOffer, OfferedFamily } from '../../contract/http/engines.ts';
import type { ProjectSettings } from '../../contract/http/projects.ts';
import type { OutputPx, ProductLight } from '../../contract/render-spec.ts';

/** What an order asks of the engines. */
export interface EnginePlan {
  /** Null while nothing is known of them: the server chooses then. */
  readonly engine: EngineName | null;
  /** Null: the picture stays as made. */
  readonly outputPx: OutputPx | null;
  readonly workflow: string | null;
  /** The AI engine paints around the product alone, in this light of the product; null: it paints the product, or is none. */
  readonly keepsProduct: ProductLight | null;
  /** The person wants an AI engine, and none is there. */
  readonly isMissing: boolean;
}

type Look = ProjectSettings['render_settings'];
type Wanted = Pick<Look, 'engine' | 'output_px' | 'workflow' | 'keep_product' | 'width' | 'height'>;

/**
 * Which engine draws the next order, and what it can do of what the person wants: enlarging and own graphs are an AI
 * engine's, where a server of it has them.
 *
 * @param system Null before the server has told about its engines.
 */
export function planEngine(
  wanted: Wanted,
  system: { readonly ai: AiOffer | null; readonly engines: readonly EngineName[] } | null,
): EnginePlan {
  const plain = { outputPx: null, workflow: null, keepsProduct: null, isMissing: false };
  if (wanted.engine === 'studio') return { ...plain, engine: 'studio' };
  const ai = system?.ai ?? null;
  const kept = wanted.keep_product === 'off' ? null : wanted.keep_product;
  if (ai !== null) {
    const { workflow } = wanted;
    const own = workflow !== null && ai.workflows.includes(workflow) ? workflow : null;
    // An own graph paints the whole picture.
    const keepsProduct = own === null ? kept : null;
    const outputPx = enlargedTo(wanted, ai);
    return { engine: 'comfyui', outputPx, workflow: own, keepsProduct, isMissing: false };
  }
  if (wanted.engine === 'comfyui')
    return { ...plain, engine: 'comfyui', keepsProduct: kept, isMissing: system !== null };
  return { ...plain, engine: system?.engines.includes('studio') === true ? 'studio' : null };
}

/**
 * The kind of model that is likeliest to draw an order on an AI engine: the first by preference of those that are there. Another may, where
 * that has less to do or follows the order better. Null for an own graph, and where nobody has told.
 */
export function likelyFamily(
  { engine, isMissing, workflow }: Pick<EnginePlan, 'engine' | 'isMissing' | 'workflow'>,
  system: { readonly ai: AiOffer | null } | null,
): OfferedFamily | null {
  if (engine !== 'comfyui' || isMissing || workflow !== null) return null;
  return system?.ai?.families?.[0] ?? null;
}

/** What an AI engine enlarges a picture to; one that is as large already is not, and does not cost it. */
export function enlargedTo(
  { output_px: outputPx, width, height }: Pick<Wanted, 'output_px' | 'width' | 'height'>,
  ai: AiOffer,
): OutputPx | null {
  return ai.can_upscale && outputPx !== null && outputPx > Math.max(width, height) ? outputPx : null;
}
