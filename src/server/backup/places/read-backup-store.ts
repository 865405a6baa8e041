import { SetupError } from '../../process/setup-error.ts';
import type { S3Account } from '../../storage/s3-client.ts';

/** Variables that say how buckets are reached, as they were given. */
export interface StoreVariables {
  readonly S3_ENDPOINT?: string | undefined;
  readonly S3_REGION: string;
  readonly S3_ACCESS_KEY_ID?: string | undefined;
  readonly S3_SECRET_ACCESS_KEY?: string | undefined;
  readonly BACKUP_S3_ENDPOINT?: string | undefined;
  readonly BACKUP_S3_REGION?: string | undefined;
  readonly BACKUP_S3_ACCESS_KEY_ID?: string | undefined;
  readonly BACKUP_S3_SECRET_ACCESS_KEY?: string | undefined;
}

/** How a bucket of backups is reached: as that of the files, but for what is said of its own. @throws SetupError for half a pair. */
export function readBackupStore(values: StoreVariables): S3Account {
  const own = pair(values.BACKUP_S3_ACCESS_KEY_ID, values.BACKUP_S3_SECRET_ACCESS_KEY, 'BACKUP_S3');
  return {
    endpoint: values.BACKUP_S3_ENDPOINT ?? values.S3_ENDPOINT ?? null,
    region: values.BACKUP_S3_REGION ?? values.S3_REGION,
    credentials: own ?? pair(values.S3_ACCESS_KEY_ID, values.S3_SECRET_ACCESS_KEY, 'S3'),
  };
}

function pair(
  accessKeyId: string | undefined,
  secretAccessKey: string | undefined,
  start: string,
): S3Account['credentials'] {
  if ((accessKeyId === undefined) !== (secretAccessKey === undefined))
    throw new SetupError(`${start}_ACCESS_KEY_ID and ${start}_SECRET_ACCESS_KEY must be set together.`);
  return accessKeyId === undefined || secretAccessKey === undefined ? null : { accessKeyId, secretAccessKey };
}
