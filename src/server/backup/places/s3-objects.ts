import { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { isGone, isUnknownCall } from '../../storage/s3-failures.ts';
import type { OpenedFile } from './place.ts';
import type { PlaceFailure } from './place-failure.ts';

/** Long objects are sent in parts: the store takes 10,000 of them at most, so of 80 GB. */
const PIECE_BYTES = 8 * 1024 ** 2;
const PIECES_AT_ONCE = 2;
/** S3 deletes so many with one call. */
const DELETED_AT_ONCE = 1_000;
/** A list that takes longer does not come. */
const LIST_MS = 30_000;
/** In a row without a byte, of an object whose connection is lost as it is read, which a long restore may leave idle. */
const READS_MAX = 5;

/** What a prefix has directly below it. */
export interface ListedPrefix {
  readonly folders: string[];
  readonly keys: string[];
}

/** Objects below a prefix; keys begin there. */
export interface S3Objects {
  /** @throws What `source` throws, as it is; nothing is there then. */
  put(key: string, source: AsyncIterable<Uint8Array>): Promise<void>;
  putText(key: string, text: string): Promise<void>;
  /** Null: it is not there. */
  open(key: string): Promise<OpenedFile | null>;
  listTop(): Promise<ListedPrefix>;
  /** All below, in the order of their keys. */
  listBelow(folder: string): AsyncIterable<{ readonly key: string; readonly bytes: number }>;
  remove(keys: readonly string[]): Promise<void>;
  /** Unfinished uploads in parts are seen in no list, and paid for. @param isOurs Of which keys. */
  abortUploads(isOurs: (key: string) => boolean): Promise<void>;
}

/** @param prefix Empty, or ends with a slash. @param explain Says what an answer of the store means. */
export function openObjects(
  client: S3Client,
  Bucket: string,
  prefix: string,
  explain: (error: unknown) => PlaceFailure,
): S3Objects {
  const fail = (error: unknown): never => {
    throw explain(error);
  };

  async function* pages(below: string, Delimiter?: string) {
    let token: string | undefined;
    do {
      const page = await client
        .send(
          new ListObjectsV2Command({
            Bucket,
            Prefix: prefix + below,
            ...(Delimiter !== undefined && { Delimiter }),
            ...(token !== undefined && { ContinuationToken: token }),
          }),
          { abortSignal: AbortSignal.timeout(LIST_MS) },
        )
        .catch(fail);
      yield page;
      token = page.IsTruncated === true ? page.NextContinuationToken : undefined;
    } while (token !== undefined);
  }
  const within = (key: string): string => key.slice(prefix.length);

  async function get(key: string, from: number): Promise<{ body: Readable; bytes: number } | null> {
    try {
      const range = from === 0 ? {} : { Range: `bytes=${from}-` };
      const command = new GetObjectCommand({ Bucket, Key: prefix + key, ...range });
      const { Body, ContentLength } = await client.send(command);
      if (!(Body instanceof Readable)) throw new Error('the store answered without a body');
      return { body: Body, bytes: ContentLength ?? 0 };
    } catch (error) {
      return isGone(error) ? null : fail(error);
    }
  }

  return {
    async put(key, source) {
      let broken: { readonly error: unknown } | null = null;
      async function* watched(): AsyncGenerator<Uint8Array> {
        try {
          yield* source;
        } catch (error) {
          broken = { error };
          throw error;
        }
      }
      const upload = new Upload({
        client,
        params: { Bucket, Key: prefix + key, Body: Readable.from(watched(), { objectMode: false }) },
        partSize: PIECE_BYTES,
        queueSize: PIECES_AT_ONCE,
      });
      try {
        await upload.done();
      } catch (error) {
        await upload.abort().catch(() => {});
        throw broken === null ? explain(error) : (broken as { error: unknown }).error;
      }
    },
    async putText(key, text) {
      await client
        .send(new PutObjectCommand({ Bucket, Key: prefix + key, Body: Buffer.from(text) }))
        .catch(fail);
    },
    async open(key) {
      const first = await get(key, 0);
      if (first === null) return null;
      let { body } = first;
      async function* read(): AsyncGenerator<Uint8Array> {
        let done = 0;
        for (let reads = 1; ; reads++) {
          const before = done;
          try {
            for await (const chunk of body as AsyncIterable<Uint8Array>) {
              done += chunk.byteLength;
              yield chunk;
            }
            return;
          } catch (error) {
            if (done > before) reads = 1;
            else if (reads === READS_MAX) fail(error);
          }
          const next = await get(key, done);
          if (next === null) return;
          body = next.body;
        }
      }
      return {
        bytes: first.bytes,
        chunks: read(),
        close: async () => void body.destroy(),
      };
    },
    async listTop() {
      const all: ListedPrefix = { folders: [], keys: [] };
      for await (const { CommonPrefixes = [], Contents = [] } of pages('', '/')) {
        all.folders.push(...CommonPrefixes.map((one) => within(one.Prefix ?? '').replace(/\/$/, '')));
        all.keys.push(...Contents.map((one) => within(one.Key ?? '')));
      }
      return all;
    },
    async *listBelow(folder) {
      for await (const { Contents = [] } of pages(folder))
        for (const { Key, Size } of Contents)
          if (Key !== undefined) yield { key: within(Key), bytes: Size ?? 0 };
    },
    async remove(keys) {
      for (let at = 0; at < keys.length; at += DELETED_AT_ONCE) {
        const Objects = keys.slice(at, at + DELETED_AT_ONCE).map((key) => ({ Key: prefix + key }));
        const { Errors = [] } = await client
          .send(new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }))
          .catch(fail);
        // Keys that may write and not delete.
        if (Errors[0] !== undefined)
          fail(Object.assign(new Error(Errors[0].Message), { name: Errors[0].Code }));
      }
    },
    async abortUploads(isOurs) {
      const { Uploads = [] } = await client
        .send(new ListMultipartUploadsCommand({ Bucket, Prefix: prefix }))
        .catch((error: unknown) => (isUnknownCall(error) ? { Uploads: [] } : fail(error)));
      for (const { Key, UploadId } of Uploads)
        if (Key !== undefined && isOurs(within(Key)))
          await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId })).catch(fail);
    },
  };
}
