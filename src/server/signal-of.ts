import type { FastifyReply } from 'fastify';

/** A signal that aborts when the caller hangs up before the answer is out. */
export function signalOf(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort();
  });
  return controller.signal;
}
