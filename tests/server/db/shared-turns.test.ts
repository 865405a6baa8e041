import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../../src/server/db/database.ts';
import { createSharedTurns } from '../../../src/server/db/shared-turns.ts';
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
  const [one, other] = [createSharedTurns(database.connection), createSharedTurns(database.connection)];
  const log: string[] = [];
  const first = held();
  const running = one.take('a', never, first.work).then(() => log.push('first'));
  await first.begun;
  const second = other.take('a', never, async () => log.push('second'));
  expect(await other.take('b', never, async () => 'at once')).toBe('at once');
  expect(log).toEqual([]);
  first.release();
  await Promise.all([running, second]);
  expect(log).toEqual(['first', 'second']);
  await Promise.all([one.close(), other.close()]);
});

test('whoever waits may go; what a lost connection held is free, and the next one works', async () => {
  const [one, other] = [createSharedTurns(database.connection), createSharedTurns(database.connection)];
  const first = held();
  const running = one.take('a', never, first.work);
  await first.begun;
  const leaving = new AbortController();
  const waiting = other.take('a', leaving.signal, async () => 'never');
  leaving.abort();
  await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });

  await database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'vitrine-turns' and datname = current_database()`,
  );
  await expect.poll(() => other.take('a', never, async () => 'free').catch(() => null)).toBe('free');
  first.release();
  await running;
  await expect.poll(() => one.take('a', never, async () => 'again').catch(() => null)).toBe('again');
  await Promise.all([one.close(), other.close()]);
});
