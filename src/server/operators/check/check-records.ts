import { endDeadOrder, findDeadOrders } from '../../renders/queue/end-dead-orders.ts';
import { openQueue, type RenderQueue } from '../../renders/queue/queue.ts';
import { type Finding, fail, ok, warn } from '../doctor/finding.ts';
import type { Instance } from '../open-instance.ts';
import { checkSetAside } from './check-set-aside.ts';
import { checkStore } from './check-store.ts';
import { findWrongBalances, type WrongWallet } from './compare-wallets.ts';
import { findStrayJobs } from './find-stray-jobs.ts';
import { BY_HAND, describeWallet, list, REPAIR } from './list-found.ts';

/**
 * Whether what the rows say of credits, orders and files fits together. Each finding comes as soon as it is known; the files, all
 * of which are read, last.
 *
 * @param isRepair What is provably right is done: orders that no worker will ever take are ended, and what an ended order still has
 *   set aside is given back, both as a running server does it.
 */
export async function* checkRecords(
  instance: Pick<Instance, 'db' | 'config' | 'database'>,
  isRepair: boolean,
  signal: AbortSignal,
): AsyncGenerator<Finding> {
  const { db, database } = instance;
  yield checkBalances(await findWrongBalances(db));
  const queue = await openQueue(database.connection, 'api', () => {});
  try {
    yield await checkOrders(instance, queue, isRepair);
    yield await checkQueue(instance, queue);
  } finally {
    await queue.close();
  }
  // After what was repaired: what is wrong by then nothing explains.
  yield* checkSetAside(db, isRepair);
  signal.throwIfAborted();
  yield await checkStore(instance, signal);
}

function checkBalances(wrong: readonly WrongWallet[]): Finding {
  if (wrong.length === 0) return ok('balances', 'Each balance is the sum of its account’s ledger.');
  return fail(
    'balances',
    `Balances that are not the sum of their ledger: ${list(wrong.map(describeWallet))}.`,
    BY_HAND,
  );
}

async function checkOrders(
  { db }: Pick<Instance, 'db'>,
  queue: RenderQueue,
  isRepair: boolean,
): Promise<Finding> {
  const dead = await findDeadOrders(db, queue, Number.MAX_SAFE_INTEGER);
  if (dead.length === 0)
    return ok('orders', 'Each order that has not ended is in the queue, or with a worker.');
  if (isRepair) {
    for (const renderId of dead) await endDeadOrder(db, renderId);
    return ok('orders', `Orders that no worker would have taken were ended and given back: ${list(dead)}.`);
  }
  const todo = `A running worker ends them within seconds and gives their credits back, or: ${REPAIR}`;
  return fail('orders', `Orders that no worker will take: ${list(dead)}.`, todo);
}

async function checkQueue({ db }: Pick<Instance, 'db'>, queue: RenderQueue): Promise<Finding> {
  const stray = await findStrayJobs(db, queue);
  return stray === 0
    ? ok('queue', 'Each place in the queue is that of an order.')
    : warn(
        'queue',
        `${stray} places in the queue are those of orders that have ended.`,
        'A running worker clears them.',
      );
}
