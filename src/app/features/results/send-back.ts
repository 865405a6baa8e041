import { AppError } from '../../../contract/failure.ts';
import type { RenderBody } from '../../../contract/http/renders.ts';
import { type ReturnReason, SentBackBody } from '../../../contract/returns.ts';
import type { App } from '../../core/app.ts';
import { ACCOUNT_QUERY } from '../../core/use-account.ts';

/**
 * Sends a picture back, once, however often it is tried. It needs the server: whether credits come back is the server's word.
 *
 * @returns Tries it, with the reason of the moment. Null: a try before had arrived, whose answer was lost.
 * @throws AppError of a try: `return-refused`, `rate-limited`, `server-unreachable`.
 */
export function openSendBack(
  app: App,
  render: Pick<RenderBody, 'id' | 'output_images'>,
  index: number,
): (wish: { readonly reason: ReturnReason; readonly words: string }) => Promise<SentBackBody | null> {
  /** By what is sent: the same is answered as before, anything else is another call. */
  const keys = new Map<string, string>();
  return async ({ reason, words }) => {
    const body = {
      batch_index: render.output_images[index]?.batch_index ?? index,
      reason,
      words: words.trim(),
    };
    const sent = JSON.stringify(body);
    const isFirst = keys.size === 0;
    const key = keys.get(sent) ?? app.outside.randomUuid();
    keys.set(sent, key);
    const asked = app.server.call(`/api/render/${render.id}/return/`, SentBackBody, {
      method: 'POST',
      body,
      key,
    });
    const answer = await asked.catch((error: unknown) => {
      if (!isFirst && isReturned(error)) return null;
      throw error;
    });
    const stale = [['render', render.id], ['renders'], ACCOUNT_QUERY, ['ledger']];
    await Promise.all(stale.map((queryKey) => app.queries.invalidateQueries({ queryKey })));
    return answer;
  };
}

function isReturned(error: unknown): boolean {
  if (!(error instanceof AppError)) return false;
  const { failure } = error;
  return failure.code === 'return-refused' && failure.reason === 'returned';
}
