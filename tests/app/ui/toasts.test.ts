import { expect, test, vi } from 'vitest';
import { createToasts } from '../../../src/app/ui/toasts.ts';

const titles = (toasts: ReturnType<typeof createToasts>) =>
  toasts.queue.visibleToasts.map(({ content }) => content.title);

test('a toast stands as long as its kind says', () => {
  const toasts = createToasts();
  const add = vi.spyOn(toasts.queue, 'add');
  toasts.show('success', 'a');
  toasts.show('info', 'b');
  toasts.show('warning', 'c');
  toasts.show('error', 'd');
  toasts.show('warning', 'e', { durationMs: 3_000 });
  expect(add.mock.calls.map(([, options]) => options?.timeout)).toEqual([5_000, 6_000, 8_000, 5_000, 3_000]);
});

test('the same sentence is not on the screen twice, and can be taken away', () => {
  const toasts = createToasts();
  toasts.show('error', 'No connection');
  const close = toasts.show('error', 'No connection');
  toasts.show('info', 'Saved');
  expect(titles(toasts).sort()).toEqual(['No connection', 'Saved']);
  close();
  expect(titles(toasts)).toEqual(['Saved']);
});
