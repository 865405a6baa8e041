import { UPLOAD_ANSWER_MS, UPLOAD_STALL_MS } from '../../contract/constants.ts';
import type { Outside, UploadProgress } from './outside.ts';

/**
 * Sends a body and gives up when nothing of it moves: a connection that died without a word would be waited for without
 * end. Once all of it has left, the answer has longer, for what still lies in the buffers on the way.
 *
 * @throws Error when it stands still; what `upload` throws.
 */
export async function watchUpload(
  upload: Outside['upload'],
  input: string,
  init: RequestInit,
  onProgress: UploadProgress,
): Promise<Response> {
  const stalled = new AbortController();
  const end = (): void => stalled.abort(init.signal?.reason);
  if (init.signal?.aborted === true) end();
  init.signal?.addEventListener('abort', end);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = (ms: number): void => {
    clearTimeout(timer);
    timer = setTimeout(() => stalled.abort(new Error('The upload stands still')), ms);
  };
  wait(UPLOAD_STALL_MS);
  try {
    return await upload(input, { ...init, signal: stalled.signal }, (sent, total) => {
      wait(sent < total ? UPLOAD_STALL_MS : UPLOAD_ANSWER_MS);
      onProgress(sent, total);
    });
  } finally {
    clearTimeout(timer);
    init.signal?.removeEventListener('abort', end);
  }
}
