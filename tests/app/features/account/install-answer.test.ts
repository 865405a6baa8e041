import { expect, test } from 'vitest';
import type { InstallWay } from '../../../../src/app/browser/browser-install.ts';
import { isInstallOpen, keepInstallAnswer } from '../../../../src/app/features/account/install-answer.ts';

function deviceWith(way: InstallWay) {
  const kept = new Map<string, string>();
  return {
    install: { way: () => way },
    localStorage: {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
    },
  };
}

test.each([
  ['press', true],
  ['share', true],
  ['menu', false],
  ['installed', false],
  [null, false],
] as const)('installing by "%s" is offered: %s', (way, isOffered) => {
  expect(isInstallOpen(deviceWith(way))).toBe(isOffered);
});

test('who has answered is not asked again on this device', () => {
  const device = deviceWith('press');
  keepInstallAnswer(device);
  expect(isInstallOpen(device)).toBe(false);
});
