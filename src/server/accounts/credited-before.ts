import { createHmac } from 'node:crypto';
import { and, eq, inArray } from 'drizzle-orm';
import type { Transaction } from '../db/database.ts';
import { creditedBefore, identities, users } from '../db/schema/accounts.ts';
import type { Deps } from '../deps.ts';
import { deriveKey } from '../process/secret.ts';
import { hasFirstCredits } from './give-signup-credits.ts';

/** By what somebody is known again. */
interface Known {
  readonly emailKey: string;
  readonly identities: readonly { readonly issuer: string; readonly subject: string }[];
}
type MarkDeps = Pick<Deps, 'secret' | 'now'>;

/**
 * Before an account goes, or takes another e-mail: if it had first credits, its person gets none by themselves again, for as
 * long as the mark is kept (`forgetOldRows`). Only who has the server's secret can tell whose mark it is.
 */
export async function markCredited(tx: Transaction, deps: MarkDeps, userId: number): Promise<void> {
  const isCredited = and(eq(users.id, userId), hasFirstCredits);
  const [user] = await tx.select({ emailKey: users.emailKey }).from(users).where(isCredited);
  if (user === undefined) return;
  const known = await tx.select().from(identities).where(eq(identities.userId, userId));
  const createdAt = deps.now();
  await tx
    .insert(creditedBefore)
    .values(marksOf(deps, { ...user, identities: known }).map((mark) => ({ mark, createdAt })))
    .onConflictDoUpdate({ target: creditedBefore.mark, set: { createdAt } });
}

/** Whether somebody has had first credits, in an account that is gone or has another e-mail now. */
export async function wasCredited(tx: Transaction, deps: MarkDeps, known: Known): Promise<boolean> {
  const [found] = await tx
    .select({ mark: creditedBefore.mark })
    .from(creditedBefore)
    .where(inArray(creditedBefore.mark, marksOf(deps, known)))
    .limit(1);
  return found !== undefined;
}

function marksOf({ secret }: MarkDeps, { emailKey, identities: ids }: Known): string[] {
  const key = deriveKey(secret, 'credited-before');
  const names = [['email', emailKey], ...ids.map(({ issuer, subject }) => ['identity', issuer, subject])];
  // In one order, so that two who write the same wait for each other.
  return names.map((name) => createHmac('sha256', key).update(JSON.stringify(name)).digest('hex')).sort();
}
