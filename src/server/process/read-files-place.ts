import type { FilesPlace } from '../storage/open-storage.ts';
import { SetupError } from './setup-error.ts';

/** The variables that say where files are kept, as they were given. */
export interface FilesVariables {
  readonly FILES?: 'disk' | 's3' | undefined;
  readonly S3_BUCKET?: string | undefined;
  readonly S3_ENDPOINT?: string | undefined;
  readonly S3_PUBLIC_ENDPOINT?: string | undefined;
  readonly S3_REGION: string;
  readonly S3_ACCESS_KEY_ID?: string | undefined;
  readonly S3_SECRET_ACCESS_KEY?: string | undefined;
}

/**
 * @param publicUrl Where people reach the server.
 * @throws SetupError for a bucket that is half described, or wanted and not named, or that a browser would not read.
 */
export function readFilesPlace(values: FilesVariables, publicUrl: string): FilesPlace {
  const { FILES, S3_BUCKET: bucket, S3_ENDPOINT: endpoint, S3_REGION: region } = values;
  const { S3_PUBLIC_ENDPOINT: publicEndpoint } = values;
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = values;
  if (bucket === undefined) {
    if (FILES === 's3') throw new SetupError('With FILES=s3 S3_BUCKET must be set.');
    return { s3: null, kind: 'disk', publicEndpoint: null };
  }
  if ((accessKeyId === undefined) !== (secretAccessKey === undefined))
    throw new SetupError('S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set together.');
  if (publicUrl.startsWith('https:') && publicEndpoint?.startsWith('http:') === true)
    throw new SetupError(
      'S3_PUBLIC_ENDPOINT must be https where PUBLIC_URL is: browsers refuse the mixture.',
    );
  const credentials =
    accessKeyId === undefined || secretAccessKey === undefined ? null : { accessKeyId, secretAccessKey };
  return {
    s3: { bucket, endpoint: endpoint ?? null, region, credentials },
    kind: FILES ?? 's3',
    publicEndpoint: publicEndpoint ?? null,
  };
}
