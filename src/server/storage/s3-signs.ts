import { GetObjectCommand, ListObjectsV2Command, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { explainS3 } from './s3-failures.ts';
import { readSign, SIGNS, type Standing, type StoredPlace } from './stored-place.ts';

const PREFIX = `files/${SIGNS}/`;

/** Signs in a bucket of files. */
export function createS3Signs(
  client: S3Client,
  Bucket: string,
): Pick<StoredPlace, 'readSigns' | 'writeSign'> {
  return {
    async readSigns() {
      const found = new Map<string, Standing>();
      const { Contents = [] } = await client
        .send(new ListObjectsV2Command({ Bucket, Prefix: PREFIX }))
        .catch(explainS3);
      for (const { Key = '' } of Contents) {
        const { Body } = await client.send(new GetObjectCommand({ Bucket, Key })).catch(explainS3);
        const text = await Body?.transformToString().catch(explainS3);
        const sign = readSign(Key.slice(PREFIX.length), text ?? '');
        if (sign !== null) found.set(...sign);
      }
      return found;
    },
    async writeSign(instance, standing) {
      const Key = `${PREFIX}${instance}`;
      await client
        .send(new PutObjectCommand({ Bucket, Key, Body: Buffer.from(`${standing}\n`) }))
        .catch(explainS3);
    },
  };
}
