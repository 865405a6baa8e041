import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { RestingStage } from '../../../src/workers/viewer/smooth-at-rest.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A stage whose card says when it has drawn, and whose person says when they are busy. */
function openStage() {
  const now = { isDrawn: false, isBusy: false };
  const card = {
    SYNC_GPU_COMMANDS_COMPLETE: 1,
    TIMEOUT_EXPIRED: 2,
    CONDITION_SATISFIED: 3,
    fenceSync: () => ({}),
    flush: () => undefined,
    clientWaitSync: () => (now.isDrawn ? 3 : 2),
    deleteSync: () => undefined,
    isContextLost: () => false,
  };
  const smooth = vi.fn();
  const rest = new RestingStage(card as unknown as WebGL2RenderingContext, () => now.isBusy, smooth);
  return { now, smooth, rest };
}

test('the rest begins when the card has drawn the draft, however long that took, so that it is seen first', async () => {
  const { now, smooth, rest } = openStage();
  rest.wait();
  await vi.advanceTimersByTimeAsync(3_200);
  now.isDrawn = true;
  await vi.advanceTimersByTimeAsync(200);
  expect(smooth).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(200);
  expect(smooth).toHaveBeenCalledOnce();
});

test('a stage that is busy again, or drawn otherwise, is left as it is', async () => {
  const { now, smooth, rest } = openStage();
  now.isDrawn = true;
  now.isBusy = true;
  rest.wait();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(smooth).not.toHaveBeenCalled();
  now.isBusy = false;
  await vi.advanceTimersByTimeAsync(300);
  expect(smooth).toHaveBeenCalledOnce();

  rest.wait();
  rest.forget();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(smooth).toHaveBeenCalledOnce();
});
