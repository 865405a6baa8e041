import { eq } from 'drizzle-orm';
import { renders } from '../../src/server/db/schema/renders.ts';
import type { TestServer } from './server.ts';

/** Of one dressing, as somebody's model with many parts has it. */
const NODES = 10_000;

/**
 * Finished renders like one that there is, whose recipes have so many bytes each.
 *
 * @returns Their ids, the newest first.
 */
export async function copyWithLargeRecipe(
  { deps }: Pick<TestServer, 'deps'>,
  renderId: number,
  { count, bytes }: { readonly count: number; readonly bytes: number },
): Promise<number[]> {
  const { db } = deps.database;
  const [like] = await db.select().from(renders).where(eq(renders.id, renderId));
  if (like === undefined) throw new Error('no such render');
  const { id: _id, ...rest } = like;
  const split = { from: 0, nodes: Array.from({ length: NODES }, () => 1) };
  const finish = { kind: 'plain', colour: '#123456', metalness: 0, roughness: 1 } as const;
  const dressings = Array.from({ length: Math.ceil(bytes / (2 * NODES)) }, (_, materialIndex) => ({
    materialIndex,
    split,
    ...finish,
  }));
  const scene = { ...like.recipe.scene, dressings } as typeof like.recipe.scene;
  const copy = { ...rest, recipe: { ...like.recipe, scene } };
  const ids: number[] = [];
  for (let made = 0; made < count; made += 1) {
    const [row] = await db.insert(renders).values(copy).returning({ id: renders.id });
    if (row !== undefined) ids.unshift(row.id);
  }
  return ids;
}
