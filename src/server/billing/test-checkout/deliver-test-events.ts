import { eq } from 'drizzle-orm';
import { testPayments } from '../../db/schema/billing.ts';
import type { Deps } from '../../deps.ts';
import { testSigningKey } from '../open-payments.ts';
import { receiveEvent } from '../receive-event.ts';
import { signEvent } from '../stripe/read-event.ts';
import { takeDueObjects } from './test-store.ts';

/** Messages of one round. */
const AT_ONCE = 50;

/**
 * Delivers what the test checkout has to tell, signed, to what takes Stripe's messages too. What cannot be delivered
 * stays for the next time; what two processes deliver counts once.
 */
export async function deliverTestEvents(deps: Deps): Promise<void> {
  const { db } = deps.database;
  const key = testSigningKey(deps.secret);
  const failed = new Set<string>();
  for (;;) {
    const due = await db.transaction((tx) => takeDueObjects(tx, 'evt', deps.now(), AT_ONCE));
    const events = due.filter(({ id }) => !failed.has(id));
    if (events.length === 0) return;
    for (const { id, object } of events) {
      const { type } = object;
      const body = JSON.stringify({ id, object: 'event', type, data: { object: object.object } });
      try {
        // A signature is good for 300 s of the machine's own clock.
        await receiveEvent(deps, Buffer.from(body), signEvent(body, key, new Date()));
        await db.delete(testPayments).where(eq(testPayments.id, id));
      } catch (error) {
        deps.logger.error({ err: error, event: id }, 'a message of the test checkout');
        failed.add(id);
      }
    }
  }
}
