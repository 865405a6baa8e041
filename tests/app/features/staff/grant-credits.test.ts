import { expect, test } from 'vitest';
import { grantCredits, readGrant } from '../../../../src/app/features/staff/grant-credits.ts';
import { openDevice } from '../../../support/real-outside.ts';
import { startTestServer } from '../../../support/server.ts';
import { makeStaff } from '../../../support/staff.ts';

test.each([
  ['1', 1],
  [' 500 ', 500],
  ['1000000', 1_000_000],
  ['1000001', null],
  ['0', null],
  ['-5', null],
  ['1.5', null],
  ['1e3', null],
  ['', null],
  ['many', null],
])('%j is %j credits', (text, credits) => {
  expect(readGrant(text)).toBe(credits);
});

test('a grant whose answer was lost is given once', async () => {
  const server = await startTestServer();
  try {
    const [staff, person] = [await makeStaff(server), await server.signUp()];
    const userId = person.session.user.id;
    const app = openDevice(server.url, staff);
    const grant = () => grantCredits(app, { userId, credits: 300, note: '' }, 'one key');
    await grant();
    await grant();
    const me = await fetch(`${server.url}/api/users/me/`, { headers: person.headers });
    expect(await me.json()).toMatchObject({ credits: person.session.user.credits + 300 });
  } finally {
    await server.stop();
  }
});
