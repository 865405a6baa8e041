import { createHash } from 'node:crypto';
import { and, eq, gt, lte, type SQL, sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { ANSWER_LIFETIME_MS } from '../../contract/constants.ts';
import { AppError } from '../../contract/failure.ts';
import type { Db, Queryable, Transaction } from '../db/database.ts';
import { idempotencyKeys } from '../db/schema/calls.ts';
import type { Deps } from '../deps.ts';
import { callerOf } from './authenticate.ts';
import { invalidRequest } from './check-shape.ts';

const KEY_MAX_LENGTH = 255;

/**
 * Runs the one transaction of a write. With an `Idempotency-Key` the effect happens once: the same key and body get
 * the first answer again for 7 days (L2). The answer is stored in the same transaction as the effect, so a process
 * killed in between leaves neither, and a failed attempt may be repeated with its key.
 *
 * @param work All database effects of the call, and nothing else; its result must survive JSON.
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
  const call = readCall(request, bodyHash);
  return call === null ? deps.database.db.transaction(work) : runKeyed(deps, call, work);
}

/**
 * {@link runOnce} for an effect that needs what no transaction may wait for: pictures, files, engines. That is prepared
 * first, and not at all for a call that was answered before. It must leave nothing that counts by itself. Effects of one
 * caller come one after the other.
 *
 * @throws AppError as {@link runOnce}, which also counts what this process prepares as running; another process may
 *   prepare the same a second time, and only one of them has its effect.
 */
export async function prepareAndRunOnce<Prepared, T>(
  deps: Pick<Deps, 'database' | 'now' | 'services'>,
  request: FastifyRequest,
  prepare: () => Promise<Prepared>,
  work: (tx: Transaction, prepared: Prepared) => Promise<T>,
  bodyHash = hashBody(request.body),
): Promise<T> {
  const { db } = deps.database;
  const call = readCall(request, bodyHash);
  const { preparing, effects } = deps.services;
  // They would wait for each other's rows, each with a connection that reads of everybody then lack.
  const inTurn = (effect: () => Promise<T>): Promise<T> => effects(String(callerOf(request)), effect);
  if (call === null) {
    const prepared = await prepare();
    return inTurn(() => db.transaction((tx) => work(tx, prepared)));
  }
  if (preparing.has(call.name)) throw new AppError({ code: 'idempotency-in-flight' });
  preparing.add(call.name);
  try {
    const earlier = await findAnswer(db, call, deps.now());
    if (earlier !== null) return earlier.response as T;
    const prepared = await prepare();
    return await inTurn(() => runKeyed(deps, call, (tx) => work(tx, prepared)));
  } finally {
    preparing.delete(call.name);
  }
}

/** A call with a key. */
interface KeyedCall extends Pick<typeof idempotencyKeys.$inferInsert, 'key' | 'method' | 'path' | 'userId'> {
  readonly bodyHash: string;
  /** All of what makes it the same call. */
  readonly name: string;
}

/** @returns Null for a call without a key. */
function readCall(request: FastifyRequest, bodyHash: string): KeyedCall | null {
  const key = request.headers['idempotency-key'];
  if (key === undefined || key === '') return null;
  if (typeof key !== 'string' || key.length > KEY_MAX_LENGTH) {
    throw invalidRequest('Idempotency-Key', 'is too long');
  }
  const { method } = request;
  const path = request.url.replace(/\/(?=\?|$)/, '');
  const userId = callerOf(request);
  return { userId, key, method, path, bodyHash, name: `${userId} ${method} ${path} ${key}` };
}

async function runKeyed<T>(
  { database, now }: Pick<Deps, 'database' | 'now'>,
  call: KeyedCall,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  return database.db.transaction(async (tx) => {
    // 1. One call at a time; the lock ends with the transaction, also when its process dies.
    const locked = await tx.execute<{ taken: boolean }>(
      sql`select pg_try_advisory_xact_lock(hashtextextended(${call.name}, 0)) as taken`,
    );
    if (locked.rows[0]?.taken !== true) throw new AppError({ code: 'idempotency-in-flight' });

    // 2. The answer of an earlier call.
    const earlier = await findAnswer(tx, call, now());
    if (earlier !== null) return earlier.response as T;

    // 3. The effect and its answer, together.
    await tx.delete(idempotencyKeys).where(isCall(call));
    const response = await work(tx);
    const { userId, key, method, path, bodyHash } = call;
    const row = { userId, key, method, path, bodyHash, response: response ?? null, createdAt: now() };
    await tx.insert(idempotencyKeys).values(row);
    return response;
  });
}

/** @throws AppError `idempotency-mismatch`. */
async function findAnswer(
  db: Queryable,
  call: KeyedCall,
  now: Date,
): Promise<{ readonly response: unknown } | null> {
  const oldest = new Date(now.getTime() - ANSWER_LIFETIME_MS);
  const [earlier] = await db
    .select()
    .from(idempotencyKeys)
    .where(and(isCall(call), gt(idempotencyKeys.createdAt, oldest)));
  if (earlier && earlier.bodyHash !== call.bodyHash) throw new AppError({ code: 'idempotency-mismatch' });
  return earlier ?? null;
}

function isCall({ userId, key, method, path }: KeyedCall): SQL | undefined {
  return and(
    eq(idempotencyKeys.userId, userId),
    eq(idempotencyKeys.key, key),
    eq(idempotencyKeys.method, method),
    eq(idempotencyKeys.path, path),
  );
}

/** Removes the answers that are older than 7 days. */
export async function forgetOldAnswers(db: Db, now: Date): Promise<void> {
  await db
    .delete(idempotencyKeys)
    .where(lte(idempotencyKeys.createdAt, new Date(now.getTime() - ANSWER_LIFETIME_MS)));
}

function hashBody(body: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(body) ?? '')
    .digest('hex');
}
