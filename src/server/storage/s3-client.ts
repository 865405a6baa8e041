import { S3Client } from '@aws-sdk/client-s3';

/** Where a store is, and who we are there. */
export interface S3Account {
  /** Of a store that is not Amazon's; null: Amazon's own. Buckets of other stores are part of the path, not of the host. */
  readonly endpoint: string | null;
  readonly region: string;
  /** Null: what the AWS SDK finds, such as the role of the machine. */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | null;
}

export function openS3Client({ endpoint, region, credentials }: S3Account): S3Client {
  // It says of Nodes that we run on that it will not know them one day: nobody who runs a server can do anything about that.
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true';
  return new S3Client({
    region,
    maxAttempts: 5,
    ...(endpoint !== null && { endpoint, forcePathStyle: true }),
    ...(credentials !== null && { credentials }),
  });
}
