import { z } from 'zod';
import { UPLOAD_PART_BYTES } from '../../../contract/constants.ts';
import { AppError } from '../../../contract/failure.ts';
import { ProjectBody } from '../../../contract/http/projects.ts';
import { UploadedBody, UploadStatusBody } from '../../../contract/http/uploads.ts';
import type { ContentHash } from '../../../contract/ids.ts';
import type { SendTools } from '../../app.ts';
import type { OutboxRow } from '../../db.ts';
import { settingsOf } from './settings-of.ts';

/** How often `complete` may name missing parts before it counts as a failure; once is normal after a cleaned server. */
const MAX_ROUNDS = 3;

/**
 * Sends a model in parts of 25 MiB, beginning with what the server lacks, so that a fault costs one part at most (L3).
 * Each part carries its hash; the whole is checked before the project shows it.
 *
 * @throws AppError `file-empty` when the bytes are no longer on this device.
 */
export async function uploadModel(tools: SendTools, row: OutboxRow, signal: AbortSignal): Promise<void> {
  if (row.work.kind !== 'upload-model') throw new Error('Not an upload');
  const { hash, name, uploadId } = row.work;
  const project = await tools.db.run(() => tools.db.projects.get(row.projectKey));
  const file = await tools.storage.get(hash);
  if (project === undefined || project.serverId === null) throw new AppError({ code: 'not-found' });
  if (file === null) throw new AppError({ code: 'file-empty', name });
  const total = Math.max(1, Math.ceil(file.size / UPLOAD_PART_BYTES));
  let missing = await listMissing(tools, uploadId, total, signal);
  for (let round = 1; ; round += 1) {
    await sendParts(tools, { file, name, uploadId, total }, missing, signal);
    try {
      await complete(tools, { uploadId, name, hash, total, projectId: project.serverId }, signal);
      break;
    } catch (error) {
      if (
        !(error instanceof AppError) ||
        error.failure.code !== 'upload-incomplete' ||
        round === MAX_ROUNDS
      ) {
        throw error;
      }
      missing = error.failure.missing;
    }
  }
  const body = await tools.server.call(`/api/project/${project.serverId}/`, ProjectBody, {}, signal);
  await tools.db.run(() =>
    tools.db.projects.update(row.projectKey, { revision: body.revision, saved: settingsOf(body) }),
  );
}

/** What a part answers says nothing that the status call does not say better. */
const UploadPartAnswer = z.unknown();

interface Upload {
  readonly file: Blob;
  readonly name: string;
  readonly uploadId: string;
  readonly total: number;
}

async function listMissing(
  tools: SendTools,
  uploadId: string,
  total: number,
  signal: AbortSignal,
): Promise<number[]> {
  const all = Array.from({ length: total }, (_, index) => index);
  try {
    const status = await tools.server.call(`/api/chunked-upload/${uploadId}/`, UploadStatusBody, {}, signal);
    return all.filter((index) => !status.received.includes(index));
  } catch (error) {
    if (error instanceof AppError && error.failure.code === 'not-found') return all;
    throw error;
  }
}

async function sendParts(
  tools: SendTools,
  upload: Upload,
  indices: readonly number[],
  signal: AbortSignal,
): Promise<void> {
  let done = upload.total - indices.length;
  tools.onUploadProgress(done / upload.total);
  for (const index of indices) {
    const part = upload.file.slice(index * UPLOAD_PART_BYTES, (index + 1) * UPLOAD_PART_BYTES);
    const form = new FormData();
    form.set('upload_id', upload.uploadId);
    form.set('chunk_index', String(index));
    form.set('total_chunks', String(upload.total));
    form.set('filename', upload.name);
    form.set('sha256', await tools.compute(signal).hashFile(part));
    form.set('file', part, upload.name);
    await tools.server.call('/api/chunked-upload/', UploadPartAnswer, { method: 'POST', body: form }, signal);
    done += 1;
    tools.onUploadProgress(done / upload.total);
  }
}

async function complete(
  tools: SendTools,
  upload: { uploadId: string; name: string; hash: ContentHash; total: number; projectId: number },
  signal: AbortSignal,
): Promise<void> {
  const body = {
    upload_id: upload.uploadId,
    project_id: upload.projectId,
    filename: upload.name,
    sha256: upload.hash,
    total_chunks: upload.total,
  };
  // A fresh key each time: "incomplete" is an answer too, and would be repeated under the old one for 7 days.
  await tools.server.call('/api/chunked-upload/complete/', UploadedBody, { method: 'POST', body }, signal);
}
