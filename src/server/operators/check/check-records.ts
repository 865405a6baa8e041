import { endDeadOrder, findDeadOrders } from '../../renders/queue/end-dead-orders.ts';
import { openQueue, type RenderQueue } from '../../renders/queue/queue.ts';
import { checkEveryFile } from '../../storage/check-every-file.ts';
import { openStorages } from '../../storage/open-storage.ts';
import { type Finding, fail, ok, warn } from '../doctor/finding.ts';
import type { Instance } from '../open-instance.ts';
import { findWrongBalances, findWrongReservations } from './compare-wallets.ts';
import { findStrayJobs } from './find-stray-jobs.ts';
import { findUnsettled, settleLeftover } from './find-unsettled.ts';

/** Of accounts and orders in a sentence; the rest is counted. */
const NAMED_MAX = 5;
const REPAIR = 'Call it with --repair.';
const BY_HAND =
  'Nothing repairs it by itself, as no credits are invented: compare with a backup, then grant what is missing.';

/**
 * Whether what the rows say of credits, orders and files fits together. Each finding comes as soon as it is known; the files, all
 * of which are read, last.
 *
 * @param isRepair What is provably right is done: orders that no worker will ever take are ended, and what an ended order still has
 *   set aside is given back, both as a running server does it.
 */
export async function* checkRecords(
  instance: Instance,
  isRepair: boolean,
  signal: AbortSignal,
): AsyncGenerator<Finding> {
  const { db, config, database } = instance;
  yield checkBalances(await findWrongBalances(db));
  const queue = await openQueue(database.connection, 'api', () => {});
  try {
    yield await checkOrders(instance, queue, isRepair);
    yield await checkQueue(instance, queue);
  } finally {
    await queue.close();
  }
  yield await checkUnsettled(instance, isRepair);
  // After what was repaired: what is wrong by then nothing explains.
  yield checkReserved(await findWrongReservations(db));
  signal.throwIfAborted();
  const storages = await openStorages(config.dataDir, config.files);
  try {
    const { whole, lost } = await checkEveryFile({ db, storage: storages.whole }, signal);
    signal.throwIfAborted();
    yield lost.length === 0
      ? ok('files', `${whole} files are as they were stored.`)
      : fail(
          'files',
          `${lost.length} files are damaged or missing, ${whole} are whole.`,
          '"vitrine check-files" names them, and with --repair brings them from the backups.',
        );
  } finally {
    storages.close();
  }
}

function checkBalances(wrong: readonly string[]): Finding {
  if (wrong.length === 0) return ok('balances', 'Each balance is the sum of its account’s ledger.');
  return fail('balances', `Balances that are not the sum of their ledger: ${list(wrong)}.`, BY_HAND);
}

function checkReserved(wrong: readonly string[]): Finding {
  if (wrong.length === 0)
    return ok('reserved', 'What is set aside is what orders that have not ended still cost.');
  return fail(
    'reserved',
    `Accounts with more or less set aside than their orders cost: ${list(wrong)}.`,
    BY_HAND,
  );
}

async function checkOrders({ db }: Instance, queue: RenderQueue, isRepair: boolean): Promise<Finding> {
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

async function checkQueue({ db }: Instance, queue: RenderQueue): Promise<Finding> {
  const stray = await findStrayJobs(db, queue);
  return stray === 0
    ? ok('queue', 'Each place in the queue is that of an order.')
    : warn(
        'queue',
        `${stray} places in the queue are those of orders that have ended.`,
        'A running worker clears them.',
      );
}

async function checkUnsettled({ db }: Instance, isRepair: boolean): Promise<Finding> {
  const left = await findUnsettled(db);
  if (left.length === 0) return ok('settled', 'Each order that has ended is settled.');
  if (isRepair) {
    const given = [];
    for (const one of left) if (await settleLeftover(db, one)) given.push(one.renderId);
    if (given.length === left.length)
      return ok('settled', `What these orders still had set aside was given back: ${list(given)}.`);
  }
  const orders = left.map(({ renderId, amount }) => `${renderId} (${amount} credits)`);
  return fail('settled', `Orders that have ended and still have credits set aside: ${list(orders)}.`, REPAIR);
}

function list(all: readonly (string | number)[]): string {
  const rest = all.length - NAMED_MAX;
  return `${all.slice(0, NAMED_MAX).join(', ')}${rest > 0 ? `, and ${rest} more` : ''}`;
}
