import { createHash, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  CopyObjectCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { AppError } from '../../contract/failure.ts';
import { ContentHash } from '../../contract/ids.ts';
import { SetupError } from '../process/setup-error.ts';
import { explainS3, isForbidden, isGone, isUnknownCall } from './s3-failures.ts';
import type { ByteSource, Storage, StoredBytes, UploadKey } from './storage.ts';

/** Where a bucket is. */
export interface S3Settings {
  readonly bucket: string;
  /** Of a store that is not Amazon's; null: Amazon's own. Buckets of other stores are part of the path, not of the host. */
  readonly endpoint: string | null;
  readonly region: string;
  /** Null: what the AWS SDK finds, such as the role of the machine. */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | null;
}

/** Files in a bucket. */
export interface S3Storage extends Storage {
  /** @throws SetupError for a bucket that does not exist or may not be used; one that does not answer now may later. */
  check(): Promise<void>;
  close(): void;
}

/** What is at most this long is held whole and sent under its final name; parts of what is longer are as long. */
const PIECE_BYTES = 8 * 1024 ** 2;
/** Parts on the way at once: with the one that fills, 24 MiB for each file that comes in. */
const PIECES_AT_ONCE = 2;
/** S3 deletes so many with one call. */
const DELETED_AT_ONCE = 1_000;

/**
 * Files in a bucket: `files/ab/cd/<hash>`, parts in `uploads/<user>-<upload>/`, those that are longer than a piece in
 * `incoming/` until their hash is known. A file appears under its final name whole, or not at all. The SDK adds a checksum
 * to what it sends, which the store compares; AWS_REQUEST_CHECKSUM_CALCULATION=WHEN_REQUIRED is for stores that know none.
 *
 * @param settings A bucket that exists, ours alone.
 * @throws StoreAway from every method while the store cannot be reached or is out of order: the same may work later.
 */
export function createS3Storage(settings: S3Settings): S3Storage {
  const { bucket: Bucket, endpoint, region, credentials } = settings;
  const client = new S3Client({
    region,
    maxAttempts: 5,
    ...(endpoint !== null && { endpoint, forcePathStyle: true }),
    ...(credentials !== null && { credentials }),
  });

  const fileOf = (hash: string): string => {
    const checked = ContentHash.parse(hash);
    return `files/${checked.slice(0, 2)}/${checked.slice(2, 4)}/${checked}`;
  };
  const folderOf = ({ userId, uploadId }: UploadKey): string => {
    if (!Number.isInteger(userId) || !/^[0-9a-f-]{36}$/i.test(uploadId)) throw new Error('not an upload key');
    return `uploads/${userId}-${uploadId.toLowerCase()}/`;
  };
  const partOf = (upload: UploadKey, part: number, hash: string): string =>
    `${folderOf(upload)}${Math.trunc(part)}-${ContentHash.parse(hash)}`;

  async function write(
    source: ByteSource,
    maxBytes: number,
    place: (hash: ContentHash) => string,
  ): Promise<StoredBytes> {
    const counted = countBytes(source, maxBytes);
    const { head, isWhole } = await readHead(counted.bytes);
    if (!isWhole) return writeLong(head, counted, place);
    const stored = counted.finish();
    await client.send(new PutObjectCommand({ Bucket, Key: place(stored.hash), Body: head })).catch(explainS3);
    return stored;
  }

  async function writeLong(head: Uint8Array, counted: CountedBytes, place: (hash: ContentHash) => string) {
    const Key = `incoming/${randomUUID()}`;
    // What breaks the source is its own failure, and no failure of the store.
    let broken: { readonly error: unknown } | null = null;
    async function* all(): AsyncGenerator<Uint8Array> {
      try {
        yield head;
        yield* counted.bytes;
      } catch (error) {
        broken = { error };
        throw error;
      }
    }
    const Body = Readable.from(all(), { objectMode: false });
    const upload = new Upload({
      client,
      params: { Bucket, Key, Body },
      partSize: PIECE_BYTES,
      queueSize: PIECES_AT_ONCE,
    });
    try {
      await upload.done();
      const stored = counted.finish();
      await client.send(
        new CopyObjectCommand({ Bucket, Key: place(stored.hash), CopySource: `${Bucket}/${Key}` }),
      );
      await client.send(new DeleteObjectCommand({ Bucket, Key }));
      return stored;
    } catch (error) {
      await upload.abort().catch(() => {});
      // What is not removed now, the sweep finds.
      await client.send(new DeleteObjectCommand({ Bucket, Key })).catch(() => {});
      if (broken !== null) throw (broken as { readonly error: unknown }).error;
      return explainS3(error);
    } finally {
      Body.destroy();
    }
  }

  async function openObject(Key: string, Range?: string): Promise<Readable> {
    try {
      const { Body } = await client.send(
        new GetObjectCommand({ Bucket, Key, ...(Range !== undefined && { Range }) }),
      );
      if (!(Body instanceof Readable)) throw new Error('the store answered without a body');
      return Body;
    } catch (error) {
      if (isGone(error)) throw new AppError({ code: 'not-found' }, { cause: error });
      return explainS3(error);
    }
  }

  /** All objects below a prefix, a page at a time. */
  async function* listBelow(Prefix: string): AsyncGenerator<{ key: string; writtenMs: number }> {
    let token: string | undefined;
    do {
      const page = await client
        .send(
          new ListObjectsV2Command({
            Bucket,
            Prefix,
            ...(token !== undefined && { ContinuationToken: token }),
          }),
        )
        .catch(explainS3);
      for (const { Key, LastModified } of page.Contents ?? [])
        if (Key !== undefined) yield { key: Key, writtenMs: LastModified?.getTime() ?? 0 };
      token = page.IsTruncated === true ? page.NextContinuationToken : undefined;
    } while (token !== undefined);
  }

  async function remove(keys: readonly string[]): Promise<void> {
    for (let at = 0; at < keys.length; at += DELETED_AT_ONCE) {
      const Objects = keys.slice(at, at + DELETED_AT_ONCE).map((Key) => ({ Key }));
      await client
        .send(new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }))
        .catch(explainS3);
    }
  }

  async function removeBelow(prefix: string): Promise<void> {
    const keys: string[] = [];
    for await (const { key } of listBelow(prefix)) keys.push(key);
    await remove(keys);
  }

  /** Uploads in parts that their process did not end: what they hold is seen in no list, and paid for. */
  async function abortOld(limitMs: number): Promise<void> {
    const { Uploads = [] } = await client
      .send(new ListMultipartUploadsCommand({ Bucket, Prefix: 'incoming/' }))
      .catch((error: unknown) => (isUnknownCall(error) ? { Uploads: [] } : explainS3(error)));
    for (const { Key, UploadId, Initiated } of Uploads)
      if ((Initiated?.getTime() ?? 0) < limitMs)
        await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId })).catch(explainS3);
  }

  return {
    put: (source, maxBytes = Number.POSITIVE_INFINITY) => write(source, maxBytes, fileOf),
    open: (hash, range) => openObject(fileOf(hash), range && `bytes=${range.start}-${range.end}`),
    async size(hash) {
      try {
        const head = await client.send(new HeadObjectCommand({ Bucket, Key: fileOf(hash) }));
        return head.ContentLength ?? null;
      } catch (error) {
        return isGone(error) ? null : explainS3(error);
      }
    },
    async delete(hash) {
      await client.send(new DeleteObjectCommand({ Bucket, Key: fileOf(hash) })).catch(explainS3);
    },
    putPart: (upload, part, source, maxBytes) =>
      write(source, maxBytes, (hash) => partOf(upload, part, hash)),
    readPart: (upload, part, hash) => openObject(partOf(upload, part, hash)),
    async deletePart(upload, part, hash) {
      await client
        .send(new DeleteObjectCommand({ Bucket, Key: partOf(upload, part, hash) }))
        .catch(explainS3);
    },
    deleteUpload: (upload) => removeBelow(folderOf(upload)),
    async *list(ageMs) {
      const limit = Date.now() - ageMs;
      for await (const { key, writtenMs } of listBelow('files/')) {
        const named = ContentHash.safeParse(key.slice(key.lastIndexOf('/') + 1));
        if (named.success && writtenMs < limit) yield named.data;
      }
    },
    async sweep(ageMs) {
      const limit = Date.now() - ageMs;
      const old: string[] = [];
      for await (const { key, writtenMs } of listBelow('incoming/')) if (writtenMs < limit) old.push(key);
      // An upload is as old as the newest of its parts.
      const uploads = new Map<string, { newestMs: number; keys: string[] }>();
      for await (const { key, writtenMs } of listBelow('uploads/')) {
        const folder = key.slice(0, key.indexOf('/', 'uploads/'.length) + 1);
        const upload = uploads.get(folder) ?? { newestMs: 0, keys: [] };
        upload.newestMs = Math.max(upload.newestMs, writtenMs);
        upload.keys.push(key);
        uploads.set(folder, upload);
      }
      for (const { newestMs, keys } of uploads.values()) if (newestMs < limit) old.push(...keys);
      await remove(old);
      await abortOld(limit);
    },
    async check() {
      await client.send(new HeadBucketCommand({ Bucket })).catch((error: unknown) => {
        if (isForbidden(error))
          throw new SetupError(`S3_BUCKET: ${Bucket} does not exist, or these keys may not use it.`);
      });
    },
    close: () => client.destroy(),
  };
}

