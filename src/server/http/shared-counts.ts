import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Db } from '../db/database.ts';

/** Calls so far in the current time window. */
interface Count {
  readonly current: number;
  /** Until it begins anew, in milliseconds. */
  readonly ttl: number;
}

/** Counts that all processes on one database share: for tight limits, as each call is a write. */
export interface SharedCounts {
  /**
   * Counts a call.
   *
   * @param key Names who is counted for what; only its hash is kept.
   * @param max Above it the answer comes from this process alone until the time is over: whoever hammers does not reach
   *   the database.
   */
  add(key: string, windowMs: number, max: number): Promise<Count>;
}

/** More keys than this at once are not remembered as exceeded: they are asked of the database. */
const REMEMBERED = 5_000;

/** @param db Is asked for at the first count. */
export function createSharedCounts(db: () => Db): SharedCounts {
  const exceeded = new Map<string, { current: number; readonly endsAtMs: number }>();
  return {
    async add(key, windowMs, max) {
      const hash = createHash('sha256').update(key).digest('base64url');
      const known = exceeded.get(hash);
      const now = performance.now();
      if (known !== undefined && known.endsAtMs > now) {
        known.current += 1;
        return { current: known.current, ttl: known.endsAtMs - now };
      }
      exceeded.delete(hash);
      const count = await addOne(db(), hash, windowMs);
      if (count.current > max && exceeded.size < REMEMBERED) {
        exceeded.set(hash, { current: count.current, endsAtMs: now + count.ttl });
        setTimeout(() => exceeded.delete(hash), count.ttl).unref();
      }
      return count;
    },
  };
}

async function addOne(db: Db, hash: string, windowMs: number): Promise<Count> {
  const seconds = windowMs / 1000;
  const { rows } = await db.execute<{ current: number; ttl: number }>(sql`
    insert into rate_counts as known (key_hash, calls, ends_at)
      values (${hash}, 1, now() + make_interval(secs => ${seconds}))
    on conflict (key_hash) do update set
      calls = case when known.ends_at <= now() then 1 else known.calls + 1 end,
      ends_at = case when known.ends_at <= now() then excluded.ends_at else known.ends_at end
    returning calls as current, (extract(epoch from ends_at - now()) * 1000)::float8 as ttl`);
  const [row] = rows;
  if (row === undefined) throw new Error('a count without a row');
  return row;
}
