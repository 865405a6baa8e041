import { expect, test, vi } from 'vitest';
import { listenToKeys } from '../../../src/app/shell/use-shortcuts.ts';
import { createMaterialApp } from '../../support/material-app.ts';

test('without their code the keys still save, and the next press fetches it again', async () => {
  const page = new EventTarget();
  vi.stubGlobal('window', page);
  const press = (key: string, keys: Partial<KeyboardEvent> = {}): Event => {
    const event = new Event('keydown', { cancelable: true });
    page.dispatchEvent(Object.assign(event, { key, ctrlKey: false, metaKey: false, ...keys }));
    return event;
  };
  const save = vi.fn(async () => undefined);
  const pressKey = vi.fn();
  const load = vi.fn(async () => ({ pressKey }));
  load.mockRejectedValueOnce(new TypeError('no connection'));
  const stop = listenToKeys(createMaterialApp().app, save, load);
  await new Promise((resolve) => setTimeout(resolve));
  expect(press('s', { ctrlKey: true }).defaultPrevented).toBe(true);
  expect([save.mock.calls.length, load.mock.calls.length]).toEqual([1, 2]);
  await new Promise((resolve) => setTimeout(resolve));
  press('v');
  expect([pressKey.mock.calls.length, load.mock.calls.length]).toEqual([1, 2]);
  stop();
  press('v');
  expect(pressKey).toHaveBeenCalledTimes(1);
});
