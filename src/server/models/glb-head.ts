import { AppError } from '../../contract/failure.ts';
import type { ContentHash } from '../../contract/ids.ts';
import { tooComplex, unreadable } from '../../tracer/gltf/gltf-values.ts';
import { readGlbLength } from '../../tracer/gltf/read-glb.ts';
import type { Storage } from '../storage/storage.ts';

const JSON_CHUNK = 0x4e4f534a;
const BINARY_CHUNK = 0x004e4942;
/** The largest sample's JSON has 0.3 MB; CAD exports reach 30 MB. */
const MAX_JSON_BYTES = 64 * 1024 ** 2;

/** Stored files, as far as they are read. */
export type StoredFiles = Pick<Storage, 'open' | 'size'>;

/** What a GLB's container says, without its geometry. */
export interface GlbHead {
  readonly jsonChunk: Uint8Array;
  /** 0 when the file has no BIN chunk. */
  readonly binaryBytes: number;
  /** Where the BIN chunk's bytes begin in the file. */
  readonly binaryStart: number;
}

/**
 * Reads the JSON chunk of a stored GLB and the place of the other one, whatever the file's size.
 *
 * @throws AppError `not-found`, `file-empty`, `model-unreadable`, `model-too-complex`.
 */
export async function readGlbHead(storage: StoredFiles, hash: ContentHash): Promise<GlbHead> {
  const sizeBytes = await storage.size(hash);
  if (sizeBytes === null) throw new AppError({ code: 'not-found' });
  if (sizeBytes === 0) throw new AppError({ code: 'file-empty', name: 'model.glb' });
  const head = await readRange(storage, hash, 0, Math.min(20, sizeBytes));
  const length = readGlbLength(head, sizeBytes);
  if (length < 20) throw unreadable('a chunk header is cut short', 'cut-short');
  const jsonBytes = head.getUint32(12, true);
  if (head.getUint32(16, true) !== JSON_CHUNK)
    throw unreadable('the first chunk is not JSON', 'json-damaged');
  if (jsonBytes === 0 || jsonBytes > length - 20)
    throw unreadable('a chunk is longer than the file', 'cut-short');
  if (jsonBytes > MAX_JSON_BYTES) {
    throw tooComplex('description', `${jsonBytes} bytes of JSON`);
  }
  const json = await readRange(storage, hash, 20, jsonBytes);
  const jsonChunk = new Uint8Array(json.buffer, json.byteOffset, json.byteLength);

  for (let offset = 20 + padded(jsonBytes); offset < length; ) {
    if (offset + 8 > length) throw unreadable('a chunk header is cut short', 'cut-short');
    const chunk = await readRange(storage, hash, offset, 8);
    const bytes = chunk.getUint32(0, true);
    if (bytes > length - offset - 8) throw unreadable('a chunk is longer than the file', 'cut-short');
    if (chunk.getUint32(4, true) === BINARY_CHUNK) {
      return { jsonChunk, binaryBytes: bytes, binaryStart: offset + 8 };
    }
    offset += 8 + padded(bytes);
  }
  return { jsonChunk, binaryBytes: 0, binaryStart: length };
}

/** @throws AppError `model-unreadable` when the file ends before. */
export async function readRange(
  storage: StoredFiles,
  hash: ContentHash,
  start: number,
  count: number,
): Promise<DataView> {
  const bytes = new Uint8Array(count);
  let done = 0;
  for await (const chunk of await storage.open(hash, { start, end: start + count - 1 })) {
    bytes.set(chunk as Uint8Array, done);
    done += (chunk as Uint8Array).byteLength;
  }
  if (done !== count) throw unreadable('the file is cut short', 'cut-short');
  return new DataView(bytes.buffer);
}

/** Chunks start at multiples of 4. */
function padded(bytes: number): number {
  return bytes + ((4 - (bytes % 4)) % 4);
}
