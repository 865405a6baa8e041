import type { FastifyReply } from 'fastify';
import { AppError } from '../../contract/failure.ts';
import type { Deps } from '../deps.ts';
import type { App } from '../http/app.ts';
import { noteUnready, sendFailure } from '../http/handle-errors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Set for a route that answers without the database. */
    isAlone?: boolean;
  }
}

/** How long a check of the database stays valid, however many calls come. */
const FRESH_MS = 1_000;
/** How long a call that has begun waits for a database that hangs. */
const PATIENCE_MS = 8_000;

/**
 * Answers with `server-unready` while the database hangs, as when its process is suspended or its disk blocks: unlike a
 * lost connection, that raises no error. New calls are refused before they begin. Calls in progress get the same answer;
 * their effect may still happen later, and a retry with the same Idempotency-Key gets its answer.
 */
export function waitForDatabase(app: App, { services }: Pick<Deps, 'services'>): void {
  let answeredAt = Number.NEGATIVE_INFINITY;
  let asked: Promise<boolean> | null = null;
  const isAnswering = async (): Promise<boolean> => {
    if (performance.now() - answeredAt < FRESH_MS) return true;
    asked ??= services.events.check().finally(() => {
      asked = null;
    });
    const isThere = await asked;
    if (isThere) answeredAt = performance.now();
    return isThere;
  };

  const underWay = new Map<FastifyReply, number>();
  app.addHook('onRequest', async ({ routeOptions: { url = '', config } }, reply) => {
    if (!/^\/(api|files)\//.test(url) || config.isAlone === true) return;
    underWay.set(reply, performance.now());
    reply.raw.once('close', () => underWay.delete(reply));
    if (!(await isAnswering())) throw new AppError({ code: 'server-unready' });
  });
  const look = async (): Promise<void> => {
    const oldest = performance.now() - PATIENCE_MS;
    const late = [...underWay].filter(([reply, since]) => since < oldest && !reply.sent);
    if (late.length === 0 || (await isAnswering())) return;
    for (const [reply] of late) {
      if (reply.sent) continue;
      noteUnready(reply.request);
      sendFailure(reply, { code: 'server-unready' });
    }
  };
  const looking = setInterval(() => void look(), FRESH_MS);
  looking.unref();
  app.addHook('onClose', async () => clearInterval(looking));
}
