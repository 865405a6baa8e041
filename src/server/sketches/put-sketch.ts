import { and, count, eq, ne, sum } from 'drizzle-orm';
import { SKETCHES } from '../../contract/constants.ts';
import { AppError } from '../../contract/failure.ts';
import type { SketchBody } from '../../contract/http/sketches.ts';
import type { Transaction } from '../db/database.ts';
import { sketches } from '../db/schema/sketches.ts';
import { invalidRequest } from '../http/check-shape.ts';
import type { ProjectRow } from '../projects/find-project.ts';
import { describeSketch } from './find-sketches.ts';
import { touchProject } from './touch-project.ts';

/**
 * Keeps a sketch of a project that the transaction has locked, in the place of its older self. A later state that is there
 * already stands.
 *
 * @returns What stands.
 * @throws AppError `not-found` for an id that is another project's; `kept-limit` and `invalid-request` where the project has no room.
 */
export async function putSketch(tx: Transaction, project: ProjectRow, body: SketchBody): Promise<SketchBody> {
  const [known] = await tx.select().from(sketches).where(eq(sketches.id, body.id)).for('update');
  if (known !== undefined && known.projectId !== project.id) throw new AppError({ code: 'not-found' });
  if (known !== undefined && known.paintedAt >= body.updated_at) return describeSketch(known);
  const sizeBytes = Buffer.byteLength(JSON.stringify(body.steps));
  const [others] = await tx
    .select({ total: count(), bytes: sum(sketches.sizeBytes).mapWith(Number) })
    .from(sketches)
    .where(and(eq(sketches.projectId, project.id), ne(sketches.id, body.id)));
  if ((others?.total ?? 0) >= SKETCHES.maxCount) {
    throw new AppError({ code: 'kept-limit', kind: 'sketches', limit: SKETCHES.maxCount });
  }
  if ((others?.bytes ?? 0) + sizeBytes > SKETCHES.projectMaxBytes) {
    throw invalidRequest('steps', 'would be more than a project has room for');
  }
  const stored = {
    modelHash: body.model_hash,
    pose: body.pose,
    steps: body.steps,
    sizeBytes,
    paintedAt: body.updated_at,
  };
  const [kept] = await tx
    .insert(sketches)
    .values({ id: body.id, projectId: project.id, ...stored })
    .onConflictDoUpdate({ target: sketches.id, set: stored, setWhere: eq(sketches.projectId, project.id) })
    .returning({ id: sketches.id });
  // Another project was quicker with the same id.
  if (kept === undefined) throw new AppError({ code: 'not-found' });
  await touchProject(tx, project);
  return body;
}
