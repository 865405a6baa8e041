import { and, eq } from 'drizzle-orm';
import { AppError } from '../../contract/failure.ts';
import type { SketchBody, SketchHead } from '../../contract/http/sketches.ts';
import { ContentHash } from '../../contract/ids.ts';
import type { Queryable } from '../db/database.ts';
import { sketches } from '../db/schema/sketches.ts';
import type { ProjectRow } from '../projects/find-project.ts';

type Project = Pick<ProjectRow, 'id'>;

/** Which sketches a project of the caller has, and of when. */
export async function listSketches(db: Queryable, project: Project): Promise<SketchHead[]> {
  return db
    .select({ id: sketches.id, updated_at: sketches.paintedAt })
    .from(sketches)
    .where(eq(sketches.projectId, project.id))
    .orderBy(sketches.paintedAt, sketches.id);
}

/** @throws AppError `not-found`, also for a sketch of another project. */
export async function findSketch(db: Queryable, project: Project, id: string): Promise<SketchBody> {
  const [row] = await db
    .select()
    .from(sketches)
    .where(and(eq(sketches.id, id), eq(sketches.projectId, project.id)));
  if (row === undefined) throw new AppError({ code: 'not-found' });
  return describeSketch(row);
}

export function describeSketch(row: typeof sketches.$inferSelect): SketchBody {
  const { id, pose, steps, modelHash, paintedAt } = row;
  return { id, model_hash: ContentHash.nullable().parse(modelHash), pose, steps, updated_at: paintedAt };
}
