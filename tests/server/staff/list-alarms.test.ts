import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { callApi } from '../../support/call-api.ts';
import { holdPlan } from '../../support/hold-plan.ts';
import { type RenderServer, startRenderServer } from '../../support/render-server.ts';
import { makeStaff } from '../../support/staff.ts';

let server: RenderServer;
beforeAll(async () => {
  server = await startRenderServer({ isWorking: false });
});
afterAll(() => server.stop());

test('a plan that closing its account could not end is told of, until the account is open again', async () => {
  const staff = await makeStaff(server);
  const person = await server.signUp('Grace');
  // Nothing is sold here any more: nobody can be told to end it.
  await holdPlan(server, person, 'pro');
  const { id, email } = person.session.user;
  const close = (is_closed: boolean) =>
    callApi(server, staff, 'POST', `/api/staff/users/${id}/closed/`, { is_closed });
  const alarms = async () => (await callApi(server, staff, 'GET', '/api/staff/alarms/')).body.results;
  expect(await alarms()).toEqual([]);
  expect((await close(true)).status).toBe(200);
  expect(await alarms()).toMatchObject([
    { kind: 'plan-goes-on', user: { id, name: 'Grace', email }, plan: 'pro' },
  ]);
  expect((await close(false)).status).toBe(200);
  expect(await alarms()).toEqual([]);
});

test('a disk that takes no writes is told of as that, whatever room it has', async () => {
  const staff = await makeStaff(server);
  const isReadOnly = vi.spyOn(server.deps.services.disk, 'isReadOnly').mockResolvedValue(true);
  try {
    const { body } = await callApi(server, staff, 'GET', '/api/staff/alarms/');
    expect(body.results).toMatchObject([{ kind: 'disk-read-only' }]);
  } finally {
    isReadOnly.mockRestore();
  }
});
