import { expect, test } from 'vitest';
import { nameBrowser } from '../../../../src/app/features/account/name-browser.ts';

const APPLE = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';
test.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36',
    'Chrome',
    'Windows',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0',
    'Edge',
    'Windows',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox', 'Linux'],
  [
    `Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) ${APPLE} Version/18.0 Mobile Safari/604.1`,
    'Safari',
    'iPad',
  ],
  [`Mozilla/5.0 (iPhone; CPU iPhone OS 18_0) ${APPLE} CriOS/140.0 Mobile Safari/604.1`, 'Chrome', 'iPhone'],
  [
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${APPLE} Version/18.0 Safari/605.1.15`,
    'Safari',
    'macOS',
  ],
])('%s is called as people call it', (userAgent, browser, system) => {
  expect(nameBrowser(userAgent)).toEqual({ browser, system });
});

test('what says nothing of itself has no name', () => {
  expect([nameBrowser(null), nameBrowser('curl/8.0')]).toEqual([null, null]);
});
