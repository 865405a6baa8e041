import { eq } from 'drizzle-orm';
import type { Provenance } from '../../../contract/render-spec.ts';
import type { Db } from '../../db/database.ts';
import { renders } from '../../db/schema/renders.ts';
import type { RenderRow } from '../find-render.ts';

/**
 * What an order's next images should look like they were made with: what its first ones were, where an earlier attempt made
 * some, else those of the render that it repeats. Empty for any other order.
 */
export async function findMadeBefore(
  db: Db,
  { provenance, rerunOf }: Pick<RenderRow, 'provenance' | 'rerunOf'>,
): Promise<readonly Provenance[]> {
  if (provenance.length > 0 || rerunOf === null) return provenance;
  const [first] = await db
    .select({ provenance: renders.provenance })
    .from(renders)
    .where(eq(renders.id, rerunOf));
  return first?.provenance ?? [];
}
