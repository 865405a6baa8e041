import { and, eq, lte } from 'drizzle-orm';
import type { Transaction } from '../db/database.ts';
import { sketches } from '../db/schema/sketches.ts';
import type { ProjectRow } from '../projects/find-project.ts';
import { touchProject } from './touch-project.ts';

/**
 * Takes a sketch away from a project that the transaction has locked. One that is gone already is no failure.
 *
 * @param updatedAt The state that the caller knew; a later one stays.
 */
export async function deleteSketch(
  tx: Transaction,
  project: ProjectRow,
  id: string,
  updatedAt: number,
): Promise<void> {
  const gone = await tx
    .delete(sketches)
    .where(and(eq(sketches.id, id), eq(sketches.projectId, project.id), lte(sketches.paintedAt, updatedAt)))
    .returning({ id: sketches.id });
  if (gone.length > 0) await touchProject(tx, project);
}
