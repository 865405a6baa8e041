/**
 * Whether Stripe has no such object: it was deleted there, or another mode's keys, another account or the test checkout
 * made it. Not what exists in live mode while the test keys are set: it goes on charging.
 */
export function isMissing(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message?: unknown };
  return code === 'resource_missing' && !/exists in live mode/i.test(String(message));
}

/**
 * Whether nobody charges a plan that Stripe has not: it was one of the test mode. A plan of live mode is there for good, ended
 * ones as well, so that one which live keys do not find is another account's.
 */
export function isFreeOfCharge(error: unknown, secretKey: string): boolean {
  const { message } = error as { message?: unknown };
  return !/^[a-z]+_live_/.test(secretKey) || /exists in test mode/i.test(String(message));
}

/** Null in place of what {@link isMissing}. */
export async function unlessMissing<T>(asking: Promise<T>): Promise<T | null> {
  try {
    return await asking;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}
