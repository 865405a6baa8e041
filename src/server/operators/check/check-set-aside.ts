import type { UserId } from '../../../contract/ids.ts';
import type { Db } from '../../db/database.ts';
import { type Finding, fail, ok } from '../doctor/finding.ts';
import { findWrongBalances, findWrongReservations, type WrongWallet } from './compare-wallets.ts';
import { findUnsettled, settleLeftover, type Unsettled } from './find-unsettled.ts';
import { BY_HAND, describeWallet, list, REPAIR } from './list-found.ts';

/**
 * Whether what accounts have set aside is what their running orders still cost, and nothing of orders that have ended. Each credit is
 * told once: what `--repair` gives back, nobody is told to grant by hand.
 */
export async function* checkSetAside(db: Db, isRepair: boolean): AsyncGenerator<Finding> {
  const given: Unsettled[] = [];
  if (isRepair) for (const one of await findUnsettled(db)) if (await settleLeftover(db, one)) given.push(one);
  const left = await findUnsettled(db);
  const wrong = await findWrongReservations(db);
  const unbooked = new Set((await findWrongBalances(db)).map(({ userId }) => userId));

  // What each account has set aside beside its running orders, as `settleLeftover` asks it of one order after the other.
  const spare = new Map(wrong.map(({ userId, has, due }) => [userId, has - due]));
  const due: Unsettled[] = [];
  const stuck: Unsettled[] = [];
  for (const one of left) {
    const beside = spare.get(one.userId) ?? 0;
    const isDue = beside >= one.amount && !unbooked.has(one.userId);
    if (isDue) spare.set(one.userId, beside - one.amount);
    (isDue ? due : stuck).push(one);
  }
  yield* tellOrders(given, due, stuck);
  yield* tellAccounts(wrong, spare, stuck);
}

function* tellOrders(
  given: readonly Unsettled[],
  due: readonly Unsettled[],
  stuck: readonly Unsettled[],
): Generator<Finding> {
  if (given.length > 0) {
    const ids = list(given.map(({ renderId }) => renderId));
    yield ok('settled', `What these orders still had set aside was given back: ${ids}.`);
  } else if (due.length + stuck.length === 0) yield ok('settled', 'Each order that has ended is settled.');
  if (due.length > 0) {
    const found = `Orders that have ended and still have credits set aside: ${describe(due)}.`;
    yield fail('settled', found, REPAIR);
  }
  if (stuck.length > 0) {
    const found = `Orders that have ended and are not settled, of accounts whose balance is not that of their ledger, or that have less set aside than that beside their running orders, as when somebody mended them by hand: ${describe(stuck)}.`;
    yield fail('settled', found, BY_HAND);
  }
}

/** @param spare What is left of the differences once the orders that can be settled are. */
function* tellAccounts(
  wrong: readonly WrongWallet[],
  spare: ReadonlyMap<UserId, number>,
  stuck: readonly Unsettled[],
): Generator<Finding> {
  const explained: WrongWallet[] = [];
  const rest: WrongWallet[] = [];
  for (const one of wrong) {
    const beside = spare.get(one.userId) ?? 0;
    const ofStuck = stuck.reduce((sum, { userId, amount }) => sum + (userId === one.userId ? amount : 0), 0);
    // What may be of an order that is told of by itself is not asked for twice.
    if (beside < 0 || beside > ofStuck) rest.push({ ...one, has: one.due + beside });
    else if (beside < one.has - one.due) explained.push(one);
  }
  if (explained.length > 0) {
    const found = `Accounts that have set aside what orders left that have ended: ${list(explained.map(describeWallet))}.`;
    yield fail('reserved', found, REPAIR);
  }
  if (rest.length > 0) {
    const found = `Accounts with more or less set aside than their orders cost: ${list(rest.map(describeWallet))}.`;
    yield fail('reserved', found, BY_HAND);
  }
  if (explained.length + rest.length === 0) {
    const beside = stuck.length > 0 ? ', beside those that are named' : '';
    yield ok('reserved', `What is set aside is what orders that have not ended still cost${beside}.`);
  }
}

const describe = (orders: readonly Unsettled[]): string =>
  list(orders.map(({ renderId, amount }) => `${renderId} (${amount} credits)`));
