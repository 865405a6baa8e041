import { z } from 'zod';
import { ContentHash } from '../ids.ts';
import { RowIdText, text } from '../shapes.ts';

/** GET /api/model/{hash}/: whether the server has these bytes as a model of the person's own, so that a project may name them. */
export const ModelStateBody = z.object({ is_stored: z.boolean() });
/** POST, multipart beside the part `file`: parts are 25 MiB but the last. A part may be sent twice (L3). */
export const UploadPartFields = z.object({
  upload_id: z.uuid(),
  chunk_index: z.coerce.number().int().min(0).max(200),
  total_chunks: z.coerce.number().int().min(1).max(200),
  filename: text(255).min(1),
  /** Hex SHA-256 of this part. */
  sha256: ContentHash.optional(),
  /** For which project, if there is one by now, and how large the whole file is: what does not fit is refused before it has travelled. */
  project_id: RowIdText.optional(),
  size_bytes: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
});
/** GET {upload_id}/ */
export const UploadStatusBody = z.object({ received: z.array(z.number().int()) });
/** POST complete/ ; answers 409 `upload-incomplete` with `data.missing`. */
export const CompleteUploadBody = z.object({
  upload_id: z.uuid(),
  project_id: RowIdText,
  filename: text(255).min(1),
  /** Hash of the whole file, checked before anything is changed. */
  sha256: ContentHash.optional(),
  total_chunks: z.coerce.number().int().min(1).max(200).optional(),
});
export const UploadedBody = z.object({ url: z.string(), sha256: ContentHash, size_bytes: z.number() });
