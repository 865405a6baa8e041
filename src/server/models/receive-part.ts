import { and, asc, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { MAX_MODEL_BYTES, UPLOAD_PART_BYTES } from '../../contract/constants.ts';
import { AppError } from '../../contract/failure.ts';
import type { UploadPartFields } from '../../contract/http/uploads.ts';
import type { Db, Queryable, Transaction } from '../db/database.ts';
import { onlyRow } from '../db/only-row.ts';
import { uploadParts, uploads } from '../db/schema/uploads.ts';
import { invalidRequest } from '../http/check-shape.ts';
import type { ByteSource, Storage, StoredBytes, UploadKey } from '../storage/storage.ts';
import { foreseeModelSpace } from './check-model-space.ts';

/** Bytes of all unfinished uploads of a person: two of the largest models. */
export const UPLOAD_QUOTA_BYTES = 2 * MAX_MODEL_BYTES;
/** Unfinished uploads of a person that are kept: of more, the one that nothing came for the longest goes. */
export const OPEN_UPLOADS_MAX = 20;
const MAX_PARTS = Math.ceil(MAX_MODEL_BYTES / UPLOAD_PART_BYTES);

/** What receiving a part needs. */
interface PartDeps {
  readonly db: Db;
  readonly storage: Storage;
  /** For the models of one person's projects; null: no limit. */
  readonly modelSpaceBytes: number | null;
}

type PartFields = z.infer<typeof UploadPartFields>;

/**
 * Keeps one part of an upload. The same part may come twice; the last one counts. Parts of an upload that was
 * completed before are read and forgotten.
 *
 * @returns Indices of the parts that are here.
 * @throws AppError `upload-too-large`, `model-space-full`, `quota-exceeded`, `upload-hash-mismatch`, `file-empty`, `storage-full`,
 *   `invalid-request` when the number of parts differs from what another part said.
 */
export async function receivePart(
  deps: PartDeps,
  userId: number,
  fields: PartFields,
  source: ByteSource,
): Promise<number[]> {
  const { db, storage } = deps;
  const upload: UploadKey = { userId, uploadId: fields.upload_id };
  const part = fields.chunk_index;
  if (fields.total_chunks > MAX_PARTS || (fields.size_bytes ?? 0) > MAX_MODEL_BYTES) {
    throw new AppError({ code: 'upload-too-large', maxBytes: MAX_MODEL_BYTES });
  }
  if (part >= fields.total_chunks) {
    throw invalidRequest('chunk_index', 'must be below total_chunks');
  }
  if (fields.size_bytes !== undefined) {
    await foreseeModelSpace(db, deps.modelSpaceBytes, userId, fields.project_id ?? null, fields.size_bytes);
  }
  await checkQuota(db, upload, part, 0);
  const stored = await storage.putPart(upload, part, source, UPLOAD_PART_BYTES);
  try {
    if (stored.sizeBytes === 0) throw new AppError({ code: 'file-empty', name: fields.filename });
    if (fields.sha256 !== undefined && fields.sha256 !== stored.hash) {
      throw new AppError({ code: 'upload-hash-mismatch' });
    }
    const { received, unused, dropped } = await db.transaction(async (tx) => {
      // One part of a person at a time, in all processes: what counts their uploads and bytes sees all of them.
      await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`uploads ${userId}`}, 0))`);
      const isOpen = await openUpload(tx, upload, fields);
      const unused = isOpen ? await recordPart(tx, upload, part, stored) : stored.hash;
      return { received: await listParts(tx, upload), unused, dropped: await dropOldUploads(tx, userId) };
    });
    if (unused !== null) await storage.deletePart(upload, part, unused);
    for (const old of dropped) await storage.deleteUpload(old);
    return received;
  } catch (error) {
    await forgetPart(deps, upload, part, stored);
    throw error;
  }
}

/**
 * Indices of the parts of an upload that are here, in order; none for an upload nobody has begun, and all of one that was
 * completed, which needs none any more.
 */
export async function listParts(db: Queryable, upload: UploadKey): Promise<number[]> {
  const [row] = await db
    .select({ totalParts: uploads.totalParts, fileHash: uploads.fileHash })
    .from(uploads)
    .where(and(eq(uploads.userId, upload.userId), eq(uploads.uploadId, upload.uploadId)));
  if (row !== undefined && row.fileHash !== null) {
    return Array.from({ length: row.totalParts }, (_, part) => part);
  }
  const rows = await db
    .select({ part: uploadParts.part })
    .from(uploadParts)
    .where(and(eq(uploadParts.userId, upload.userId), eq(uploadParts.uploadId, upload.uploadId)))
    .orderBy(asc(uploadParts.part));
  return rows.map(({ part }) => part);
}

/** @returns False when the upload was completed before. Its row is locked either way. */
async function openUpload(tx: Transaction, upload: UploadKey, fields: PartFields): Promise<boolean> {
  const rows = await tx
    .insert(uploads)
    .values({ ...upload, filename: fields.filename, totalParts: fields.total_chunks })
    .onConflictDoUpdate({
      target: [uploads.userId, uploads.uploadId],
      set: { touchedAt: sql`now()` },
    })
    .returning();
  const row = onlyRow(rows);
  if (row.totalParts !== fields.total_chunks) {
    throw invalidRequest('total_chunks', `was ${row.totalParts} before`);
  }
  return row.fileHash === null;
}

/** @returns Uploads that had to go, whose bytes lie in the storage still. */
async function dropOldUploads(tx: Transaction, userId: number): Promise<UploadKey[]> {
  const { rows } = await tx.execute<{ uploadId: string }>(sql`
    delete from uploads where user_id = ${userId} and upload_id in (
      select upload_id from uploads where user_id = ${userId} and file_hash is null
      order by touched_at desc offset ${OPEN_UPLOADS_MAX} for update skip locked)
    returning upload_id as "uploadId"`);
  for (const { uploadId } of rows) {
    await tx
      .delete(uploadParts)
      .where(and(eq(uploadParts.userId, userId), eq(uploadParts.uploadId, uploadId)));
  }
  return rows.map(({ uploadId }) => ({ userId, uploadId }));
}

/** @returns Hash of the bytes whose place it takes; null where there were none. */
async function recordPart(
  tx: Transaction,
  upload: UploadKey,
  part: number,
  stored: StoredBytes,
): Promise<string | null> {
  await checkQuota(tx, upload, part, stored.sizeBytes);
  const key = { ...upload, part };
  const [before] = await tx
    .select()
    .from(uploadParts)
    .where(
      and(
        eq(uploadParts.userId, upload.userId),
        eq(uploadParts.uploadId, upload.uploadId),
        eq(uploadParts.part, part),
      ),
    );
  const values = { sizeBytes: stored.sizeBytes, sha256: stored.hash };
  await tx
    .insert(uploadParts)
    .values({ ...key, ...values })
    .onConflictDoUpdate({
      target: [uploadParts.userId, uploadParts.uploadId, uploadParts.part],
      set: values,
    });
  return before === undefined || before.sha256 === stored.hash ? null : before.sha256;
}

/** @param addedBytes What the part that is being received has; it takes the place of its earlier self. */
async function checkQuota(db: Queryable, upload: UploadKey, part: number, addedBytes: number): Promise<void> {
  const [sum] = await db
    .select({ bytes: sql<number>`coalesce(sum(${uploadParts.sizeBytes}), 0)::float8` })
    .from(uploadParts)
    .where(
      and(
        eq(uploadParts.userId, upload.userId),
        sql`not (${eq(uploadParts.uploadId, upload.uploadId)} and ${eq(uploadParts.part, part)})`,
      ),
    );
  if ((sum?.bytes ?? 0) + addedBytes > UPLOAD_QUOTA_BYTES) {
    throw new AppError({ code: 'quota-exceeded', maxBytes: UPLOAD_QUOTA_BYTES });
  }
}

/** Removes refused bytes, unless the same bytes came well before. */
async function forgetPart(
  deps: PartDeps,
  upload: UploadKey,
  part: number,
  stored: StoredBytes,
): Promise<void> {
  const [kept] = await deps.db
    .select()
    .from(uploadParts)
    .where(
      and(
        eq(uploadParts.userId, upload.userId),
        eq(uploadParts.uploadId, upload.uploadId),
        eq(uploadParts.part, part),
        eq(uploadParts.sha256, stored.hash),
      ),
    );
  if (kept === undefined) await deps.storage.deletePart(upload, part, stored.hash);
}
