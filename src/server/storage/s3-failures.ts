import { AppError } from '../../contract/failure.ts';

/** The store of files cannot be reached or is out of order. The same may work in a moment. */
export class StoreAway extends Error {}

/** Whether something failed because the store of files is away. A failure that somebody has named is what they say. */
export function isStoreAway(error: unknown): boolean {
  for (let each = error; each instanceof Error && !(each instanceof AppError); each = each.cause)
    if (each instanceof StoreAway) return true;
  return false;
}

/** What stores say that have no room left; Amazon's has always. */
const FULL = new Set(['QuotaExceeded', 'XMinioStorageFull', 'StorageFull', 'InsufficientStorage']);

interface S3Failure {
  readonly name: string;
  readonly $metadata?: { readonly httpStatusCode?: number };
}

const isS3Failure = (error: unknown): error is S3Failure & Error =>
  error instanceof Error && '$metadata' in error;

/** How a store or its library says what went wrong; `status` is 0 where no answer came. */
export function readS3Failure(error: unknown): { readonly status: number; readonly name: string } {
  const status = isS3Failure(error) ? (error.$metadata?.httpStatusCode ?? 0) : 0;
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown };
  return { status, name: String(status === 0 ? (code ?? name) : name) };
}

/** Whether the store has no room left. */
export function isStoreFull(error: unknown): boolean {
  const { status, name } = readS3Failure(error);
  return status === 507 || FULL.has(name);
}

/** Whether an object is not there. */
export function isGone(error: unknown): boolean {
  return isS3Failure(error) && (error.name === 'NoSuchKey' || error.name === 'NotFound');
}

/** Whether a bucket is not there, or not ours. */
export function isForbidden(error: unknown): boolean {
  return isS3Failure(error) && [301, 400, 401, 403, 404].includes(error.$metadata?.httpStatusCode ?? 0);
}

/** Whether the store does not know a call at all. */
export function isUnknownCall(error: unknown): boolean {
  return isS3Failure(error) && (error.name === 'NotImplemented' || error.$metadata?.httpStatusCode === 501);
}

/**
 * What an answer of the store means, without its request and sockets, which a log has no use for.
 *
 * @returns AppError `storage-full`; {@link StoreAway} for a store that does not answer, answers that it is out of order, or asks
 *   for patience; an Error for what is refused for good, such as a wrong key; failures of ours as they are.
 */
export function tellS3(error: unknown): Error {
  if (error instanceof AppError || error instanceof StoreAway) return error;
  const { status } = readS3Failure(error);
  const said = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  const cause = new Error(status === 0 ? said : `${said} (${status})`);
  if (isStoreFull(error)) return new AppError({ code: 'storage-full' }, { cause });
  if (status === 0 || status === 429 || status >= 500)
    return new StoreAway(`the store of files does not answer: ${cause.message}`);
  return new Error(`the store of files refuses: ${cause.message}`);
}

/** @throws What {@link tellS3} says. */
export function explainS3(error: unknown): never {
  throw tellS3(error);
}
