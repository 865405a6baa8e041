import { PassThrough } from 'node:stream';
import { expect, test, vi } from 'vitest';
import { followBody } from '../../../src/server/storage/s3-body.ts';
import { StoreAway } from '../../../src/server/storage/s3-failures.ts';

test('a reader who takes their time for the end of a file gets it, and a store that is silent before it is away', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  try {
    const whole = new PassThrough();
    const told = followBody(whole, 1_000);
    whole.end(Buffer.alloc(10_000));
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    await vi.advanceTimersByTimeAsync(60_000);
    let length = 0;
    for await (const piece of told) length += piece.length;
    expect(length).toBe(10_000);

    const silent = new PassThrough();
    const waiting = followBody(silent, 1_000);
    const failed = new Promise((resolve) => waiting.on('error', resolve));
    silent.write(Buffer.alloc(100));
    waiting.resume();
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await failed).toBeInstanceOf(StoreAway);
  } finally {
    vi.useRealTimers();
  }
});
