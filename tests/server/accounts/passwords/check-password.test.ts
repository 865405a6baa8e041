import { expect, test } from 'vitest';
import { checkPassword } from '../../../../src/server/accounts/passwords/check-password.ts';

test.each([
  'P4ssw0rd-2026!!',
  '2026Password!!!!',
  'p@$$w0rd.123456',
  'Summer2026!!!!',
  'qwerty-qwerty-1',
  'MyPassword_0001',
  'Bienvenido#2026',
  'admin.admin.2026',
])('common words with digits and marks are refused: %s', async (password) => {
  await expect(checkPassword(password, [])).rejects.toThrow('password-weak');
});

test.each([
  'synystergates',
  'SzczecinMiasto',
  'szevasz-tavasz',
  'Michelle-2026!!',
  'n1c0le.1234567',
  '!!butterfly1998',
  'Mailcreated5240',
  'zbhbyffktrcfylhjdyf1995',
])('what was breached is refused, as it is or with digits and marks around: %s', async (password) => {
  await expect(checkPassword(password, [])).rejects.toThrow('password-weak');
});

test.each([
  'a long password 1',
  'a long enough password',
  'correct battery staple',
  'password of my aunt',
  'winter tyres 4 the van',
  '9f!xPq2_Lr7zK',
  '837465920174',
])('what has anything else in it is taken: %s', async (password) => {
  await expect(checkPassword(password, ['Ada', 'ada@example.com'])).resolves.toBeUndefined();
});

test('the longest password is read in no time, whatever it is made of', async () => {
  await expect(checkPassword(`${'mimy'.repeat(31)}x1`, [])).rejects.toThrow('password-weak');
});
