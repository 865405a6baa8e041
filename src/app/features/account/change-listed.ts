import type { InvalidateQueryFilters } from '@tanstack/react-query';
import { isFailure } from '../../../contract/failure.ts';
import type { AppBase } from '../../core/app.ts';
import { describeError } from '../../texts/describe-failure.ts';

/** What a change of a list needs. */
export type Changer = Pick<AppBase, 'server' | 'queries' | 'toasts' | 'texts'>;

/**
 * Changes what one of the person's lists has, and asks for the list again, changed or not. What was removed elsewhere meanwhile
 * goes from it with its row and its form, so a toast says so.
 *
 * @throws AppError those of `send`.
 */
export async function changeListed<Answer>(
  { queries, toasts, texts }: Changer,
  list: InvalidateQueryFilters,
  send: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await send();
  } catch (error) {
    if (isFailure(error, 'not-found')) toasts.show('info', describeError(texts(), error), { area: 'page' });
    throw error;
  } finally {
    await queries.invalidateQueries(list);
  }
}
