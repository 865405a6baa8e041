import { expect, test } from 'vitest';
import { checkPassword } from '../../../src/server/accounts/check-password.ts';

test.each([
  'P4ssw0rd-2026!!',
  '2026Password!!!!',
  'p@$$w0rd.123456',
  'Summer2026!!!!',
  'qwerty-qwerty-1',
  'MyPassword_0001',
  'Bienvenido#2026',
  'admin.admin.2026',
])('common words with digits and marks are refused: %s', (password) => {
  expect(() => checkPassword(password, [])).toThrow('password-weak');
});

test.each([
  'a long password 1',
  'a long enough password',
  'correct battery staple',
  'password of my aunt',
  'winter tyres 4 the van',
  '9f!xPq2_Lr7zK',
  '837465920174',
])('what has anything else in it is taken: %s', (password) => {
  expect(() => checkPassword(password, ['Ada', 'ada@example.com'])).not.toThrow();
});

test('the longest password is read in no time, whatever it is made of', () => {
  expect(() => checkPassword(`${'mimy'.repeat(31)}x1`, [])).not.toThrow('stopped');
});
