import { expect, test } from 'vitest';
import { UserId } from '../../../../src/contract/ids.ts';
import { issueAccessToken } from '../../../../src/server/accounts/sessions/access-token.ts';
import { rememberTokens } from '../../../../src/server/accounts/sessions/remember-tokens.ts';

const KEY = Buffer.from('a key for tests only, 32 bytes...');
const CALLER = { userId: UserId.parse(3), sessionId: '6f0c6b1e-6b0e-4c0e-9d43-1a2b3c4d5e6f' };
const NOW = new Date('2030-01-01T00:00:00Z');
const later = (seconds: number) => new Date(NOW.getTime() + seconds * 1_000);

test('a token is read the second time as it was the first, until it expires', async () => {
  const read = rememberTokens(KEY);
  const token = await issueAccessToken(KEY, CALLER, NOW);
  expect(await read(token, NOW)).toEqual(CALLER);
  expect(await read(token, later(599))).toEqual(CALLER);
  expect(await read(token, later(600))).toBeNull();
  expect(await read(token, later(-60))).toBeNull();
});

test('a forged token stays refused beside one that is known', async () => {
  const read = rememberTokens(KEY);
  const token = await issueAccessToken(KEY, CALLER, NOW);
  await read(token, NOW);
  const [head, body, seal = ''] = token.split('.');
  const forged = `${head}.${body}.${seal.startsWith('A') ? 'B' : 'A'}${seal.slice(1)}`;
  expect(await read(forged, NOW)).toBeNull();
  expect(await read(forged, NOW)).toBeNull();
  expect(await read(`${token}x`, NOW)).toBeNull();
});
