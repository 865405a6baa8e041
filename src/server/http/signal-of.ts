import type { FastifyReply } from 'fastify';

/** A signal that aborts when the caller hangs up before the answer is out. */
export function signalOf(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  const { raw } = reply;
  const onClose = () => {
    if (!raw.writableFinished) controller.abort();
  };
  if (raw.closed) onClose();
  else raw.once('close', onClose);
  return controller.signal;
}
