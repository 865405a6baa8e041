import { AppError } from '../../../contract/failure.ts';
import type { App } from '../../core/app.ts';
import { fetchAccount } from '../../core/use-account.ts';
import { readFailure } from '../../data/read-failure.ts';

/** What has come is handed to the browser in pieces of this size, which it may keep on the disk. */
const PIECE_BYTES = 16 * 1024 ** 2;

/**
 * The ZIP of everything that the server knows of the person. Nobody knows its size before its end.
 *
 * @param onProgress Told the bytes that have come.
 * @throws AppError `idempotency-in-flight` while another is being made, `server-unreachable` when it breaks off, and those
 *   of a call.
 */
export async function fetchMyData(
  app: Pick<App, 'server' | 'db' | 'session' | 'outside'>,
  onProgress: (receivedBytes: number) => void,
  signal: AbortSignal,
): Promise<Blob> {
  // A session that has to be renewed is so now.
  await fetchAccount(app, signal);
  const authorization = `Bearer ${app.session.token() ?? ''}`;
  const address = `${app.outside.apiBase}/api/users/me/export/`;
  const response = await reach(app.outside.fetch(address, { headers: { authorization }, signal }), signal);
  if (!response.ok) throw new AppError(await readFailure(response));
  const pieces: Blob[] = [];
  let chunks: Uint8Array<ArrayBuffer>[] = [];
  let chunkBytes = 0;
  let receivedBytes = 0;
  const reader = response.body?.getReader();
  for (;;) {
    const { done, value } = (await (reader && reach(reader.read(), signal))) ?? { done: true };
    if (value !== undefined) {
      chunks.push(value);
      chunkBytes += value.byteLength;
      receivedBytes += value.byteLength;
      onProgress(receivedBytes);
    }
    if (done || chunkBytes >= PIECE_BYTES) {
      pieces.push(new Blob(chunks));
      chunks = [];
      chunkBytes = 0;
    }
    if (done) return new Blob(pieces, { type: 'application/zip' });
  }
}

async function reach<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (signal.aborted) throw error;
    throw new AppError({ code: 'server-unreachable' }, { cause: error });
  }
}
