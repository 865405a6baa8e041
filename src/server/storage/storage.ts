import type { Readable } from 'node:stream';
import type { ContentHash } from '../../contract/ids.ts';
import type { StoredPlace } from './stored-place.ts';

/** Bytes on their way in: one piece, or a stream read once. */
export type ByteSource = Uint8Array | AsyncIterable<Uint8Array>;

/** What a finished write is known by. */
export interface StoredBytes {
  readonly hash: ContentHash;
  readonly sizeBytes: number;
}

/** One upload of one person. Both parts come from checked ids, never from a name a person typed. */
export interface UploadKey {
  readonly userId: number;
  readonly uploadId: string;
}

/** First and last byte, both included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** As what a file is sent. */
export interface SentFile {
  readonly contentType: string;
  /** Content-Disposition; absent: it is shown where it is. */
  readonly disposition?: string;
}

/** An address in the store works so long: a sign-out does not end it. */
export const DIRECT_SECONDS = 600;

/**
 * Where bytes live: whole files under their content hash, and parts of unfinished uploads. Rows in the database say
 * what they are and whose. A write is durable when it resolves and leaves nothing behind when it rejects.
 */
export interface Storage {
  /** Where that is, and of which databases, see `meet-store.ts`. */
  readonly places: readonly StoredPlace[];
  /**
   * @param maxBytes The stream is cut off above it.
   * @throws AppError `storage-full`, `upload-too-large`.
   */
  put(source: ByteSource, maxBytes?: number): Promise<StoredBytes>;
  /** @throws AppError `not-found`. */
  open(hash: ContentHash, range?: ByteRange): Promise<Readable>;
  /** Bytes of a stored file; null when it is not here. */
  size(hash: ContentHash): Promise<number | null>;
  /**
   * Where anybody reads a stored file without this server, for {@link DIRECT_SECONDS}.
   *
   * @returns Null where it comes through this server alone.
   */
  address(hash: ContentHash, file: SentFile): Promise<string | null>;
  /** Removing what is not there is no failure. */
  delete(hash: ContentHash): Promise<void>;
  /** {@link Storage.delete}, of a file that was written more than `ageMs` ago: one that came anew in the last moment stays. */
  deleteOld(hash: ContentHash, ageMs: number): Promise<void>;
  /**
   * Keeps one part of an upload under its place and its hash, so that a part sent twice with other bytes never
   * changes the first one.
   *
   * @throws AppError `storage-full`, `upload-too-large`.
   */
  putPart(upload: UploadKey, part: number, source: ByteSource, maxBytes: number): Promise<StoredBytes>;
  /** @throws AppError `not-found`. */
  readPart(upload: UploadKey, part: number, hash: string): Promise<Readable>;
  /** Removing what is not there is no failure. */
  deletePart(upload: UploadKey, part: number, hash: string): Promise<void>;
  deleteUpload(upload: UploadKey): Promise<void>;
  /** Names of files written more than `ageMs` ago, in no order. Files that come or go meanwhile may be left out. */
  list(ageMs: number): AsyncIterable<ContentHash>;
  /** Removes parts and half-written files nobody has touched for `ageMs`. */
  sweep(ageMs: number): Promise<void>;
}
