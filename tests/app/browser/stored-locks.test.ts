import Dexie from 'dexie';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { expect, test, vi } from 'vitest';
import { storedLocks } from '../../../src/app/browser/stored-locks.ts';

/** Tabs of one browser that has no locks. */
function openBrowser() {
  const indexedDB = new IDBFactory();
  let time = Date.parse('2026-06-01T12:00:00Z');
  const openTab = () => {
    const listeners = { hide: new Set<() => void>(), leave: new Set<() => void>() };
    const on = (kind: 'hide' | 'leave') => (listener: () => void) => {
      listeners[kind].add(listener);
      return () => void listeners[kind].delete(listener);
    };
    let isVisible = true;
    const page = { isVisible: () => isVisible, onHide: on('hide'), onLeave: on('leave') };
    const around = { indexedDB, IDBKeyRange, page, now: () => time };
    return {
      locks: storedLocks(around as never),
      hide() {
        isVisible = false;
        for (const listener of listeners.hide) listener();
      },
      leave() {
        for (const listener of listeners.leave) listener();
      },
    };
  };
  /** How many hold a lock or wait for one. */
  const countTickets = async (): Promise<number> => {
    const database = await new Dexie('vitrine-locks', { indexedDB, IDBKeyRange }).open();
    const count = await database.table('tickets').count();
    database.close();
    return count;
  };
  return { openTab, countTickets, pass: (timeMs: number) => void (time += timeMs) };
}

/** Work that is at it until it is told to end. */
function makeWork() {
  let end = (): void => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const work = vi.fn(() => ended);
  return { work, end };
}

test('one tab at a time is at it, the next one as soon as it is done, failed or closed', async () => {
  const { openTab, countTickets } = openBrowser();
  const [first, second, third] = [openTab(), openTab(), openTab()];
  const [one, two, three] = [makeWork(), makeWork(), makeWork()];
  const done = first.locks.request('draw', one.work);
  await vi.waitFor(() => expect(one.work).toHaveBeenCalled());
  const next = second.locks.request('draw', two.work);
  await second.locks.request('another', async () => {});
  expect(two.work).not.toHaveBeenCalled();
  one.end();
  await done;
  await vi.waitFor(() => expect(two.work).toHaveBeenCalled());

  const last = third.locks.request('draw', three.work);
  await expect.poll(countTickets).toBe(2);
  const [four, fifth] = [makeWork(), openTab()];
  const behind = fifth.locks.request('draw', four.work);
  second.leave();
  second.hide();
  await vi.waitFor(() => expect(three.work).toHaveBeenCalled());
  expect(four.work).not.toHaveBeenCalled();
  three.end();
  await vi.waitFor(() => expect(four.work).toHaveBeenCalled());
  four.end();
  two.end();
  await behind;
  await Promise.all([next, last]);
  await expect(first.locks.request('draw', () => Promise.reject(new Error('broken')))).rejects.toThrow(
    'broken',
  );
  expect(await second.locks.request('draw', async () => 'drawn')).toBe('drawn');
});

test('a tab that died is waited for five seconds, one out of sight a minute and a half', async () => {
  for (const [isHidden, patience] of [
    [false, 5_000],
    [true, 90_000],
  ] as const) {
    const { openTab, pass } = openBrowser();
    const [dead, other] = [openTab(), openTab()];
    const { work } = makeWork();
    if (isHidden) dead.hide();
    // Nothing of it runs any more: its lease is not made longer.
    const setIntervals = vi.spyOn(globalThis, 'setInterval').mockImplementation(() => 0 as never);
    void dead.locks.request('draw', work);
    await vi.waitFor(() => expect(work).toHaveBeenCalled());
    setIntervals.mockRestore();
    const mine = vi.fn(async () => {});
    pass(patience - 1);
    const asked = other.locks.request('draw', mine, AbortSignal.timeout(500));
    await expect(asked).rejects.toMatchObject({ name: 'AbortError' });
    expect(mine).not.toHaveBeenCalled();
    pass(1);
    await other.locks.request('draw', mine);
    expect(mine).toHaveBeenCalledOnce();
  }
});

test('a tab that lives keeps what it holds, and more so when it goes out of sight', async () => {
  const { openTab, pass } = openBrowser();
  const [first, second] = [openTab(), openTab()];
  const { work, end } = makeWork();
  const done = first.locks.request('draw', work);
  await vi.waitFor(() => expect(work).toHaveBeenCalled());
  first.hide();
  pass(60_000);
  const asked = second.locks.request('draw', async () => {}, AbortSignal.timeout(300));
  await expect(asked).rejects.toMatchObject({ name: 'AbortError' });
  // A clock that is put back by a day is nobody's lease.
  pass(-86_400_000);
  await second.locks.request('draw', async () => {});
  end();
  await done;
});

test('where nothing can be stored nobody waits', async () => {
  const refuse = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  };
  const page = { isVisible: () => true, onHide: () => () => {}, onLeave: () => () => {} };
  const around = { indexedDB: { open: refuse }, IDBKeyRange, page, now: Date.now };
  const locks = storedLocks(around as never);
  const { work, end } = makeWork();
  const first = locks.request('draw', work);
  expect(await locks.request('draw', async () => 'drawn')).toBe('drawn');
  end();
  await first;
});
