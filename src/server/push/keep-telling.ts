import type { Deps } from '../deps.ts';
import {
  type DuePush,
  describeDue,
  dropDevice,
  dropDue,
  dropTold,
  postponeDue,
  takeDue,
} from './list-due.ts';

/** Tries of one message, with a pause that doubles. */
const ATTEMPTS_MAX = 5;
/** What other processes left, and what was put off, is looked for at this pace. */
const SWEEP_MS = 15_000;
/** After the end of a render; its grace is over then (`note-end.ts`). */
const WAIT_MS = 3_200;

/** Devices are told until it is closed. */
export interface Telling {
  /** Sends what is due now. */
  tellNow(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Tells the devices of people whose pages are closed how their renders ended: whatever `push_due` has, once its grace is
 * over, each message by one process. A page that is open tells it itself; the live channels of this process say whose.
 */
export function keepTelling(deps: Pick<Deps, 'database' | 'services' | 'logger'>): Telling {
  const { services, logger } = deps;
  const { db } = deps.database;
  const timers = new Set<NodeJS.Timeout>();
  let isClosed = false;
  let running: Promise<void> = Promise.resolve();

  async function tell(due: DuePush): Promise<void> {
    const found = await describeDue(db, due);
    if (found === null) return dropDue(db, due);
    const outcome = await services.sendPush(found.subscription, found.message, due.trace);
    if (outcome.kind === 'gone') await dropDevice(db, due, found.subscription.endpoint);
    const isAgain = outcome.kind === 'later' && due.attempts < ATTEMPTS_MAX;
    if (isAgain) return postponeDue(db, due, outcome.seconds * 2 ** (due.attempts - 1));
    await dropDue(db, due);
    if ('reason' in outcome)
      logger.warn({ renderId: due.renderId, reason: outcome.reason }, 'a device was not told of a render');
  }
  async function tellAll(): Promise<void> {
    for (let due = await takeDue(db); due.length > 0 && !isClosed; due = await takeDue(db))
      await Promise.all(due.map(tell));
  }
  const tellNow = (): Promise<void> => {
    running = running
      .then(() => (isClosed ? undefined : tellAll()))
      .catch((error: unknown) => logger.error({ err: error }, 'telling devices'));
    return running;
  };
  const stops = [
    services.events.subscribe('push_due', (renderId) => {
      // As they are at this moment: a channel that has told the end closes.
      dropTold(db, Number(renderId), services.channels.people()).catch((error: unknown) =>
        logger.error({ err: error }, 'telling devices'),
      );
      const timer = setTimeout(() => {
        timers.delete(timer);
        void tellNow();
      }, WAIT_MS);
      timers.add(timer);
    }),
    services.events.onGap(() => void tellNow()),
  ];
  const sweeping = setInterval(() => void tellNow(), SWEEP_MS);
  return {
    tellNow,
    async close() {
      isClosed = true;
      for (const stop of stops) stop();
      clearInterval(sweeping);
      for (const timer of timers) clearTimeout(timer);
      await running;
    },
  };
}
