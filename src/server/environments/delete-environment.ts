import { and, eq, isNull } from 'drizzle-orm';
import { AppError } from '../../contract/failure.ts';
import type { Transaction } from '../db/database.ts';
import { environments } from '../db/schema/dressing.ts';

/** Takes an environment away; projects and recipes that name its picture keep it. @throws AppError `not-found`. */
export async function deleteEnvironment(
  tx: Transaction,
  userId: number,
  id: string,
  now: Date,
): Promise<void> {
  const gone = await tx
    .update(environments)
    .set({ deletedAt: now })
    .where(and(eq(environments.id, id), eq(environments.userId, userId), isNull(environments.deletedAt)))
    .returning({ id: environments.id });
  if (gone.length === 0) throw new AppError({ code: 'not-found' });
}
