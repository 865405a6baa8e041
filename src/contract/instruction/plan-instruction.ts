import { PROMPT_MAX_LENGTH } from '../constants.ts';
import type { InstructionFacts } from './gather-facts.ts';
import { oneLine } from './one-line.ts';
import type { LightWords } from './tell-light.ts';

/**
 * One thing that an order says to a model that follows instructions. Names are the person's own, in one line; the page says the
 * same in its own languages, and `writeInstruction` in the model's.
 */
export type InstructionClause =
  /** The product is the one of the view, and stays where and as it is. */
  | { readonly kind: 'product'; readonly product: string; readonly freedom: Freedom }
  /** Only what is around the product is painted. */
  | { readonly kind: 'around'; readonly product: string }
  /** What is around it stays as well, but for the light and the shadow on it. */
  | { readonly kind: 'backdrop' }
  | {
      readonly kind: 'material';
      /** Index of the recipe's mask. */
      readonly mask: number;
      readonly part: string;
      readonly material: string;
      /** Real width of its picture; null where nobody has told. */
      readonly centimetres: number | null;
    }
  /** `open`: the words decide; `kept`: as it stands in the view; `place`: a picture whose place it is. */
  | { readonly kind: 'surroundings'; readonly from: 'open' | 'kept' | 'place'; readonly name: string }
  | { readonly kind: 'style'; readonly name: string }
  /** Light that the person has painted on the view. */
  | { readonly kind: 'painted-light' }
  | ({ readonly kind: 'light' } & LightWords)
  | { readonly kind: 'words'; readonly text: string }
  /** No second one, and nothing before it. */
  | { readonly kind: 'alone'; readonly product: string }
  | { readonly kind: 'nothing-else' };

/** How far what the product is made of may be painted anew: not, as needed, or as the words say. */
export type Freedom = 'exact' | 'natural' | 'free';

/** Below it a product keeps its surfaces, above the other they are the model's to improve. */
const FREEDOM_FROM = { natural: 0.3, free: 0.7 };

/** What is said, in the order in which it is said. */
export function planInstruction(facts: InstructionFacts): InstructionClause[] {
  const { productName: product, creativity } = facts;
  const freedom =
    creativity >= FREEDOM_FROM.free ? 'free' : creativity >= FREEDOM_FROM.natural ? 'natural' : 'exact';
  const isBackdrop = facts.keepsProduct && facts.surroundings.from === 'kept';
  const words = oneLine(facts.words, PROMPT_MAX_LENGTH);
  const clauses: (InstructionClause | null)[] = [
    { kind: 'product', product, freedom: facts.keepsProduct ? 'exact' : freedom },
    facts.keepsProduct && !isBackdrop ? { kind: 'around', product } : null,
    ...(facts.keepsProduct ? [] : facts.materials.map((one) => ({ kind: 'material' as const, ...one }))),
    isBackdrop ? { kind: 'backdrop' } : { kind: 'surroundings', ...facts.surroundings },
    facts.style === null ? null : { kind: 'style', name: facts.style },
    facts.hasPaintedLight ? { kind: 'painted-light' } : null,
    facts.keepsProduct && facts.light !== null ? { kind: 'light', ...facts.light } : null,
    words === '' ? null : { kind: 'words', text: words },
    facts.keepsProduct ? { kind: 'alone', product } : null,
    { kind: 'nothing-else' },
  ];
  return clauses.filter((clause) => clause !== null);
}
