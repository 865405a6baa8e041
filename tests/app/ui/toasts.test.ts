import { expect, test, vi } from 'vitest';
import { textsOf } from '../../../src/app/texts/load-texts.ts';
import { createToasts, type ToastOptions } from '../../../src/app/ui/toasts.ts';

const titles = (toasts: ReturnType<typeof createToasts>) =>
  toasts.queue.visibleToasts.map(({ content }) => content.title);

const UNDO = { label: () => 'Undo', run: () => undefined };

type Row = readonly [
  area: NonNullable<ToastOptions['area']>,
  success: number,
  info: number,
  warning: number,
  error: number,
];

/** A4, seconds. */
const ROWS: readonly Row[] = [
  ['page', 3, 3, 3, 3],
  ['pricing', 4, 4, 4, 4],
  ['feedback', 3, 3, 3, 4],
  ['viewer', 4, 4, 4, 4],
  ['workflow', 5, 6, 8, 5],
  ['maxMaterials', 3, 3, 3, 3],
];

/** Milliseconds that a toast of each kind stands: success, info, warning, error. */
function durations(options?: ToastOptions): (number | undefined)[] {
  const toasts = createToasts(() => textsOf('en'));
  const add = vi.spyOn(toasts.queue, 'add');
  for (const kind of ['success', 'info', 'warning', 'error'] as const) toasts.show(kind, kind, options);
  return add.mock.calls.map(([, given]) => given?.timeout);
}

test.each(ROWS)('a toast of area %s stands %i, %i, %i and %i s by its kind', (area, ...seconds) => {
  expect(durations({ area })).toEqual(seconds.map((value) => value * 1_000));
});

test('who names no area speaks for the render workflow', () => {
  expect(durations()).toEqual([5_000, 6_000, 8_000, 5_000]);
});

test('a toast with a button stands long enough to reach it', () => {
  const toasts = createToasts(() => textsOf('en'));
  const add = vi.spyOn(toasts.queue, 'add');
  toasts.offer('success', () => 'Deleted', { area: 'viewer', action: UNDO });
  expect(add.mock.calls.map(([, given]) => given?.timeout)).toEqual([8_000]);
});

test('the same sentence is not on the screen twice, and can be taken away', () => {
  const toasts = createToasts(() => textsOf('en'));
  toasts.show('error', 'No connection');
  const close = toasts.show('error', 'No connection');
  toasts.show('info', 'Saved');
  expect(titles(toasts).sort()).toEqual(['No connection', 'Saved']);
  close();
  expect(titles(toasts)).toEqual(['Saved']);
});

test('a toast about a thing takes the place of the last one about it, and leaves when the thing is done', () => {
  const toasts = createToasts(() => textsOf('en'));
  toasts.offer('success', () => 'Walnut deleted', { about: 'material:7', action: UNDO });
  toasts.offer('success', () => 'Oak deleted', { about: 'material:8', action: UNDO });
  toasts.show('success', 'Walnut is back', { about: 'material:7' });
  expect(titles(toasts)).toEqual(['Walnut is back', 'Oak deleted']);
  toasts.done('material:8');
  expect(titles(toasts)).toEqual(['Walnut is back']);
});
