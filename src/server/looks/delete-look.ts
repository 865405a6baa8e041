import { eq } from 'drizzle-orm';
import type { Transaction } from '../db/database.ts';
import { looks } from '../db/schema/dressing.ts';
import { lockLook } from './find-looks.ts';

/** Takes a look away; the same id can bring it back. @throws AppError `not-found`. */
export async function deleteLook(tx: Transaction, userId: number, id: string, now: Date): Promise<void> {
  const { id: found } = await lockLook(tx, userId, id);
  await tx.update(looks).set({ deletedAt: now }).where(eq(looks.id, found));
}
