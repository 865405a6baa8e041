import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, opendir, readdir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { AppError } from '../../contract/failure.ts';
import { ContentHash } from '../../contract/ids.ts';
import { isFull } from './is-full.ts';
import type { ByteRange, ByteSource, Storage, StoredBytes, UploadKey } from './storage.ts';
import { createDiskSigns } from './stored-place.ts';

/** Of bytes that come whole: 3 ms of hashing. */
const PIECE_BYTES = 1024 ** 2;

/**
 * Files in a folder: `files/ab/cd/<hash>`, parts in `uploads/<user>-<upload>/`, half-written ones in `incoming/`.
 * A file appears under its final name complete and synced, or not at all.
 *
 * @param root An existing folder on one file system, ours alone.
 */
export async function createDiskStorage(root: string): Promise<Storage> {
  const incoming = join(root, 'incoming');
  const uploads = join(root, 'uploads');
  await Promise.all([incoming, uploads, join(root, 'files')].map((path) => mkdir(path, { recursive: true })));

  const fileOf = (hash: string) => {
    const checked = ContentHash.parse(hash);
    return join(root, 'files', checked.slice(0, 2), checked.slice(2, 4), checked);
  };
  const folderOf = ({ userId, uploadId }: UploadKey) => {
    if (!Number.isInteger(userId) || !/^[0-9a-f-]{36}$/i.test(uploadId)) throw new Error('not an upload key');
    return join(uploads, `${userId}-${uploadId.toLowerCase()}`);
  };
  const partOf = (upload: UploadKey, part: number, hash: string) =>
    join(folderOf(upload), `${Math.trunc(part)}-${ContentHash.parse(hash)}`);

  /** Writes under a name of its own, then moves the file to where its hash says. */
  async function write(source: ByteSource, maxBytes: number, place: (hash: ContentHash) => string) {
    const temporary = join(incoming, randomUUID());
    try {
      const stored = await writeSynced(temporary, source, maxBytes);
      const target = place(stored.hash);
      await moveInto(temporary, target);
      await syncFolder(dirname(target));
      return stored;
    } catch (error) {
      await rm(temporary, { force: true });
      throw isFull(error) ? new AppError({ code: 'storage-full' }, { cause: error }) : error;
    }
  }

  async function* list(ageMs: number): AsyncGenerator<ContentHash> {
    const limit = Date.now() - ageMs;
    for await (const entry of await opendir(join(root, 'files'), { recursive: true })) {
      const named = ContentHash.safeParse(entry.name);
      if (!named.success) continue;
      const info = await stat(fileOf(named.data)).catch(() => null);
      if (info !== null && info.mtimeMs < limit) yield named.data;
    }
  }

  const address = join(root, 'files');
  return {
    places: [{ address, list, ...createDiskSigns(address) }],
    put: (source, maxBytes = Number.POSITIVE_INFINITY) => write(source, maxBytes, fileOf),
    open: (hash, range) => openFile(fileOf(hash), range),
    size: (hash) =>
      stat(fileOf(hash)).then(
        (info) => info.size,
        (error) => {
          // A disk that fails has lost nothing yet: whoever asks whether a file is there must not be told that it is gone.
          if (isMissing(error)) return null;
          throw error;
        },
      ),
    address: async () => null,
    delete: (hash) => rm(fileOf(hash), { force: true }),
    async deleteOld(hash, ageMs) {
      const limit = Date.now() - ageMs;
      const info = await stat(fileOf(hash)).catch(() => null);
      if (info !== null && info.mtimeMs < limit) await rm(fileOf(hash), { force: true });
    },
    putPart: (upload, part, source, maxBytes) =>
      write(source, maxBytes, (hash) => partOf(upload, part, hash)),
    readPart: (upload, part, hash) => openFile(partOf(upload, part, hash)),
    async deletePart(upload, part, hash) {
      await rm(partOf(upload, part, hash), { force: true });
      // The folder goes with its last part.
      await rmdir(folderOf(upload)).catch(() => {});
    },
    deleteUpload: (upload) => rm(folderOf(upload), { recursive: true, force: true }),
    list,
    async sweep(ageMs) {
      const limit = Date.now() - ageMs;
      for (const folder of [incoming, uploads]) {
        for (const name of await readdir(folder)) {
          const path = join(folder, name);
          const info = await stat(path).catch(() => null);
          if (info !== null && info.mtimeMs < limit) await rm(path, { recursive: true, force: true });
        }
      }
    },
  };
}

async function writeSynced(path: string, source: ByteSource, maxBytes: number): Promise<StoredBytes> {
  const digest = createHash('sha256');
  let sizeBytes = 0;
  const file = await open(path, 'wx');
  try {
    for await (const chunk of source instanceof Uint8Array ? cutPieces(source) : source) {
      sizeBytes += chunk.byteLength;
      if (sizeBytes > maxBytes) throw new AppError({ code: 'upload-too-large', maxBytes });
      digest.update(chunk);
      await writeAll(file, chunk);
    }
    await file.sync();
  } finally {
    await file.close();
  }
  return { hash: ContentHash.parse(digest.digest('hex')), sizeBytes };
}

/** Hashing a hundred megabytes at a stretch would hold up everybody for a quarter of a second. */
function* cutPieces(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.byteLength; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES);
}

/** The folder may go with its last part between the two steps: then once more. */
async function moveInto(from: string, to: string): Promise<void> {
  const move = async () => {
    await mkdir(dirname(to), { recursive: true });
    await rename(from, to);
  };
  await move().catch((error: unknown) => {
    if (!isMissing(error)) throw error;
    return move();
  });
}

async function writeAll(file: FileHandle, chunk: Uint8Array): Promise<void> {
  for (let done = 0; done < chunk.byteLength; ) {
    const { bytesWritten } = await file.write(chunk, done, chunk.byteLength - done);
    done += bytesWritten;
  }
}

/** Makes the rename itself durable. Windows has no handle on a folder to sync. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

async function openFile(path: string, range?: ByteRange): Promise<Readable> {
  const file = await open(path, 'r').catch((error: unknown) => {
    throw isMissing(error) ? new AppError({ code: 'not-found' }) : error;
  });
  return range === undefined
    ? file.createReadStream()
    : file.createReadStream({ start: range.start, end: range.end });
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
