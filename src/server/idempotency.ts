import { createHash } from 'node:crypto';
import { and, eq, gt, lte, sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../contract/failure.ts';
import { callerOf } from './authenticate.ts';
import { invalidRequest } from './check-shape.ts';
import type { Db, Transaction } from './db/database.ts';
import { idempotencyKeys } from './db/schema/calls.ts';
import type { Deps } from './deps.ts';

const LIFETIME_MS = 7 * 24 * 3_600_000; // L2
const KEY_MAX_LENGTH = 255;

/**
 * Runs the one transaction of a write. With an `Idempotency-Key` the effect happens once: the same key and body get
 * the first answer again for 7 days (L2). The answer is stored in the same transaction as the effect, so a process
 * killed in between leaves neither, and a failed attempt may be repeated with its key.
 *
 * @param work All database effects of the call; its result must survive JSON.
 * @param bodyHash For bodies that are not JSON: a hash of all fields and of all files' hashes.
 * @throws AppError `idempotency-mismatch` when the key was used with another body, `idempotency-in-flight` while the
 * first call is running in any process.
 */
export async function runOnce<T>(
  deps: Pick<Deps, 'database' | 'now'>,
  request: FastifyRequest,
  work: (tx: Transaction) => Promise<T>,
  bodyHash = hashBody(request.body),
): Promise<T> {
  const key = request.headers['idempotency-key'];
  if (key === undefined || key === '') return deps.database.db.transaction(work);
  if (typeof key !== 'string' || key.length > KEY_MAX_LENGTH) {
    throw invalidRequest('Idempotency-Key', 'is too long');
  }
  const { method } = request;
  const path = request.url.replace(/\/(?=\?|$)/, '');
  const userId = callerOf(request);
  const scope = and(
    eq(idempotencyKeys.userId, userId),
    eq(idempotencyKeys.key, key),
    eq(idempotencyKeys.method, method),
    eq(idempotencyKeys.path, path),
  );
  return deps.database.db.transaction(async (tx) => {
    // 1. One call at a time; the lock ends with the transaction, also when its process dies.
    const lockName = `${userId} ${method} ${path} ${key}`;
    const locked = await tx.execute<{ taken: boolean }>(
      sql`select pg_try_advisory_xact_lock(hashtextextended(${lockName}, 0)) as taken`,
    );
    if (locked.rows[0]?.taken !== true) throw new AppError({ code: 'idempotency-in-flight' });

    // 2. The answer of an earlier call.
    const oldest = new Date(deps.now().getTime() - LIFETIME_MS);
    const [earlier] = await tx
      .select()
      .from(idempotencyKeys)
      .where(and(scope, gt(idempotencyKeys.createdAt, oldest)));
    if (earlier && earlier.bodyHash !== bodyHash) throw new AppError({ code: 'idempotency-mismatch' });
    if (earlier) return earlier.response as T;

    // 3. The effect and its answer, together.
    await tx.delete(idempotencyKeys).where(scope);
    const response = await work(tx);
    const row = { userId, key, method, path, bodyHash, response: response ?? null, createdAt: deps.now() };
    await tx.insert(idempotencyKeys).values(row);
    return response;
  });
}

/** Removes the answers that are older than 7 days. */
export async function forgetOldAnswers(db: Db, now: Date): Promise<void> {
  await db
    .delete(idempotencyKeys)
    .where(lte(idempotencyKeys.createdAt, new Date(now.getTime() - LIFETIME_MS)));
}

function hashBody(body: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(body) ?? '')
    .digest('hex');
}
