import { createCRC32 } from 'hash-wasm';
import type { JSZipObject } from 'jszip';
import JSZip from 'jszip';
import type { AppError } from '../../../contract/failure.ts';
import { decodeZipName } from '../../../contract/files/decode-text.ts';
import { tooComplex, unreadable } from '../../../tracer/gltf/gltf-values.ts';
import type { SourceFile } from '../gltf/find-companion.ts';

/** A model with its pictures has some hundred files; a hostile archive of 100 MB can list two million. */
const MAX_ENTRIES = 10_000;
/** All that is unpacked from one archive: what a tablet's page can hold. A ZIP may promise a thousand times its size. */
const MAX_UNPACKED_BYTES = 1024 ** 3;
/** Unpacked bytes become a Blob, which the browser may move to the disk, in pieces of this size. */
const PIECE_BYTES = 16 * 1024 ** 2;
/** End of central directory, found by its signature behind at most 64 KiB of comment. */
const END_BYTES = 22;
const END_SIGNATURE = 0x06054b50;
/** An entry of the directory: these bytes, its name, what systems add, and a comment. */
const ENTRY_BYTES = 46;
const ENTRY_SIGNATURE = 0x02014b50;
/** Before it, in a ZIP64: the same in longer numbers, and where that is. */
const END_64 = { bytes: 56, signature: 0x06064b50, locatorBytes: 20 };

export interface ZippedFile extends SourceFile {
  /** @param maxBytes What it may unpack to. */
  read(maxBytes?: number): Promise<Blob>;
}

/**
 * Lists what is in a ZIP. Each file is unpacked when it is read, so that what nothing asks for costs nothing.
 *
 * @param name Of the ZIP, for the failures.
 * @param maxBytes What may be unpacked of it in all.
 * @throws AppError `model-unreadable` for a damaged or locked archive, `model-too-complex` above 10,000 entries; reading
 *   a file throws `model-too-complex` once it, or all, unpacked to more than they may.
 */
export async function unpackZip(
  file: Blob,
  name: string,
  maxBytes = MAX_UNPACKED_BYTES,
): Promise<ZippedFile[]> {
  const tooLarge = (): AppError => tooComplex('archive', `${name} unpacks to more than 1 GB`);
  if (file.size > maxBytes) throw tooLarge();
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (countEntries(bytes) > MAX_ENTRIES) {
    throw tooComplex('archive-files', `${name} has more than ${MAX_ENTRIES} files`);
  }
  const zip = await open(bytes);
  const budget = { bytes: maxBytes, tooLarge };
  return Object.values(zip.files)
    .filter((entry) => !entry.dir)
    .map((entry) => ({ path: toPath(entry.name), read: (most) => unpack(entry, budget, most) }));
}

const decodeFileName = (bytes: Uint8Array | string[]) => decodeZipName(bytes as Uint8Array);

async function open(bytes: Uint8Array): Promise<JSZip> {
  try {
    return await JSZip.loadAsync(bytes, { createFolders: false, decodeFileName });
  } catch (cause) {
    const said = cause instanceof Error ? cause.message : '';
    if (/encrypted/i.test(said)) throw unreadable('the ZIP has a password', 'zip-locked', cause);
    if (/: compression .* unknown/i.test(said))
      throw unreadable('the ZIP is packed in a way that is not read', 'zip-method', cause);
    throw unreadable('the ZIP is damaged', 'zip-damaged', cause);
  }
}

async function unpack(
  entry: JSZipObject,
  budget: { bytes: number; tooLarge: () => AppError },
  maxBytes = Number.POSITIVE_INFINITY,
): Promise<Blob> {
  let left = maxBytes;
  const check = (await createCRC32()).init();
  const damaged = (cause?: Error): AppError => unreadable('the ZIP is damaged', 'zip-damaged', cause);
  return new Promise((resolve, reject) => {
    const pieces: Blob[] = [];
    let chunks: Uint8Array<ArrayBuffer>[] = [];
    let waiting = 0;
    const flush = (): void => {
      pieces.push(new Blob(chunks));
      chunks = [];
      waiting = 0;
    };
    const stream = entry.internalStream('uint8array');
    stream
      .on('data', (chunk) => {
        budget.bytes -= chunk.byteLength;
        left -= chunk.byteLength;
        if (budget.bytes < 0 || left < 0) {
          stream.pause();
          chunks = [];
          reject(budget.tooLarge());
          return;
        }
        check.update(chunk);
        chunks.push(chunk);
        waiting += chunk.byteLength;
        if (waiting >= PIECE_BYTES) flush();
      })
      .on('error', (cause) => reject(damaged(cause)))
      .on('end', () => {
        flush();
        const sum = Number.parseInt(check.digest('hex'), 16);
        // JSZip's is a signed number.
        if (sum !== entry._data.crc32 >>> 0) {
          reject(damaged());
          return;
        }
        resolve(new Blob(pieces));
      })
      .resume();
  });
}

/** Number of entries: the count that the ZIP directory states, or those that are there, whichever is more; at most 10,001. */
function countEntries(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const lowest = Math.max(0, bytes.byteLength - END_BYTES - 0xffff);
  for (let at = bytes.byteLength - END_BYTES; at >= lowest; at--) {
    if (view.getUint32(at, true) !== END_SIGNATURE) continue;
    const at64 = at - END_64.locatorBytes - END_64.bytes;
    const isLong = at64 >= 0 && view.getUint32(at64, true) === END_64.signature;
    const count = isLong ? Number(view.getBigUint64(at64 + 32, true)) : view.getUint16(at + 10, true);
    const size = isLong ? Number(view.getBigUint64(at64 + 40, true)) : view.getUint32(at + 12, true);
    return Math.max(Math.min(count, MAX_ENTRIES + 1), walkEntries(view, (isLong ? at64 : at) - size));
  }
  return 0;
}

/** As JSZip reads them: one behind the other, for as long as there is one. */
function walkEntries(view: DataView, start: number): number {
  let count = 0;
  let at = start;
  while (count <= MAX_ENTRIES && at >= 0 && at + ENTRY_BYTES <= view.byteLength) {
    if (view.getUint32(at, true) !== ENTRY_SIGNATURE) break;
    const [name, extra, comment] = [28, 30, 32].map((field) => view.getUint16(at + field, true));
    at += ENTRY_BYTES + (name ?? 0) + (extra ?? 0) + (comment ?? 0);
    count++;
  }
  return count;
}

/** JSZip has already dropped `..`; writers on Windows leave backslashes. */
function toPath(name: string): string {
  return name.replaceAll('\\', '/').replace(/^\/+/, '');
}
