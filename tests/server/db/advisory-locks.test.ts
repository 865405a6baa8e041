import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAdvisoryLocks } from '../../../src/server/db/advisory-locks.ts';
import type { Database } from '../../../src/server/db/database.ts';
import { openTestDatabase } from '../../support/test-database.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase(false);
});
afterAll(() => database.close());

const never = new AbortController().signal;
/** Work that lasts until it is let go. */
function held() {
  let begin = () => {};
  let release = () => {};
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  const work = async () => {
    begin();
    await gate;
  };
  return { work, begun, release: () => release() };
}

test('work of one key is done by one process at a time, and of others meanwhile', async () => {
  const [one, other] = [createAdvisoryLocks(database.connection), createAdvisoryLocks(database.connection)];
  const log: string[] = [];
  const first = held();
  const running = one.hold('a', never, first.work).then(() => log.push('first'));
  await first.begun;
  const second = other.hold('a', never, async () => log.push('second'));
  expect(await other.hold('b', never, async () => 'at once')).toBe('at once');
  expect(log).toEqual([]);
  first.release();
  await Promise.all([running, second]);
  expect(log).toEqual(['first', 'second']);
  await Promise.all([one.close(), other.close()]);
});

test('whoever waits may go; what a lost connection held is free, and the next one works', async () => {
  const [one, other] = [createAdvisoryLocks(database.connection), createAdvisoryLocks(database.connection)];
  const first = held();
  const running = one.hold('a', never, first.work);
  await first.begun;
  const leaving = new AbortController();
  const waiting = other.hold('a', leaving.signal, async () => 'never');
  leaving.abort();
  await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });

  await database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'vitrine-locks' and datname = current_database()`,
  );
  await expect.poll(() => other.hold('a', never, async () => 'free').catch(() => null)).toBe('free');
  first.release();
  await running;
  await expect.poll(() => one.hold('a', never, async () => 'again').catch(() => null)).toBe('again');
  await Promise.all([one.close(), other.close()]);
});
