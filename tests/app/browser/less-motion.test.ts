import { proxy } from 'valtio';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { followMotion, wantsLessMotion } from '../../../src/app/browser/less-motion.ts';
import { DEFAULT_PREFERENCES } from '../../../src/app/browser/preferences.ts';

let device: { matches: boolean; listeners: Set<() => void> };
beforeEach(() => {
  device = { matches: false, listeners: new Set() };
  vi.stubGlobal('matchMedia', () => ({
    get matches() {
      return device.matches;
    },
    addEventListener: (_name: string, listener: () => void) => device.listeners.add(listener),
    removeEventListener: (_name: string, listener: () => void) => device.listeners.delete(listener),
  }));
});
afterEach(() => vi.unstubAllGlobals());

test('without a page the device decides', () => {
  expect(wantsLessMotion()).toBe(false);
  device.matches = true;
  expect(wantsLessMotion()).toBe(true);
});

test('the person’s choice goes before the device’s, and the device counts again without one', async () => {
  vi.stubGlobal('document', { documentElement: { dataset: {} } });
  const preferences = proxy({ ...DEFAULT_PREFERENCES });
  const stop = followMotion(preferences);
  expect(wantsLessMotion()).toBe(false);
  device.matches = true;
  for (const listener of device.listeners) listener();
  expect(wantsLessMotion()).toBe(true);
  preferences.motion = 'full';
  await Promise.resolve();
  expect(wantsLessMotion()).toBe(false);
  device.matches = false;
  preferences.motion = 'less';
  await Promise.resolve();
  expect(wantsLessMotion()).toBe(true);
  stop();
  expect(device.listeners.size).toBe(0);
});
