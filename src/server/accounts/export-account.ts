import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { AppError } from '../../contract/failure.ts';
import type { UserId } from '../../contract/ids.ts';
import type { Deps } from '../deps.ts';
import type { ExportEntry } from './export-entry.ts';
import { listExport } from './list-export.ts';

/** Exports that are being written by this process, by person. */
export type RunningExports = Set<UserId>;

/**
 * Everything of a person as one ZIP, written while it is read: whatever its size, one file of it is under way at a
 * time. One export of a person at a time.
 *
 * @param signal Aborts when the caller hangs up.
 * @throws AppError `idempotency-in-flight` while another one runs.
 */
export function exportAccount(
  deps: Deps,
  running: RunningExports,
  userId: UserId,
  signal: AbortSignal,
): Readable {
  if (running.has(userId)) throw new AppError({ code: 'idempotency-in-flight' });
  running.add(userId);
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  const source = { db: deps.database.db, storage: deps.services.storage, userId };
  writeZip(zip, listExport(source), deps.now(), signal)
    .catch((error: unknown) => {
      if (!signal.aborted) deps.logger.error({ err: error }, 'export');
      output.destroy(error as Error);
    })
    .finally(() => running.delete(userId));
  return output;
}

async function writeZip(
  zip: ZipFile,
  entries: AsyncIterable<ExportEntry>,
  mtime: Date,
  signal: AbortSignal,
): Promise<void> {
  const broken = new Promise<never>((_resolve, reject) => zip.once('error', reject));
  broken.catch(() => {});
  for await (const { path, content, isPacked } of entries) {
    try {
      zip.addReadStream(content, path, { compress: !isPacked, mtime });
      await Promise.race([finished(content, { signal }), broken]);
    } finally {
      content.destroy();
    }
  }
  zip.end();
}
