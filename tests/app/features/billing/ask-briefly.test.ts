import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { askBriefly } from '../../../../src/app/features/billing/ask-briefly.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

/** A server that takes the call and says nothing. */
const silence = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));

test('a list that does not come is given up after 8 s', async () => {
  const asked = askBriefly(new AbortController().signal, silence);
  const refused = expect(asked).rejects.toMatchObject({ failure: { code: 'server-unreachable' } });
  await vi.advanceTimersByTimeAsync(8_000);
  await refused;
});

test('an answer, a refusal and a person who leaves go through at once', async () => {
  const { signal } = new AbortController();
  expect(await askBriefly(signal, async () => 'plans')).toBe('plans');
  await expect(askBriefly(signal, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  const leaving = new AbortController();
  const left = askBriefly(leaving.signal, silence);
  leaving.abort(new Error('left'));
  await expect(left).rejects.toThrow('left');
});
