import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { exceededLimit } from '../../contract/camera/model-views.ts';
import { AppError } from '../../contract/failure.ts';
import { defaultSettings } from '../../contract/http/default-settings.ts';
import type { CreateProjectBody } from '../../contract/http/projects.ts';
import type { Transaction } from '../db/database.ts';
import { projects } from '../db/schema/projects.ts';
import { numberViews } from '../views/number-views.ts';
import { checkCount } from './check-count.ts';
import { checkReferences } from './check-references.ts';
import { type ProjectRow, readRow } from './find-project.ts';
import { mergeSettings } from './merge-settings.ts';

const NAME_DEFAULT = 'New project';

/**
 * Makes a project and makes it the active one. What the body leaves out takes its default; `user` is ignored, the
 * token says who (K2).
 *
 * @param key Idempotency-Key of the call. The project that was made with it is the answer for good, as it is by now: a device may
 *   ask again long after the answer of the call is forgotten.
 * @throws AppError `invalid-request` for a model, texture, background or style that is not the person's to use;
 *   `project-limit`, `view-limit`.
 */
export async function createProject(
  tx: Transaction,
  userId: number,
  body: z.infer<typeof CreateProjectBody>,
  key: unknown,
): Promise<ProjectRow> {
  const madeWith = z.uuid().safeParse(key).data ?? null;
  const made = madeWith === null ? null : await findMade(tx, userId, madeWith);
  if (made !== null) return made;
  await checkCount(tx, userId);
  await checkReferences(tx, userId, body, null);
  const { name = NAME_DEFAULT, model_hash = null, model_name = null, user: _user, ...settings } = body;
  const first = readRow({
    settings: mergeSettings(defaultSettings(), settings),
    modelHash: model_hash,
  }).settings;
  const limit = exceededLimit(first.camera_views);
  if (limit !== null) throw new AppError({ code: 'view-limit', limit });
  await tx
    .update(projects)
    .set({ isActive: false })
    .where(and(eq(projects.userId, userId), eq(projects.isActive, true)));
  const [row] = await tx
    .insert(projects)
    .values({
      userId,
      name,
      modelHash: model_hash,
      modelName: model_name,
      settings: await numberViews(tx, [], first),
      isActive: true,
      madeWith,
    })
    .returning();
  if (row === undefined) throw new Error('the insert returned nothing');
  return row;
}

async function findMade(tx: Transaction, userId: number, madeWith: string): Promise<ProjectRow | null> {
  const isIt = and(eq(projects.userId, userId), eq(projects.madeWith, madeWith));
  const [row] = await tx.select().from(projects).where(isIt);
  return row === undefined ? null : readRow(row);
}
