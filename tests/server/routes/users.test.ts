import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

test('a new account is signed in and has its credits', async () => {
  const person = await server.signUp('Ada Lovelace King');
  const me = await server.app.inject({ url: '/api/users/me/', headers: person.headers });
  expect(me.statusCode).toBe(200);
  expect(me.json()).toEqual({
    id: person.session.user.id,
    username: 'Ada Lovelace King',
    email: person.email,
    first_name: 'Ada',
    last_name: 'Lovelace King',
    avatar_url: null,
    credits: 2000,
    is_staff: false,
    render_cost: 200,
  });
});
