import { AppError } from '../../../contract/failure.ts';

/** Longer nobody looks at a list that does not come: it is said, and can be asked for again. */
const PATIENCE_MS = 8_000;

/**
 * Asks, and gives up after {@link PATIENCE_MS}.
 *
 * @throws AppError `server-unreachable` then; what `ask` throws.
 */
export async function askBriefly<Answer>(
  signal: AbortSignal,
  ask: (brief: AbortSignal) => Promise<Answer>,
): Promise<Answer> {
  const brief = new AbortController();
  const leave = (): void => brief.abort(signal.reason);
  if (signal.aborted) leave();
  signal.addEventListener('abort', leave, { once: true });
  let isOver = false;
  const timer = setTimeout(() => {
    isOver = true;
    brief.abort();
  }, PATIENCE_MS);
  try {
    return await ask(brief.signal);
  } catch (error) {
    throw isOver ? new AppError({ code: 'server-unreachable' }, { cause: error }) : error;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', leave);
  }
}
