import { isStoreFull, readS3Failure } from '../../storage/s3-failures.ts';
import { PlaceFailure } from './place-failure.ts';

const KEPT = 'earlier backups there are as they were';

/** What an answer of a store of backups means, in one sentence: what happened, what was kept, what to do. */
export function explainStore(
  error: unknown,
  {
    address,
    bucket,
    endpoint,
  }: { readonly address: string; readonly bucket: string; readonly endpoint: string | null },
): PlaceFailure {
  if (error instanceof PlaceFailure) return error;
  const { status, name } = readS3Failure(error);
  const tell = (problem: PlaceFailure['problem'], sentence: string) =>
    new PlaceFailure(problem, sentence, { cause: new Error(`${name} (${status})`) });
  if (isStoreFull(error))
    return tell('full', `The store of ${address} has no room left: ${KEPT}; make room and try again.`);
  if (name === 'NoSuchBucket')
    return tell(
      'bucket',
      `There is no bucket ${bucket} at ${endpoint ?? 'Amazon'}: nothing was written; make it, or name another one.`,
    );
  if (name === 'CredentialsProviderError' || status === 401 || status === 403 || name === 'AccessDenied')
    return tell(
      'keys',
      `The keys may not do this in ${address} (${name}): ${KEPT}; give keys that read, write, list and delete there.`,
    );
  if (status === 0 || status === 429 || status >= 500)
    return tell(
      'away',
      `The store of ${address} does not answer (${name}): ${KEPT}; try again once it does.`,
    );
  return tell(
    'other',
    `The store of ${address} refuses (${name}): ${KEPT}; look at its address and region, and try again.`,
  );
}
