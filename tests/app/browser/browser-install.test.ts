import { expect, test } from 'vitest';
import { browserInstall } from '../../../src/app/browser/browser-install.ts';

function makeBrowser(
  userAgent = 'Chrome',
  maxTouchPoints = 0,
  { isStandalone = false, isSecure = true } = {},
) {
  return Object.assign(new EventTarget(), {
    isSecureContext: isSecure,
    navigator: { userAgent, maxTouchPoints },
    matchMedia: () => ({ matches: isStandalone }),
  });
}

test('the browser’s offer waits for a press, is taken once, and is over when the app is there', async () => {
  const browser = makeBrowser();
  const install = browserInstall(browser);
  let told = 0;
  install.onChange(() => {
    told += 1;
  });
  expect(install.way()).toBe('menu');
  let prompts = 0;
  const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
    prompt: async () => {
      prompts += 1;
    },
  });
  browser.dispatchEvent(offer);
  expect([install.way(), offer.defaultPrevented, told]).toEqual(['press', true, 1]);
  await install.ask();
  await install.ask();
  expect([prompts, install.way()]).toEqual([1, 'menu']);
  browser.dispatchEvent(new Event('appinstalled'));
  expect(install.way()).toBe('installed');
});

test('an iPad is told its own way, a desktop without an offer the menu, and nobody where it cannot be', () => {
  expect(browserInstall(makeBrowser('Mozilla (Macintosh)', 5)).way()).toBe('share');
  expect(browserInstall(makeBrowser('Mozilla (Macintosh)', 0)).way()).toBe('menu');
  expect(browserInstall(makeBrowser('Chrome', 0, { isSecure: false })).way()).toBeNull();
  expect(browserInstall(makeBrowser('Chrome', 0, { isStandalone: true })).way()).toBe('installed');
});
