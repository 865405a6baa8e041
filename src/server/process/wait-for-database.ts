import type { FastifyReply } from 'fastify';
import { AppError } from '../../contract/failure.ts';
import type { Deps } from '../deps.ts';
import type { App } from '../http/app.ts';
import { sendFailure } from '../http/handle-errors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Set for a route that answers without the database. */
    isAlone?: boolean;
  }
}

/** An answer of the database counts for so long: it is asked this often at most, however many call. */
const FRESH_MS = 1_000;
/** A call that is in its effect waits so long for a database that hangs. */
const PATIENCE_MS = 8_000;

/**
 * Answers with `server-unready` while the database hangs, as one does that was stopped or whose disk is: a connection that is
 * lost is told at once by whoever uses it, this one says nothing. What comes then is refused before it begins anything.
 * What has begun is answered so as well; its effect comes when the database goes on, and the same Idempotency-Key finds it.
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
    for (const [reply] of late) if (!reply.sent) sendFailure(reply, { code: 'server-unready' });
  };
  const looking = setInterval(() => void look(), FRESH_MS);
  looking.unref();
  app.addHook('onClose', async () => clearInterval(looking));
}
