import type { Deps } from '../deps.ts';
import { type DueDelivery, giveBack, keepTry, takeDeliveries } from './due-deliveries.ts';
import { sendWebhook } from './send-webhook.ts';

/** Messages that this process sends at once. */
const LANES = 32;
/** What was put off, and what other processes left, is looked for at this pace. */
const SWEEP_MS = 15_000;
const TIMEOUT_MS = 15_000;

/** Webhooks are told until it is closed. */
export interface Delivering {
  /** Looks for what is due now. */
  wake(): void;
  /** What is being sent is given back, for whoever is there next. */
  close(): Promise<void>;
}

/** Tells webhooks what they are to be told, each message by one process at a time. */
export function keepDelivering(
  deps: Pick<Deps, 'database' | 'services' | 'logger' | 'secret' | 'config'>,
  { timeoutMs = TIMEOUT_MS }: { readonly timeoutMs?: number } = {},
): Delivering {
  const { services, logger, secret, config } = deps;
  const { db } = deps.database;
  const { version, webhookOrigins: origins } = config;
  const sender = { secret, version, origins, timeoutMs };
  const stopping = new AbortController();
  /** By webhook: messages that are being sent to it. */
  const sending = new Map<string, { readonly count: number; readonly done: Promise<void> }>();
  let isCalled = true;
  let call = (): void => {};
  const wake = (): void => {
    isCalled = true;
    call();
  };

  async function send(due: DueDelivery): Promise<void> {
    try {
      await keepTry(db, due, await sendWebhook(sender, due, stopping.signal));
    } catch (error) {
      // The database is away, and what was not kept comes again after its lease; or this process ends.
      if (!stopping.signal.aborted) return logger.error({ err: error }, 'telling webhooks');
      await giveBack(db, due).catch(() => {});
    }
  }
  /** Begins what is due and has room. @returns Whether there may be more. */
  async function begin(): Promise<boolean> {
    const taken = [...sending.values()].reduce((sum, { count }) => sum + count, 0);
    if (taken >= LANES) return false;
    const due = await takeDeliveries(db, [...sending.keys()], LANES - taken);
    const byWebhook = new Map<string, DueDelivery[]>();
    for (const one of due) byWebhook.set(one.webhook.id, [...(byWebhook.get(one.webhook.id) ?? []), one]);
    for (const [id, own] of byWebhook) {
      const done = Promise.all(own.map(send)).then(() => {
        sending.delete(id);
        wake();
      });
      sending.set(id, { count: own.length, done });
    }
    return due.length > 0;
  }
  async function work(): Promise<void> {
    while (!stopping.signal.aborted) {
      if (!isCalled) {
        await new Promise<void>((resolve) => {
          call = resolve;
        });
        continue;
      }
      isCalled = false;
      try {
        if (await begin()) isCalled = true;
      } catch (error) {
        logger.error({ err: error }, 'telling webhooks');
      }
    }
  }
  const stops = [services.events.subscribe('webhook_due', wake), services.events.onGap(wake)];
  const sweeping = setInterval(wake, SWEEP_MS);
  const working = work();
  return {
    wake,
    async close() {
      for (const stop of stops) stop();
      clearInterval(sweeping);
      stopping.abort();
      wake();
      await working;
      await Promise.all([...sending.values()].map(({ done }) => done));
    },
  };
}
