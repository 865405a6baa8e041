import { and, desc, eq, isNull } from 'drizzle-orm';
import { AppError } from '../../contract/failure.ts';
import type { Queryable } from '../db/database.ts';
import { looks } from '../db/schema/dressing.ts';

export type LookRow = typeof looks.$inferSelect;

/** A person's looks that are not deleted, the last changed first. */
export async function findLooks(db: Queryable, userId: number): Promise<LookRow[]> {
  return db
    .select()
    .from(looks)
    .where(and(eq(looks.userId, userId), isNull(looks.deletedAt)))
    .orderBy(desc(looks.updatedAt), desc(looks.id));
}

/** One of them, which nobody else changes until the transaction ends. @throws AppError `not-found`. */
export async function lockLook(tx: Queryable, userId: number, id: string): Promise<LookRow> {
  const [row] = await tx
    .select()
    .from(looks)
    .where(and(eq(looks.id, id), eq(looks.userId, userId), isNull(looks.deletedAt)))
    .for('update');
  if (row === undefined) throw new AppError({ code: 'not-found' });
  return row;
}
