import { randomUUID } from 'node:crypto';
import { AppError } from '../../contract/failure.ts';
import type { UserId } from '../../contract/ids.ts';
import type { Transaction } from '../db/database.ts';
import { purchases } from '../db/schema/billing.ts';
import { type Catalogue, creditsOf } from './catalogue.ts';
import type { PlanPrice } from './payments.ts';
import { findCurrent } from './settlement.ts';
import { toSmallest } from './stripe/currency-units.ts';

/** An order, as it was priced when it was placed. */
export interface Placed {
  readonly orderId: string;
  readonly amount: number;
  readonly currency: string;
}

/** @throws AppError `price-unknown`. */
export async function placePackPurchase(
  tx: Transaction,
  catalogue: Catalogue,
  userId: UserId,
  packId: string,
): Promise<Placed> {
  const pack = catalogue.packs.find(({ id, is_active }) => id === packId && is_active);
  if (pack === undefined) throw new AppError({ code: 'price-unknown' });
  const { currency } = catalogue;
  const orderId = randomUUID();
  const amount = toSmallest(pack.price, currency);
  const { credits } = pack;
  await tx
    .insert(purchases)
    .values({ id: orderId, userId, kind: 'pack', item: pack.id, credits, amount, currency });
  return { orderId, amount, currency };
}

/** @throws AppError `price-unknown`, `subscription-exists`: a plan is changed, never bought twice (B23). */
export async function placePlanPurchase(
  tx: Transaction,
  catalogue: Catalogue,
  userId: UserId,
  price: PlanPrice,
): Promise<Placed> {
  const { plan: item, recurrence, amount, currency } = price;
  const plan = catalogue.plans.find(({ name }) => name === item);
  if (plan === undefined) throw new AppError({ code: 'price-unknown' });
  if ((await findCurrent(tx, userId)) !== null) throw new AppError({ code: 'subscription-exists' });
  const orderId = randomUUID();
  const credits = creditsOf(plan, recurrence);
  await tx
    .insert(purchases)
    .values({ id: orderId, userId, kind: 'plan', item, recurrence, credits, amount, currency });
  return { orderId, amount, currency };
}
