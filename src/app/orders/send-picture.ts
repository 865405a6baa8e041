import { AppError } from '../../contract/failure.ts';
import { PictureBody, PictureStateBody } from '../../contract/http/pictures.ts';
import type { ContentHash } from '../../contract/ids.ts';
import type { SendTools } from '../core/app.ts';
import type { OutboxRow } from '../data/outbox-row.ts';

/**
 * Brings the server a picture of the person's own, before the order that names it. One that it has is not sent again.
 *
 * @throws AppError `file-empty` when the bytes are no longer on this device, and those of a call.
 */
export async function sendPicture(tools: SendTools, row: OutboxRow, signal: AbortSignal): Promise<void> {
  if (row.work.kind !== 'upload-picture') throw new Error('Not a picture');
  await bringPicture(tools, row.work, row.key, signal);
}

/** As {@link sendPicture}. @param key Idempotency-Key. */
export async function bringPicture(
  tools: SendTools,
  { hash, name }: { readonly hash: ContentHash; readonly name: string },
  key: string,
  signal: AbortSignal,
): Promise<void> {
  const state = await tools.server.call(`/api/picture/${hash}/`, PictureStateBody, {}, signal);
  if (state.is_stored) return;
  const picture = await tools.storage.get(hash);
  if (picture === null) throw new AppError({ code: 'file-empty', name });
  const form = new FormData();
  form.set('picture', picture, name);
  await tools.server.call('/api/picture/', PictureBody, { method: 'POST', key, body: form }, signal);
}
