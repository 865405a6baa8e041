import { expect, test } from 'vitest';
import { createMutex } from '../../../src/server/process/mutex.ts';

test('work is done one after the other, in order, and a failure holds nobody up', async () => {
  const mutex = createMutex();
  const log: string[] = [];
  const releases: (() => void)[] = [];
  const work = (name: string) => async () => {
    log.push(`${name} begins`);
    await new Promise<void>((resolve) => releases.push(resolve));
    log.push(`${name} ends`);
    if (name === 'b') throw new Error('b failed');
    return name;
  };
  const all = ['a', 'b', 'c'].map((name) => mutex(work(name)));
  const settled = Promise.allSettled(all);
  for (let next = 0; next < 3; next++) {
    while (releases.length <= next) await new Promise((resolve) => setImmediate(resolve));
    expect(log).toHaveLength(2 * next + 1);
    releases[next]?.();
  }
  expect((await settled).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(log).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
});
