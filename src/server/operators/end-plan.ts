import { eq } from 'drizzle-orm';
import { isFailure } from '../../contract/failure.ts';
import { lockPayer, markEnded, mayCharge } from '../billing/settlement.ts';
import { isTestId } from '../billing/test-checkout/test-store.ts';
import { subscriptions } from '../db/schema/billing.ts';
import { SetupError } from '../process/setup-error.ts';
import { noteAct } from '../staff/note-act.ts';
import { findByEmail } from './find-by-email.ts';
import type { Instance } from './open-instance.ts';

type Payments = Pick<Instance, 'config' | 'db' | 'now' | 'services'>;

/** What became of somebody's plans. */
export interface EndedPlans {
  readonly ended: number;
  /** Of each that was left why, as a sentence. */
  readonly left: readonly string[];
}

/**
 * Writes down that somebody's plans are over, on the word of whoever runs the server: those whose test data Stripe has deleted, or of
 * another account that has ended there. Nothing is said to the payment provider, and credits stay as they are. A plan of which the
 * provider of this server says that it goes on is left, and so is one of Stripe's where nobody can ask there.
 *
 * @throws SetupError for an e-mail that nobody has, without a plan, and where each is left; AppError `payment-unavailable`.
 */
export async function endPlan(instance: Payments, email: string): Promise<EndedPlans> {
  const { db, now } = instance;
  const userId = await findByEmail(db, email);
  const isTheirs = eq(subscriptions.userId, userId);
  const plans = (await db.select().from(subscriptions).where(isTheirs)).filter(mayCharge);
  if (plans.length === 0) throw new SetupError(`${email} has no plan.`);
  const left: string[] = [];
  const over: typeof plans = [];
  for (const plan of plans) {
    const why = await whyLeft(instance, plan.providerId, email);
    if (why === null) over.push(plan);
    else left.push(why);
  }
  if (over.length === 0) throw new SetupError(left.join(' '));
  await db.transaction(async (tx) => {
    await lockPayer(tx, userId);
    for (const plan of over) {
      await markEnded(tx, plan, now());
      const detail = { plan: plan.plan, subscription: plan.providerId };
      await noteAct(tx, { staffId: null, act: 'plan-ended', userId, detail });
    }
  });
  return { ended: over.length, left };
}

/** @returns Null for a plan that may be ended. */
async function whyLeft(
  { config, services }: Payments,
  providerId: string,
  email: string,
): Promise<string | null> {
  const plan = `The plan of ${email} (${providerId})`;
  const isOfTests = isTestId('sub', providerId);
  if (config.payments.kind !== 'stripe' && !isOfTests) {
    return `${plan} is Stripe's, which may be charging it: set STRIPE_SECRET_KEY, so that Stripe is asked.`;
  }
  const told = await services.payments?.readSubscription(providerId).catch((error: unknown) => {
    if (isFailure(error, 'subscription-elsewhere')) return null;
    throw error;
  });
  if (told == null || !mayCharge(told)) return null;
  return `${plan} goes on: the payment provider says that it is ${told.status}. End it there; it ends here by itself then.`;
}
