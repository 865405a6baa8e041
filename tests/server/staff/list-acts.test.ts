import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { StaffActBody } from '../../../src/contract/http/staff.ts';
import { staffActs } from '../../../src/server/db/schema/accounts.ts';
import { callApi, type Method } from '../../support/call-api.ts';
import { type Person, startTestServer, type TestServer } from '../../support/server.ts';
import { makeStaff } from '../../support/staff.ts';

let server: TestServer;
let staff: Person;
beforeAll(async () => {
  server = await startTestServer();
  staff = await makeStaff(server, 'Sol Staff');
});
afterAll(() => server.stop());

const ask = (method: Method, path: string, body?: object) =>
  callApi(server, staff, method, `/api/staff/${path}`, body);
const list = async (cursor = '') => (await ask('GET', `acts/${cursor}`)).body;
const newest = async (count: number): Promise<StaffActBody[]> => (await list()).results.slice(0, count);

/** Makes an invitation; its number. */
async function invite(email: string | null): Promise<number> {
  await ask('POST', 'invitations/', { email });
  return (await ask('GET', 'invitations/')).body.results[0].id;
}

test('what staff did to invitations stands in one list with all else, by whom and for whom', async () => {
  const email = `${randomUUID()}@example.com`;
  const [theirs, open] = [await invite(email), await invite(null)];
  await ask('DELETE', `invitations/${theirs}/`);
  const person = await server.signUp('Ada');
  await ask('POST', `users/${person.session.user.id}/grant/`, { credits: 5, note: '' });
  expect(await newest(4)).toMatchObject([
    { act: 'credits-granted', staff: 'Sol Staff', person: 'Ada', detail: { credits: 5 } },
    { act: 'invitation-revoked', staff: 'Sol Staff', person: null, detail: { invitation: theirs, email } },
    { act: 'invitation-made', person: null, detail: { invitation: open, email: null } },
    { act: 'invitation-made', person: null, detail: { invitation: theirs, email } },
  ]);
});

test('an invitation that is taken back once more is written down once', async () => {
  const id = await invite(null);
  for (let time = 0; time < 2; time += 1) {
    expect(await ask('DELETE', `invitations/${id}/`)).toMatchObject({ status: 204 });
  }
  expect((await newest(2)).map(({ act }) => act)).toEqual(['invitation-revoked', 'invitation-made']);
});

test('whoever deletes the account is named nowhere in it', async () => {
  const email = `${randomUUID()}@example.com`;
  // One that was never used, and one that was.
  await invite(email);
  const made = await ask('POST', 'invitations/', { email });
  const password = 'a long enough password';
  const joined = await server.app.inject({
    method: 'POST',
    url: '/api/users/register/',
    payload: { name: 'Ada', email, password, invitation_token: made.body.link.split('invitation_token=')[1] },
  });
  expect((await list()).results.map(({ detail }: StaffActBody) => detail.email)).toContain(email);
  const gone = await server.app.inject({
    method: 'DELETE',
    url: '/api/users/me/',
    headers: { authorization: `Bearer ${joined.json().access_token}` },
    payload: { password },
  });
  expect(gone.statusCode).toBeLessThan(300);
  const [last, second] = await newest(2);
  expect(last).toMatchObject({ act: 'account-deleted', staff: null, person: `#${joined.json().user.id}` });
  expect(second).toMatchObject({ act: 'invitation-made', detail: { email: null } });
  expect(JSON.stringify(await server.deps.database.db.select().from(staffActs))).not.toContain(email);
  expect(JSON.stringify((await ask('GET', 'invitations/')).body)).not.toContain(email);
});

test('it comes page by page, the newest first', async () => {
  const rows = Array.from({ length: 60 }, () => ({ act: 'ticket-closed', detail: { ticket: 'none' } }));
  await server.deps.database.db.insert(staffActs).values(rows);
  const first = await list();
  expect(first.results).toHaveLength(50);
  const second = await list(`?cursor=${first.next}`);
  expect(second.results[0].id).toBeLessThan(first.results.at(-1).id);
  expect(second.results.length).toBeGreaterThanOrEqual(10);
});
