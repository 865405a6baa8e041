import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  type HeadObjectCommandOutput,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { AppError } from '../../contract/failure.ts';
import { ContentHash } from '../../contract/ids.ts';
import { createMutex } from '../process/mutex.ts';
import { SetupError } from '../process/setup-error.ts';
import { type CountedBytes, countBytes, readHead } from './count-bytes.ts';
import { isFull } from './is-full.ts';
import { awaitAnswer, followBody } from './s3-body.ts';
import { openS3Client, PATIENCE, type S3Account } from './s3-client.ts';
import { explainS3, isForbidden, isGone, isUnknownCall } from './s3-failures.ts';
import { createS3Signs } from './s3-signs.ts';
import {
  type ByteSource,
  DIRECT_SECONDS,
  type Storage,
  type StoredBytes,
  type UploadKey,
} from './storage.ts';

/** Where a bucket is. */
export interface S3Settings extends S3Account {
  readonly bucket: string;
}

/** Files in a bucket. */
export interface S3Storage extends Storage {
  /** @throws SetupError for a bucket that does not exist or may not be used; one that does not answer now may later. */
  check(): Promise<void>;
  close(): void;
}

/** Files are sent in parts of this length. */
const PIECE_BYTES = 8 * 1024 ** 2;
/** Parts of a file on the way at once. */
const PIECES_AT_ONCE = 2;
/** Files on the way at once, of those that are longer: with the parts that fill, 96 MiB in all. */
const SENT_AT_ONCE = 4;
/** A start waits no longer for an answer about the bucket. */
const CHECK_MS = 5_000;
/** S3 deletes so many with one call. */
const DELETED_AT_ONCE = 1_000;

/**
 * Files in a bucket: `files/ab/cd/<hash>`, parts in `uploads/<user>-<upload>/`. A file appears under its final name whole, or
 * not at all. The SDK adds a checksum
 * to what it sends, which the store compares; AWS_REQUEST_CHECKSUM_CALCULATION=WHEN_REQUIRED is for stores that know none.
 *
 * @param settings A bucket that exists, ours alone.
 * @param incoming An existing folder on the disk, where files wait until their hash is known.
 * @param publicEndpoint Where browsers reach the store; null: nowhere.
 * @throws StoreAway from every method, and from streams that are being read, while the store cannot be reached or is out of order: the
 *   same may work later.
 */
export function createS3Storage(
  settings: S3Settings,
  incoming: string,
  publicEndpoint: string | null = null,
): S3Storage {
  const lanes = Array.from({ length: SENT_AT_ONCE }, createMutex);
  let next = 0;
  const { bucket: Bucket } = settings;
  const client = openS3Client(settings);
  const reader = openS3Client(settings, true);
  const { silenceMs } = settings.patience ?? PATIENCE;
  // An address is signed with the host that it is asked at.
  const publicClient =
    publicEndpoint === null ? null : openS3Client({ ...settings, endpoint: publicEndpoint });

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

  /** By way of the disk: senders may take their time, and what they have sent must not wait in memory. */
  async function writeLong(head: Uint8Array, counted: CountedBytes, place: (hash: ContentHash) => string) {
    const path = join(incoming, randomUUID());
    async function* all(): AsyncGenerator<Uint8Array> {
      yield head;
      yield* counted.bytes;
    }
    try {
      await pipeline(all(), createWriteStream(path, { flags: 'wx', mode: 0o600 }));
      const stored = counted.finish();
      await lanes[next++ % lanes.length]?.(() => send(path, place(stored.hash)));
      return stored;
    } catch (error) {
      throw isFull(error) ? new AppError({ code: 'storage-full' }, { cause: error }) : error;
    } finally {
      await rm(path, { force: true });
    }
  }

  async function send(path: string, Key: string): Promise<void> {
    const Body = createReadStream(path);
    const upload = new Upload({
      client,
      params: { Bucket, Key, Body },
      partSize: PIECE_BYTES,
      queueSize: PIECES_AT_ONCE,
    });
    try {
      await upload.done();
    } catch (error) {
      await upload.abort().catch(() => {});
      explainS3(error);
    } finally {
      Body.destroy();
    }
  }

  async function openObject(Key: string, Range?: string): Promise<Readable> {
    try {
      const object = new GetObjectCommand({ Bucket, Key, ...(Range !== undefined && { Range }) });
      const { Body } = await awaitAnswer((abortSignal) => reader.send(object, { abortSignal }), silenceMs);
      if (!(Body instanceof Readable)) throw new Error('the store answered without a body');
      return followBody(Body, silenceMs);
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
      .send(new ListMultipartUploadsCommand({ Bucket }))
      .catch((error: unknown) => (isUnknownCall(error) ? { Uploads: [] } : explainS3(error)));
    for (const { Key, UploadId, Initiated } of Uploads)
      if ((Initiated?.getTime() ?? 0) < limitMs)
        await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId })).catch(explainS3);
  }

  async function* list(ageMs: number): AsyncGenerator<ContentHash> {
    const limit = Date.now() - ageMs;
    for await (const { key, writtenMs } of listBelow('files/')) {
      const named = ContentHash.safeParse(key.slice(key.lastIndexOf('/') + 1));
      if (named.success && writtenMs < limit) yield named.data;
    }
  }

  /** What the store says of a file; null when it is not here. */
  async function look(hash: ContentHash): Promise<HeadObjectCommandOutput | null> {
    try {
      return await client.send(new HeadObjectCommand({ Bucket, Key: fileOf(hash) }));
    } catch (error) {
      return isGone(error) ? null : explainS3(error);
    }
  }

  async function drop(hash: ContentHash): Promise<void> {
    await client.send(new DeleteObjectCommand({ Bucket, Key: fileOf(hash) })).catch(explainS3);
  }

  return {
    places: [{ address: `s3://${Bucket}`, list, ...createS3Signs(client, Bucket) }],
    put: (source, maxBytes = Number.POSITIVE_INFINITY) => write(source, maxBytes, fileOf),
    open: (hash, range) => openObject(fileOf(hash), range && `bytes=${range.start}-${range.end}`),
    size: async (hash) => (await look(hash))?.ContentLength ?? null,
    async address(hash, { contentType, disposition }) {
      if (publicClient === null) return null;
      const object = new GetObjectCommand({
        Bucket,
        Key: fileOf(hash),
        ResponseContentType: contentType,
        ResponseCacheControl: `private, max-age=${DIRECT_SECONDS}`,
        ...(disposition !== undefined && { ResponseContentDisposition: disposition }),
      });
      return getSignedUrl(publicClient, object, { expiresIn: DIRECT_SECONDS });
    },
    delete: drop,
    async deleteOld(hash, ageMs) {
      const limit = Date.now() - ageMs;
      const written = (await look(hash))?.LastModified?.getTime();
      if (written !== undefined && written < limit) await drop(hash);
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
    list,
    async sweep(ageMs) {
      const limit = Date.now() - ageMs;
      const old: string[] = [];
      // Where versions before 0.3 kept what they were sending.
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
      const abortSignal = AbortSignal.timeout(CHECK_MS);
      await client.send(new HeadBucketCommand({ Bucket }), { abortSignal }).catch((error: unknown) => {
        if (isForbidden(error))
          throw new SetupError(`S3_BUCKET: ${Bucket} does not exist, or these keys may not use it.`);
      });
    },
    close() {
      client.destroy();
      reader.destroy();
      publicClient?.destroy();
    },
  };
}
