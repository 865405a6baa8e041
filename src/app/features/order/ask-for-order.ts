import { AppError, type FailureCode } from '../../../contract/failure.ts';
import type { SendTools } from '../../core/app.ts';
import type { OutboxRow } from '../../data/outbox-row.ts';

/** Answers to a call that nobody has begun to work on. Any other failure leaves that open. */
const UNHEARD: ReadonlySet<FailureCode> = new Set(['maintenance', 'not-authenticated', 'rate-limited']);

/**
 * Calls the server for an order. One that it has certainly not taken is as it was before: it can be taken back, and one that
 * was made without a connection asks again after an hour or in another visit (L4).
 *
 * @param row As it was before this try.
 * @throws What the call throws.
 */
export async function askForOrder<Answer>(
  { db }: Pick<SendTools, 'db'>,
  { seq, wasSent }: OutboxRow,
  call: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await call();
  } catch (error) {
    if (isUnheard(error)) await db.run(() => db.outbox.update(seq!, { wasSent }));
    throw error;
  }
}

function isUnheard(error: unknown): boolean {
  if (!(error instanceof AppError)) return false;
  // Whoever asked has gone meanwhile: what became of the call stands below.
  return error.cause === undefined ? UNHEARD.has(error.failure.code) : isUnheard(error.cause);
}
