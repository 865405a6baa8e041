import { afterAll, beforeAll, expect, test } from 'vitest';
import { listResetRequests } from '../../../../src/server/accounts/passwords/list-reset-requests.ts';
import { requestReset } from '../../../../src/server/accounts/passwords/request-reset.ts';
import { createBackground } from '../../../../src/server/process/background.ts';
import { startTestServer, type TestServer } from '../../../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

test('asked many times at once, the owner sees one request', async () => {
  const person = await server.signUp();
  const { deps } = server;
  const background = createBackground(deps.logger);
  const services = { ...deps.services, background };
  for (let count = 0; count < 8; count += 1) requestReset({ ...deps, services }, person.email);
  // Resolves when all of them have ended.
  await background.close();
  expect(await listResetRequests(deps.database.db, new Date())).toMatchObject([{ email: person.email }]);
});
