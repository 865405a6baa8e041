import { and, count, eq, isNull } from 'drizzle-orm';
import { ENVIRONMENTS_MAX } from '../../contract/constants.ts';
import { AppError } from '../../contract/failure.ts';
import type { SaveEnvironmentBody } from '../../contract/http/environments.ts';
import type { Transaction } from '../db/database.ts';
import { users } from '../db/schema/accounts.ts';
import { environments } from '../db/schema/dressing.ts';
import { holdReadable } from '../libraries/find-readable.ts';
import type { EnvironmentRow } from './find-environments.ts';

/**
 * Keeps an environment. One that the person has under this id is replaced, a deleted one comes back.
 *
 * @throws AppError `kept-limit` beyond {@link ENVIRONMENTS_MAX}; `not-found` for an id that is somebody else's, and a
 *   picture that is not the person's.
 */
export async function saveEnvironment(
  tx: Transaction,
  userId: number,
  { id, name, picture_hash: pictureHash, thumbnail }: SaveEnvironmentBody,
  now: Date,
): Promise<{ readonly row: EnvironmentRow; readonly isNew: boolean }> {
  // One at a time for each person, so that two at once cannot pass the limit.
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update');
  const [known] = await tx.select().from(environments).where(eq(environments.id, id)).for('update');
  if (known !== undefined && known.userId !== userId) throw new AppError({ code: 'not-found' });
  const readable = await holdReadable(tx, userId, [pictureHash]);
  if (!readable.has(pictureHash)) throw new AppError({ code: 'not-found' });
  const isNew = known === undefined || known.deletedAt !== null;
  if (isNew) {
    const [kept] = await tx
      .select({ total: count() })
      .from(environments)
      .where(and(eq(environments.userId, userId), isNull(environments.deletedAt)));
    if ((kept?.total ?? 0) >= ENVIRONMENTS_MAX) {
      throw new AppError({ code: 'kept-limit', kind: 'environments', limit: ENVIRONMENTS_MAX });
    }
  }
  const stored = { name, pictureHash, thumbnail, updatedAt: now, deletedAt: null };
  const [row] = await tx
    .insert(environments)
    .values({ id, userId, createdAt: now, ...stored })
    .onConflictDoUpdate({ target: environments.id, set: stored })
    .returning();
  if (row === undefined) throw new Error('the environment was not taken');
  return { row, isNew };
}
