import { and, count, eq, isNull } from 'drizzle-orm';
import { LOOKS_MAX } from '../../contract/constants.ts';
import { AppError } from '../../contract/failure.ts';
import type { SaveLookBody } from '../../contract/http/looks.ts';
import type { Transaction } from '../db/database.ts';
import { users } from '../db/schema/accounts.ts';
import { looks } from '../db/schema/dressing.ts';
import type { LookRow } from './find-looks.ts';

/**
 * Keeps a look. One that the person has under this id is replaced, a deleted one comes back.
 *
 * @throws AppError `kept-limit` beyond {@link LOOKS_MAX}; `not-found` for an id that is somebody else's.
 */
export async function saveLook(
  tx: Transaction,
  userId: number,
  { id, name, look }: SaveLookBody,
  now: Date,
): Promise<{ readonly row: LookRow; readonly isNew: boolean }> {
  // One at a time for each person, so that two at once cannot pass the limit.
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update');
  const [known] = await tx.select().from(looks).where(eq(looks.id, id)).for('update');
  if (known !== undefined && known.userId !== userId) throw new AppError({ code: 'not-found' });
  const isNew = known === undefined || known.deletedAt !== null;
  if (isNew) {
    const [kept] = await tx
      .select({ total: count() })
      .from(looks)
      .where(and(eq(looks.userId, userId), isNull(looks.deletedAt)));
    if ((kept?.total ?? 0) >= LOOKS_MAX) {
      throw new AppError({ code: 'kept-limit', kind: 'looks', limit: LOOKS_MAX });
    }
  }
  const stored = { name, look: withoutAddresses(look), updatedAt: now, deletedAt: null };
  const [row] = await tx
    .insert(looks)
    .values({ id, userId, createdAt: now, ...stored })
    .onConflictDoUpdate({ target: looks.id, set: stored })
    .returning();
  if (row === undefined) throw new Error('the look was not taken');
  return { row, isNew };
}

/** Addresses expire: each answer has fresh ones. */
export function withoutAddresses(look: SaveLookBody['look']): SaveLookBody['look'] {
  return { ...look, materials: look.materials.map((material) => ({ ...material, texturePath: null })) };
}
