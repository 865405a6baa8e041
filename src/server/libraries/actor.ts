import { and, eq, isNull, or, type SQL } from 'drizzle-orm';
import { AppError, type Failure } from '../../contract/failure.ts';
import { findStaffLack } from '../accounts/factors/find-staff-lack.ts';
import type { Caller } from '../accounts/sessions/access-token.ts';
import type { Queryable } from '../db/database.ts';
import { users } from '../db/schema/accounts.ts';
import { libraryItems } from '../db/schema/libraries.ts';
import type { Deps } from '../deps.ts';

/** Who changes a library. */
export interface Actor {
  readonly id: number;
  readonly isStaff: boolean;
  /** What staff have to do before they change what is global; null for nothing. */
  readonly lack: Failure | null;
}

export async function readActor(db: Queryable, deps: Pick<Deps, 'config'>, caller: Caller): Promise<Actor> {
  const id = caller.userId;
  const [user] = await db.select({ isStaff: users.isStaff }).from(users).where(eq(users.id, id));
  const isStaff = user?.isStaff ?? false;
  return { id, isStaff, lack: isStaff ? await findStaffLack(db, deps, caller) : null };
}

/** @throws AppError `forbidden` for whoever is not staff; `second-factor-required`, `password-needed`. */
export function checkGlobal({ isStaff, lack }: Actor): void {
  if (!isStaff) throw new AppError({ code: 'forbidden' });
  if (lack !== null) throw new AppError(lack);
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
