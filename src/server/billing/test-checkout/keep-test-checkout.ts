import type { Deps } from '../../deps.ts';
import { testSigningKey } from '../open-payments.ts';
import { deliverTestEvents } from './deliver-test-events.ts';
import { renewTestPlans } from './renew-test-plans.ts';

/** How often the test checkout looks for plans to renew; renewals need not be on the second. */
const PERIOD_MS = 60_000;

/** Renews the test checkout's plans as their time comes, and delivers what is left, until it is closed. */
export function keepTestCheckout(deps: Deps): { close(): Promise<void> } {
  let running = Promise.resolve();
  const timer = setInterval(() => {
    running = running.then(() =>
      passTime(deps).catch((error: unknown) => deps.logger.error({ err: error }, 'the test checkout')),
    );
  }, PERIOD_MS);
  return {
    async close() {
      clearInterval(timer);
      await running;
    },
  };
}

/** What is due by the clock happens now. */
export async function passTime(deps: Deps): Promise<void> {
  const { database, config, now } = deps;
  const signingKey = testSigningKey(deps.secret);
  await renewTestPlans({ db: database.db, catalogue: config.catalogue, signingKey, now });
  await deliverTestEvents(deps);
}
