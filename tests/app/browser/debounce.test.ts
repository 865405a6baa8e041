import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createDebounce } from '../../../src/app/browser/debounce.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function setUp() {
  const heard: (string | number)[] = [];
  const debounce = createDebounce<number>(
    100,
    () => heard.push('held'),
    (value) => heard.push(value),
  );
  return { debounce, heard };
}

test('the last of several changes is told once, after a pause', () => {
  const { debounce, heard } = setUp();
  for (const value of [1, 2, 3]) {
    debounce.change(value);
    vi.advanceTimersByTime(99);
  }
  expect(heard).toEqual(['held']);
  vi.advanceTimersByTime(1);
  expect(heard).toEqual(['held', 3]);
  debounce.change(4);
  vi.advanceTimersByTime(1_000);
  expect(heard).toEqual(['held', 3, 'held', 4]);
});

test('what is held back is told at once when it must be, and not again', () => {
  const { debounce, heard } = setUp();
  debounce.flush();
  debounce.change(1);
  debounce.flush();
  debounce.flush();
  expect(heard).toEqual(['held', 1]);
  vi.advanceTimersByTime(1_000);
  expect(heard).toEqual(['held', 1]);
});
