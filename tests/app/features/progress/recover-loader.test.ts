import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { recoverLoader } from '../../../../src/app/features/progress/recover-loader.ts';
import { AppError } from '../../../../src/contract/failure.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('1.5 s after the start, then three times more, a second longer each', async () => {
  const begun = Date.now();
  const asked: number[] = [];
  recoverLoader(async () => {
    asked.push(Date.now() - begun);
    throw new AppError({ code: 'server-unreachable' });
  });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toEqual([1_500, 2_500, 4_500, 7_500]);
});

test('once it was answered it is over, and a stop ends it', async () => {
  const recover = vi.fn(async () => {});
  recoverLoader(recover);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(recover).toHaveBeenCalledTimes(1);
  recoverLoader(recover)();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(recover).toHaveBeenCalledTimes(1);
});
