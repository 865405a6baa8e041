import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Outside, UploadProgress } from '../../../src/app/browser/outside.ts';
import { watchUpload } from '../../../src/app/browser/watch-upload.ts';
import { UPLOAD_ANSWER_MS, UPLOAD_STALL_MS } from '../../../src/contract/constants.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A call in the hands of the test. */
function hold() {
  let settle: (answer: Response) => void = () => {};
  let report: UploadProgress = () => {};
  const upload: Outside['upload'] = (_input, init, onProgress) => {
    report = onProgress;
    return new Promise((resolve, reject) => {
      settle = resolve;
      init.signal?.addEventListener('abort', () => reject(init.signal?.reason));
    });
  };
  return {
    upload,
    report: (sent: number, total: number) => report(sent, total),
    answer: () => settle(new Response()),
  };
}

test('a body that moves may take as long as it needs', async () => {
  const call = hold();
  const told: number[] = [];
  const answer = watchUpload(call.upload, '/part', {}, (sent) => told.push(sent));
  for (let sent = 1; sent <= 9; sent += 1) {
    await vi.advanceTimersByTimeAsync(UPLOAD_STALL_MS - 1);
    call.report(sent, 10);
  }
  call.answer();
  expect((await answer).status).toBe(200);
  expect(told).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(vi.getTimerCount()).toBe(0);
});

test('a body that does not begin, or stops on its way, is given up', async () => {
  for (const sent of [null, 5]) {
    const call = hold();
    const answer = watchUpload(call.upload, '/part', {}, () => {});
    const failed = expect(answer).rejects.toThrow('stands still');
    if (sent !== null) call.report(sent, 10);
    await vi.advanceTimersByTimeAsync(UPLOAD_STALL_MS);
    await failed;
  }
});

test('once all of it has left, the answer has longer', async () => {
  const call = hold();
  const answer = watchUpload(call.upload, '/part', {}, () => {});
  const failed = expect(answer).rejects.toThrow('stands still');
  call.report(10, 10);
  await vi.advanceTimersByTimeAsync(UPLOAD_ANSWER_MS - 1);
  expect(vi.getTimerCount()).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  await failed;
});

test('whoever cancels gets his own reason, before or on the way', async () => {
  for (const isEarly of [true, false]) {
    const call = hold();
    const cancel = new AbortController();
    if (isEarly) cancel.abort(new DOMException('Cancelled', 'AbortError'));
    const upload: Outside['upload'] = async (input, init, onProgress) => {
      init.signal?.throwIfAborted();
      return call.upload(input, init, onProgress);
    };
    const answer = watchUpload(upload, '/part', { signal: cancel.signal }, () => {});
    const failed = expect(answer).rejects.toThrow('Cancelled');
    cancel.abort(new DOMException('Cancelled', 'AbortError'));
    await failed;
    expect(vi.getTimerCount()).toBe(0);
  }
});
