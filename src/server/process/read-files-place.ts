import type { FilesPlace } from '../storage/open-storage.ts';
import { SetupError } from './setup-error.ts';

/** The variables that say where files are kept, as they were given. */
export interface FilesVariables {
  readonly FILES?: 'disk' | 's3' | undefined;
  readonly S3_BUCKET?: string | undefined;
  readonly S3_ENDPOINT?: string | undefined;
  readonly S3_REGION: string;
  readonly S3_ACCESS_KEY_ID?: string | undefined;
  readonly S3_SECRET_ACCESS_KEY?: string | undefined;
}

/** @throws SetupError for a bucket that is half described, or wanted and not named. */
export function readFilesPlace(values: FilesVariables): FilesPlace {
  const { FILES, S3_BUCKET: bucket, S3_ENDPOINT: endpoint, S3_REGION: region } = values;
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = values;
  if (bucket === undefined) {
    if (FILES === 's3') throw new SetupError('With FILES=s3 S3_BUCKET must be set.');
    return { s3: null, kind: 'disk' };
  }
  if ((accessKeyId === undefined) !== (secretAccessKey === undefined))
    throw new SetupError('S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set together.');
  const credentials =
    accessKeyId === undefined || secretAccessKey === undefined ? null : { accessKeyId, secretAccessKey };
  return {
    s3: { bucket, endpoint: endpoint ?? null, region, credentials },
    kind: FILES ?? 's3',
  };
}
