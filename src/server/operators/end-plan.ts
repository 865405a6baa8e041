import { eq } from 'drizzle-orm';
import { isFailure } from '../../contract/failure.ts';
import type { Payments } from '../billing/payments.ts';
import { lockPayer, markEnded, mayCharge } from '../billing/settlement.ts';
import { subscriptions } from '../db/schema/billing.ts';
import { SetupError } from '../process/setup-error.ts';
import { noteAct } from '../staff/note-act.ts';
import { findByEmail } from './find-by-email.ts';
import type { Instance } from './open-instance.ts';

/**
 * Writes down that somebody's plan is over, on the word of whoever runs the server: one whose test data Stripe has deleted, or of
 * another account that has ended there. Nothing is said to the payment provider, and credits stay as they are.
 *
 * @returns How many were ended: a second one beside it counts as one.
 * @throws SetupError for an e-mail that nobody has, without a plan, and while the provider of this server says that it goes on;
 *   AppError `payment-unavailable`.
 */
export async function endPlan({ db, services, now }: Instance, email: string): Promise<number> {
  const userId = await findByEmail(db, email);
  const isTheirs = eq(subscriptions.userId, userId);
  const plans = (await db.select().from(subscriptions).where(isTheirs)).filter(mayCharge);
  if (plans.length === 0) throw new SetupError(`${email} has no plan.`);
  for (const { providerId } of plans) await mustNotGoOn(services.payments, providerId, email);
  await db.transaction(async (tx) => {
    await lockPayer(tx, userId);
    for (const plan of plans) {
      await markEnded(tx, plan, now());
      const detail = { plan: plan.plan, subscription: plan.providerId };
      await noteAct(tx, { staffId: null, act: 'plan-ended', userId, detail });
    }
  });
  return plans.length;
}

async function mustNotGoOn(payments: Payments | null, providerId: string, email: string): Promise<void> {
  // Where nothing is sold nobody can be asked.
  const told = await payments?.readSubscription(providerId).catch((error: unknown) => {
    if (isFailure(error, 'subscription-elsewhere')) return null;
    throw error;
  });
  if (told == null || !mayCharge(told)) return;
  throw new SetupError(
    `The plan of ${email} (${providerId}) goes on: the payment provider says that it is ${told.status}. End it there; it ends here by itself then.`,
  );
}
