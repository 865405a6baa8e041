import { eq, sql } from 'drizzle-orm';
import type { Transaction } from '../db/database.ts';
import { users } from '../db/schema/accounts.ts';

/** Any number that nothing else locks; all Vitrine processes must agree on it. */
const GLOBAL_LOCK = 7_184_267;

/** Nobody else adds to a person's libraries until the transaction ends. @param ownerId Null: the global ones. */
export async function lockOwner(tx: Transaction, ownerId: number | null): Promise<void> {
  if (ownerId === null) await tx.execute(sql`select pg_advisory_xact_lock(${GLOBAL_LOCK})`);
  else await tx.select({ id: users.id }).from(users).where(eq(users.id, ownerId)).for('no key update');
}