interface CountedBytes {
  readonly bytes: AsyncGenerator<Uint8Array>;
  /** Once all of them were read. */
  finish(): StoredBytes;
}

/** @throws AppError `upload-too-large` from its bytes. */
function countBytes(source: ByteSource, maxBytes: number): CountedBytes {
  const digest = createHash('sha256');
  let sizeBytes = 0;
  async function* read(): AsyncGenerator<Uint8Array> {
    for await (const chunk of source instanceof Uint8Array ? [source] : source) {
      // Hashing a hundred megabytes at a stretch would hold up everybody.
      for (let at = 0; at < chunk.byteLength; at += 1024 ** 2) {
        const piece = chunk.subarray(at, at + 1024 ** 2);
        sizeBytes += piece.byteLength;
        if (sizeBytes > maxBytes) throw new AppError({ code: 'upload-too-large', maxBytes });
        digest.update(piece);
        yield piece;
      }
    }
  }
  return {
    bytes: read(),
    finish: () => ({ hash: ContentHash.parse(digest.digest('hex')), sizeBytes }),
  };
}

/** Reads up to a piece and one byte. The generator goes on where this stops. */
async function readHead(
  bytes: AsyncGenerator<Uint8Array>,
): Promise<{ readonly head: Uint8Array; readonly isWhole: boolean }> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  while (length <= PIECE_BYTES) {
    const next = await bytes.next();
    if (next.done === true) return { head: Buffer.concat(chunks), isWhole: true };
    chunks.push(next.value);
    length += next.value.byteLength;
  }
  return { head: Buffer.concat(chunks), isWhole: false };
}
