import { and, asc, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { MAX_MODEL_BYTES } from '../../contract/constants.ts';
import { AppError } from '../../contract/failure.ts';
import type { CompleteUploadBody, UploadedBody } from '../../contract/http/uploads.ts';
import { ContentHash } from '../../contract/ids.ts';
import type { Transaction } from '../db/database.ts';
import { files } from '../db/schema/files.ts';
import { uploadParts, uploads } from '../db/schema/uploads.ts';
import { findProject, lockProject } from '../projects/find-project.ts';
import { giveModel } from '../projects/give-model.ts';
import { storeChange } from '../projects/store-change.ts';
import type { FileUrls } from '../storage/sign-file-url.ts';
import type { Storage, StoredBytes, UploadKey } from '../storage/storage.ts';
import type { Hold } from './bring-model.ts';
import { checkModel, type ModelDeps } from './check-model.ts';
import { ownModel } from './own-model.ts';

/** What completing an upload needs. */
export interface UploadDeps extends ModelDeps {
  readonly urls: FileUrls;
  /** For the models of one person's projects; null: no limit. */
  readonly modelSpaceBytes: number | null;
}

type Body = z.infer<typeof CompleteUploadBody>;
type Answer = z.infer<typeof UploadedBody>;

/** A whole, checked model that nobody owns yet, or one that an earlier call finished. */
export interface Assembled {
  readonly upload: UploadKey;
  readonly stored: StoredBytes;
  readonly isNew: boolean;
}

/**
 * Puts the parts together and checks what came out, before anything is changed. What fails the checks is forgotten
 * with its parts; missing parts leave the others where they are.
 *
 * @throws AppError `not-found` for the project or an upload nobody began; `upload-incomplete`; `upload-hash-mismatch`;
 *   `upload-too-large`; `model-unreadable`; `model-too-complex`; `storage-full`.
 */
export async function assembleUpload(
  deps: UploadDeps,
  userId: number,
  body: Body,
  hold: Hold,
  signal: AbortSignal,
): Promise<Assembled> {
  await findProject(deps.db, userId, body.project_id);
  const upload: UploadKey = { userId, uploadId: body.upload_id };
  const [row] = await deps.db.select().from(uploads).where(isUpload(upload));
  if (row === undefined) throw missingFrom([], body.total_chunks);
  if (row.fileHash !== null) {
    const [file] = await deps.db.select().from(files).where(eq(files.hash, row.fileHash));
    if (file === undefined) throw new Error('a finished upload without its file');
    const stored = { hash: ContentHash.parse(file.hash), sizeBytes: file.sizeBytes };
    return { upload, stored, isNew: false };
  }
  const parts = await deps.db
    .select()
    .from(uploadParts)
    .where(and(eq(uploadParts.userId, userId), eq(uploadParts.uploadId, upload.uploadId)))
    .orderBy(asc(uploadParts.part));
  const here = parts.map(({ part }) => part);
  if (here.length !== row.totalParts) throw missingFrom(here, row.totalParts);

  const stored = await deps.storage.put(readParts(deps.storage, upload, parts), MAX_MODEL_BYTES);
  await hold(stored);
  try {
    await checkModel(deps, stored, body.sha256, signal);
  } catch (error) {
    if (error instanceof AppError) await forgetUpload(deps, upload);
    throw error;
  }
  return { upload, stored, isNew: true };
}

/**
 * Makes an assembled model the person's and the project's. Completing twice gives the same answer and changes nothing
 * more.
 *
 * @throws AppError `not-found` when the project is gone; `model-space-full`, which leaves the upload as it was.
 */
export async function giveToProject(
  tx: Transaction,
  deps: UploadDeps,
  body: Body,
  { upload, stored, isNew }: Assembled,
): Promise<Answer> {
  const answer = { url: deps.urls.sign(stored.hash), sha256: stored.hash, size_bytes: stored.sizeBytes };
  if (!isNew) return answer;
  const [row] = await tx.select().from(uploads).where(isUpload(upload)).for('update');
  if (row === undefined) throw new AppError({ code: 'not-found' });
  if (row.fileHash !== null) return answer;
  await ownModel(tx, deps.modelSpaceBytes, upload.userId, body.project_id, stored);
  const project = await lockProject(tx, upload.userId, body.project_id);
  await storeChange(tx, project, {
    modelHash: stored.hash,
    modelName: body.filename,
    settings: giveModel(project, stored.hash),
  });
  await tx.update(uploads).set({ fileHash: stored.hash, touchedAt: sql`now()` }).where(isUpload(upload));
  await tx
    .delete(uploadParts)
    .where(and(eq(uploadParts.userId, upload.userId), eq(uploadParts.uploadId, upload.uploadId)));
  return answer;
}

async function* readParts(
  storage: Storage,
  upload: UploadKey,
  parts: readonly { readonly part: number; readonly sha256: string }[],
): AsyncGenerator<Uint8Array> {
  for (const { part, sha256 } of parts) {
    for await (const chunk of await storage.readPart(upload, part, sha256)) yield chunk as Uint8Array;
  }
}

async function forgetUpload(deps: UploadDeps, upload: UploadKey): Promise<void> {
  await deps.db
    .delete(uploadParts)
    .where(and(eq(uploadParts.userId, upload.userId), eq(uploadParts.uploadId, upload.uploadId)));
  await deps.db.delete(uploads).where(isUpload(upload));
  await deps.storage.deleteUpload(upload);
}

function isUpload(upload: UploadKey) {
  return and(eq(uploads.userId, upload.userId), eq(uploads.uploadId, upload.uploadId));
}

function missingFrom(here: readonly number[], total: number | undefined): AppError {
  if (total === undefined) return new AppError({ code: 'not-found' });
  const missing = Array.from({ length: total }, (_, part) => part).filter((part) => !here.includes(part));
  return new AppError({ code: 'upload-incomplete', missing });
}
