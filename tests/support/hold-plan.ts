import type { PlanName } from '../../src/contract/http/billing.ts';
import { subscriptions } from '../../src/server/db/schema/billing.ts';
import type { Person, TestServer } from './server.ts';

/** Gives a person a plan that is paid for a month, as if its provider had told so. */
export async function holdPlan(
  server: Pick<TestServer, 'deps'>,
  person: Pick<Person, 'session'>,
  plan: PlanName,
): Promise<void> {
  const periodStart = server.deps.now();
  await server.deps.database.db.insert(subscriptions).values({
    userId: person.session.user.id,
    providerId: `sub_${person.session.user.id}`,
    plan,
    recurrence: 'monthly',
    status: 'active',
    periodStart,
    periodEnd: new Date(periodStart.getTime() + 30 * 24 * 3_600_000),
  });
}
