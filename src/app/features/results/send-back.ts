import type { RenderBody } from '../../../contract/http/renders.ts';
import { type ReturnReason, SentBackBody } from '../../../contract/returns.ts';
import type { App } from '../../core/app.ts';
import { ACCOUNT_QUERY } from '../../core/use-account.ts';

/**
 * Sends a picture back, once. It needs the server: whether credits come back is the server's word.
 *
 * @param wish.key The same for each try of one press, so that a lost answer costs nothing.
 * @throws AppError `return-refused`, `rate-limited`, `server-unreachable`.
 */
export async function sendBack(
  app: App,
  render: Pick<RenderBody, 'id' | 'output_images'>,
  index: number,
  wish: { readonly reason: ReturnReason; readonly words: string; readonly key: string },
): Promise<SentBackBody> {
  const body = {
    batch_index: render.output_images[index]?.batch_index ?? index,
    reason: wish.reason,
    words: wish.words.trim(),
  };
  const answer = await app.server.call(`/api/render/${render.id}/return/`, SentBackBody, {
    method: 'POST',
    body,
    key: wish.key,
  });
  const keys = [['render', render.id], ['renders'], ACCOUNT_QUERY, ['ledger']];
  await Promise.all(keys.map((queryKey) => app.queries.invalidateQueries({ queryKey })));
  return answer;
}
