import type { InstructionClause } from '../../../../../contract/instruction/plan-instruction.ts';
import type { PictureNumbers } from '../../../../../contract/instruction/write-instruction.ts';
import { isWorn } from '../../../orders/is-worn.ts';
import type { Link } from '../graph/draft-graph.ts';
import type { ImageRole } from '../graph/parts.ts';
import { listMaterials } from '../graph/plan-change.ts';
import { type FamilyOrder, isPlace } from './family-order.ts';

/** Pictures that one instruction speaks of, the view first, and their numbers in it. */
export interface References {
  /** Without the view. */
  readonly others: readonly { readonly id: string; readonly role: ImageRole }[];
  readonly numbers: PictureNumbers;
}

/** Below this creativity what the view shows of a material already is not painted again. */
const REPAINTED_FROM = 0.3;

/** Materials whose regions are to be covered, the largest first. */
export function listRegions({ recipe, has, regionShares }: FamilyOrder): number[] {
  if (recipe.keepsProduct !== undefined) return [];
  return listMaterials(recipe)
    .filter((k) => has(`material-${k}`) && has(`material-mask-${k}`))
    .filter((k) => !isWorn(recipe, k) || recipe.creativity >= REPAINTED_FROM)
    .sort((one, other) => (regionShares[other] ?? 0) - (regionShares[one] ?? 0) || one - other);
}

/**
 * Gives the wishes of an order the slots of a model: materials by their area, background, style, depth. What finds none is named
 * as left out, but for the background, which is then laid behind the product, and the depth, which the view shows as well.
 *
 * @param slots Pictures that the model takes, the view among them.
 * @param materials That are not covered region by region.
 */
export function planReferences(order: FamilyOrder, slots: number, materials: readonly number[]): References {
  const { recipe, has, leftOut } = order;
  const wanted: ImageRole[] = [
    ...materials.map((k): ImageRole => `material-${k}`),
    ...(isPlace(order) ? (['background'] as const) : []),
    ...(recipe.style !== null && recipe.style.strength > 0 ? (['style'] as const) : []),
    ...(recipe.keepsProduct === undefined ? (['depth'] as const) : []),
  ];
  const there = wanted.filter(has);
  const given = there.slice(0, slots - 1);
  for (const role of there.slice(slots - 1)) {
    if (role.startsWith('material')) leftOut.add('materials');
    if (role === 'style') leftOut.add(role);
  }
  const numberOf = (role: ImageRole): number | null => {
    const place = given.indexOf(role);
    return place === -1 ? null : place + 2;
  };
  return {
    others: given.map((role) => ({ id: idOf(role), role })),
    numbers: {
      material: (k) => numberOf(`material-${k}`),
      background: numberOf('background'),
      style: numberOf('style'),
      depth: numberOf('depth'),
    },
  };
}

function idOf(role: ImageRole): string {
  return role.replace('-', '_');
}

/** One material alone, as the second picture. */
export function referToMaterial(k: number): References {
  const role = `material-${k}` as const;
  const number = (other: number) => (other === k ? 2 : null);
  return {
    others: [{ id: idOf(role), role }],
    numbers: { material: number, background: null, style: null, depth: null },
  };
}

/** The latent picture of each reference, encoded once. */
export function encodeReferences(order: FamilyOrder, view: Link, { others }: References): Link[] {
  const encoded = others.map(({ id, role }): Link => {
    const latent = `${id}_latent`;
    if (Object.hasOwn(order.draft.graph, latent)) return [latent, 0];
    return order.encode(latent, order.loadImage(id, role));
  });
  return [view, ...encoded];
}

/** Hands references to a condition in the order of their numbers. */
export function chainReferences(
  { draft }: FamilyOrder,
  id: string,
  conditioning: Link,
  latents: readonly Link[],
): Link {
  return latents.reduce<Link>(
    (chained, latent, place) =>
      draft.add('encode-prompt', `${id}_${place + 1}`, 'ReferenceLatent', { conditioning: chained, latent }),
    conditioning,
  );
}

/** What is said of one region alone. */
export function onlyRegion(clauses: readonly InstructionClause[], k: number): InstructionClause[] {
  return clauses.filter(
    (clause) =>
      clause.kind === 'product' ||
      clause.kind === 'nothing-else' ||
      (clause.kind === 'material' && clause.mask === k),
  );
}

/** What is said of the whole, where regions are covered already. */
export function withoutRegions(clauses: readonly InstructionClause[]): InstructionClause[] {
  return clauses.filter(({ kind }) => kind !== 'material');
}
