import type { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { type Entry, getFileNameLowLevel, openPromise, validateFileName, type ZipFile } from 'yauzl';
import { BATCH_ZIP, IMAGE_UPLOAD_MAX_BYTES } from '../../contract/constants.ts';
import { AppError, type Failure } from '../../contract/failure.ts';
import type { ArchiveEntryReason } from '../../contract/failure-reasons.ts';
import { decodeZipName } from '../../contract/files/decode-text.ts';

/** One file of an archive: the way to its bytes, or why they are not taken. */
export type ArchiveFile = { readonly path: string } & (
  | {
      /** @throws AppError `archive-entry-refused`, `file-empty`. */
      readonly read: () => Promise<Uint8Array>;
    }
  | { readonly failure: Failure }
);

/** What systems put beside pictures, and nobody means. */
const CLUTTER = /^__MACOSX\/|(?:^|\/)(?:\.DS_Store|Thumbs\.db|desktop\.ini)$/i;
const ARCHIVES = /\.(?:zip|7z|rar|gz|tgz|bz2|xz|zst|tar|jar)$/i;
/** Flag of an entry's name, and number of the extra field with it in UTF-8 (APPNOTE 4.4.4, 4.6.9). */
const IS_UTF8 = 0x0800;
const UNICODE_PATH = 0x7075;
const UNIX_TYPE = 0o170000;
const UNIX_LINK = 0o120000;

/**
 * Opens a ZIP on disk while something is done with its files. Folders and what systems add are passed over. Nothing in it
 * ever names a file of ours, and nothing of it is in memory before it is read.
 *
 * @throws AppError `archive-refused` before the work begins.
 */
export async function withArchive<T>(
  path: string,
  work: (files: readonly ArchiveFile[]) => Promise<T>,
): Promise<T> {
  // Names are decoded here: one that is not safe is that entry's failure, not the archive's.
  const options = { autoClose: false, decodeStrings: false };
  const zip = await openPromise(path, options).catch((cause: unknown) => {
    throw refused('not-a-zip', cause);
  });
  try {
    const entries = await listEntries(zip);
    return await work(entries.flatMap((entry) => describeEntry(zip, entry)));
  } finally {
    zip.close();
  }
}

function describeEntry(zip: ZipFile, entry: Entry): ArchiveFile[] {
  const name = nameOf(entry);
  const isSafe = validateFileName(name) === null && !name.includes('\0');
  if (isSafe && (name.endsWith('/') || CLUTTER.test(name))) return [];
  const reason = isSafe ? findFault(entry, name) : 'path';
  if (reason !== null) return [{ path: name, failure: refusal(name, reason) }];
  return [{ path: name, read: () => unpack(zip, entry, name) }];
}

/** Where an entry does not say how its name is written, yauzl takes code page 437; macOS writes UTF-8. */
function nameOf({ generalPurposeBitFlag: flags, fileNameRaw: raw, extraFields }: Entry): string {
  const isSaid = (flags & IS_UTF8) !== 0 || extraFields.some(({ id }) => id === UNICODE_PATH);
  const name = isSaid ? getFileNameLowLevel(flags, raw, extraFields, false) : decodeZipName(raw);
  return name.replaceAll('\\', '/');
}

async function listEntries(zip: ZipFile): Promise<Entry[]> {
  const entries: Entry[] = [];
  let unpackedBytes = 0;
  if (zip.entryCount > BATCH_ZIP.maxEntries) throw refused('too-many-entries');
  try {
    for await (const entry of zip.eachEntry()) {
      entries.push(entry);
      unpackedBytes += entry.uncompressedSize;
    }
  } catch (cause) {
    throw refused('not-a-zip', cause);
  }
  if (unpackedBytes > BATCH_ZIP.unpackedMaxBytes) throw refused('unpacks-too-large');
  return entries;
}

/** What the directory alone says against an entry. */
function findFault(entry: Entry, name: string): ArchiveEntryReason | null {
  if (((entry.externalFileAttributes >>> 16) & UNIX_TYPE) === UNIX_LINK) return 'link';
  if (ARCHIVES.test(name)) return 'archive';
  if (!entry.canDecodeFileData()) return 'encrypted';
  if (entry.uncompressedSize > IMAGE_UPLOAD_MAX_BYTES) return 'size';
  const isLarge = entry.uncompressedSize > BATCH_ZIP.ratioFromBytes;
  return isLarge && entry.uncompressedSize > entry.compressedSize * BATCH_ZIP.maxRatio ? 'ratio' : null;
}

/** yauzl stops an entry that unpacks to more, or to less, than the directory says; its sum is for others to look at. */
async function unpack(zip: ZipFile, entry: Entry, path: string): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let sum = 0;
  try {
    const stream: Readable = await zip.openReadStreamPromise(entry);
    for await (const chunk of stream) {
      chunks.push(chunk as Uint8Array);
      sum = crc32(chunk as Uint8Array, sum);
    }
  } catch {
    throw new AppError(refusal(path, 'damaged'));
  }
  const bytes = Buffer.concat(chunks);
  if (sum !== entry.crc32) throw new AppError(refusal(path, 'damaged'));
  if (bytes.byteLength === 0) throw new AppError({ code: 'file-empty', name: path });
  if (bytes.subarray(0, 4).toString('latin1') === 'PK\u0003\u0004') {
    throw new AppError(refusal(path, 'archive'));
  }
  return bytes;
}

function refusal(path: string, reason: ArchiveEntryReason): Failure {
  return { code: 'archive-entry-refused', name: path, reason };
}

function refused(reason: 'not-a-zip' | 'too-many-entries' | 'unpacks-too-large', cause?: unknown): AppError {
  return new AppError({ code: 'archive-refused', reason, errors: [] }, { cause });
}
