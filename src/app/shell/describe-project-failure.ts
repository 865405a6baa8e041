import type { Failure } from '../../contract/failure.ts';
import type { Texts } from '../texts/use-texts.ts';

/** Why there is no project to work on (S3 8, start-up). */
export function describeProjectFailure({ t }: Texts, failure: Pick<Failure, 'code'> | null): string {
  return failure?.code === 'response-unexpected' ? t.project.idMissing : t.project.loadFailed;
}
