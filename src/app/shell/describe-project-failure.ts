import type { Failure } from '../../contract/failure.ts';
import { describeFailure } from '../texts/describe-failure.ts';
import type { Texts } from '../texts/use-texts.ts';

/** Why there is no project to work on (S3 8, start-up). */
export function describeProjectFailure(texts: Texts, failure: Pick<Failure, 'code'> | null): string {
  const { t } = texts;
  if (failure?.code === 'device-storage-unavailable') return describeFailure(texts, { code: failure.code });
  return failure?.code === 'response-unexpected' ? t.project.idMissing : t.project.loadFailed;
}
