import { expect, test } from 'vitest';
import { callApi } from '../../support/call-api.ts';
import { besideTransaction } from '../../support/locked-rows.ts';
import { readMoney } from '../../support/money.ts';
import { startTestServer } from '../../support/server.ts';
import { makeStaff } from '../../support/staff.ts';

test('somebody is approved while their e-mail is verified: the two wait for each other in one order', async () => {
  // Not only this machine reaches it, so that credits wait.
  const server = await startTestServer({ config: { publicUrl: 'https://vitrine.example' } });
  try {
    const staff = await makeStaff(server);
    const person = await server.signUp();
    const { id } = person.session.user;
    await besideTransaction(server, async (other) => {
      await other.query('select from wallets where user_id = $1 for update', [id]);
      const approved = callApi(server, staff, 'POST', `/api/staff/users/${id}/approve/`);
      await other.awaitWaiting();
      await other.query('update users set email_verified_at = now() where id = $1', [id]);
      await other.commit();
      expect(await approved).toMatchObject({ status: 200 });
    });
    expect(await readMoney(server, person)).toMatchObject({ balance: 2_000 });
  } finally {
    await server.stop();
  }
});
