import { and, eq, isNull, or, type SQL } from 'drizzle-orm';
import type { Queryable } from '../db/database.ts';
import { users } from '../db/schema/accounts.ts';
import { libraryItems } from '../db/schema/libraries.ts';

/** Who changes a library. */
export interface Actor {
  readonly id: number;
  readonly isStaff: boolean;
}

export async function readActor(db: Queryable, userId: number): Promise<Actor> {
  const [user] = await db.select({ isStaff: users.isStaff }).from(users).where(eq(users.id, userId));
  return { id: userId, isStaff: user?.isStaff ?? false };
}

/** Condition on `library_items`: what is an owner's, for staff also what is global (C9), deleted ones included. */
export function itemsInCare(actor: Actor): SQL | undefined {
  const isOwn = eq(libraryItems.userId, actor.id);
  return actor.isStaff ? or(isOwn, isNull(libraryItems.userId)) : isOwn;
}

/** The same without deleted ones: what the actor may change. */
export function changeableItems(actor: Actor): SQL | undefined {
  return and(isNull(libraryItems.deletedAt), itemsInCare(actor));
}
