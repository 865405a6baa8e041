import { z } from 'zod';
import { UPLOAD_PARALLEL_PARTS } from '../../../contract/constants.ts';
import { isFailure } from '../../../contract/failure.ts';
import type { ContentHash, ProjectId } from '../../../contract/ids.ts';
import type { SendTools } from '../../core/app.ts';

/** A model on its way, under names that stay the same when it is taken up again. */
export interface Upload {
  readonly file: Blob;
  readonly name: string;
  readonly hash: ContentHash;
  readonly uploadId: string;
  readonly projectId: ProjectId;
  readonly partBytes: number;
}

/** A part that arrives damaged is sent again this often. */
const MAX_TRIES = 3;

/** What a part answers says nothing that the status call does not say better. */
const PartAnswer = z.unknown();

/**
 * Sends parts of a model, a few at a time, each with its hash. After a failure no further part is begun; those on the
 * way arrive, so that they need not be sent again.
 *
 * @param indices Parts that the server lacks.
 */
export async function sendParts(
  tools: SendTools,
  upload: Upload,
  indices: readonly number[],
  signal: AbortSignal,
): Promise<void> {
  const waiting = [...indices];
  const progress = followProgress(tools, upload, indices);
  const failures: unknown[] = [];
  const run = async (): Promise<void> => {
    for (let index = waiting.shift(); index !== undefined; index = waiting.shift()) {
      try {
        await sendPart(tools, upload, index, progress, signal);
      } catch (error) {
        failures.push(error);
        waiting.length = 0;
      }
    }
  };
  await Promise.all(Array.from({ length: UPLOAD_PARALLEL_PARTS }, run));
  if (failures.length > 0) throw failures[0];
}

type Progress = (index: number, fraction: number) => void;

async function sendPart(
  tools: SendTools,
  upload: Upload,
  index: number,
  progress: Progress,
  signal: AbortSignal,
): Promise<void> {
  const part = upload.file.slice(index * upload.partBytes, (index + 1) * upload.partBytes);
  const form = new FormData();
  form.set('upload_id', upload.uploadId);
  form.set('chunk_index', String(index));
  form.set('total_chunks', String(Math.ceil(upload.file.size / upload.partBytes)));
  form.set('filename', upload.name);
  form.set('project_id', String(upload.projectId));
  form.set('size_bytes', String(upload.file.size));
  form.set('sha256', await tools.compute(signal).hashFile(part));
  form.set('file', part, upload.name);
  const onProgress = (sent: number, total: number) => progress(index, sent / total);
  for (let attempt = 1; ; attempt += 1) {
    try {
      const options = { method: 'POST', body: form, onProgress } as const;
      await tools.server.call('/api/chunked-upload/', PartAnswer, options, signal);
      return progress(index, 1);
    } catch (error) {
      if (attempt === MAX_TRIES || !isFailure(error, 'upload-hash-mismatch')) throw error;
    }
  }
}

/** Tells how much of the whole file has left, never less than before. */
function followProgress(tools: SendTools, upload: Upload, indices: readonly number[]): Progress {
  const total = Math.ceil(upload.file.size / upload.partBytes);
  const fractions = new Map<number, number>(indices.map((index) => [index, 0]));
  let told = 0;
  const tell = (): void => {
    const sent = [...fractions.values()].reduce((sum, fraction) => sum + fraction, total - indices.length);
    told = Math.max(told, Math.min(1, sent / total));
    tools.onUploadProgress(told);
  };
  tell();
  return (index, fraction) => {
    fractions.set(index, fraction);
    tell();
  };
}
