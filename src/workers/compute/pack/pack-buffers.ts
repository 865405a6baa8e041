import { readDataUri } from '../../../contract/files/read-data-uri.ts';
import { type JsonObject, objectOf, textOf } from '../../../tracer/gltf/gltf-content.ts';
import { at, count, unreadable } from '../../../tracer/gltf/gltf-values.ts';
import type { CompanionFinder } from '../gltf/find-companion.ts';
import type { BinaryBuilder } from './write-glb.ts';

const COMPRESSIONS = ['EXT_meshopt_compression', 'KHR_meshopt_compression'] as const;

/** A document whose bytes are in one BIN chunk. */
interface PackedBuffers {
  readonly buffers: readonly JsonObject[];
  readonly bufferViews: readonly unknown[];
  readonly extensionsRequired: readonly unknown[];
}

/** Where the buffers of a document go. */
export interface BufferPlan {
  /** Addresses of buffers that were not given. */
  readonly missing: readonly string[];
  /** Bytes of a buffer view of the document; null for one that is not there. */
  readView(index: number): Blob | null;
  /** Call it once all else is in the chunk, which becomes buffer 0. */
  finish(): PackedBuffers;
}

interface Place {
  readonly length: number;
  /** Start in the chunk, null for a buffer without bytes: the room where meshopt unpacks. */
  readonly start: number | null;
  readonly bytes: Blob | null;
}

/**
 * Puts every buffer of a document into one BIN chunk, byte for byte, and moves the buffer views there. Buffers that
 * only give readers without meshopt something to read may be missing.
 *
 * @param document glTF JSON, not yet checked.
 * @param binary The BIN chunk the document came with.
 * @throws AppError `model-unreadable` for damaged or refused buffers and for views outside of theirs, which would read
 *   a neighbour's bytes afterwards.
 */
export async function packBuffers(
  document: JsonObject,
  binary: Blob | null,
  path: string,
  companions: CompanionFinder,
  chunk: BinaryBuilder,
): Promise<BufferPlan> {
  const buffers = listOf(document.buffers, 'buffers').map(objectOf);
  const missing: string[] = [];
  const places: Place[] = [];
  let lacksFallback = false;
  for (const [index, buffer] of buffers.entries()) {
    const length = count(buffer.byteLength, `buffer ${index} byteLength`);
    const uri = textOf(buffer.uri);
    const isFallback = COMPRESSIONS.some(
      (name) => objectOf(objectOf(buffer.extensions)[name]).fallback === true,
    );
    const bytes = uri === '' ? (index === 0 ? binary : null) : await readBuffer(uri, index, path, companions);
    if (bytes === 'missing') {
      if (!isFallback) missing.push(uri.slice(0, 200));
      lacksFallback ||= isFallback;
    }
    if (bytes === null || bytes === 'missing') {
      places.push({ length, start: null, bytes: null });
      continue;
    }
    const size = bytes instanceof Blob ? bytes.size : bytes.byteLength;
    if (size < length) throw unreadable(`buffer ${index} is shorter than the model says`, 'cut-short');
    const whole = bytes instanceof Blob ? bytes.slice(0, length) : new Blob([bytes.subarray(0, length)]);
    places.push({ length, start: chunk.add(whole), bytes: whole });
  }
  return {
    missing,
    readView: (index) => readView(document, index, (buffer) => places[buffer]?.bytes ?? null),
    finish: () => movePlaces(document, buffers, places, lacksFallback, chunk),
  };
}

/** @param readBuffer Bytes of a buffer by its number; null for one that is not there. */
export function readView(
  document: JsonObject,
  index: number,
  readBuffer: (buffer: number) => Blob | null,
): Blob | null {
  const { buffer, byteOffset = 0, byteLength } = objectOf(listOf(document.bufferViews, 'bufferViews')[index]);
  if (typeof buffer !== 'number' || typeof byteOffset !== 'number' || typeof byteLength !== 'number')
    return null;
  return readBuffer(buffer)?.slice(byteOffset, byteOffset + byteLength) ?? null;
}

async function readBuffer(
  uri: string,
  index: number,
  path: string,
  companions: CompanionFinder,
): Promise<Blob | Uint8Array<ArrayBuffer> | 'missing'> {
  if (/^data:/i.test(uri)) {
    const bytes = readDataUri(uri);
    if (bytes === null) throw unreadable(`the data of buffer ${index} is damaged`);
    return bytes;
  }
  const answer = await companions.read(path, uri);
  if (answer === 'refused') {
    throw unreadable(`it asks for a file outside its folder: ${uri.slice(0, 200)}`, 'outside-folder');
  }
  return answer === 'ambiguous' ? 'missing' : answer;
}

function movePlaces(
  document: JsonObject,
  buffers: readonly JsonObject[],
  places: readonly Place[],
  lacksFallback: boolean,
  chunk: BinaryBuilder,
): PackedBuffers {
  const hasChunk = chunk.sizeBytes > 0;
  const packed: JsonObject[] = hasChunk ? [{ byteLength: chunk.sizeBytes }] : [];
  const numbers = places.map(({ start }, index) => {
    if (start !== null) return 0;
    const { uri: _, ...empty } = buffers[index] ?? {};
    return packed.push(empty) - 1;
  });
  const move = (view: JsonObject, what: string): JsonObject => {
    const place = at(places, view.buffer, `buffer of ${what}`);
    const offset = count(view.byteOffset ?? 0, `byteOffset of ${what}`);
    const length = count(view.byteLength, `byteLength of ${what}`);
    if (offset + length > place.length) throw unreadable(`${what} is outside its buffer`);
    const byteOffset = offset + (place.start ?? 0);
    return { ...view, buffer: numbers[view.buffer as number] ?? 0, byteOffset };
  };
  const bufferViews = listOf(document.bufferViews, 'bufferViews').map((entry, index) => {
    const view = objectOf(entry);
    const moved = move(view, `bufferView ${index}`);
    const extensions = objectOf(view.extensions);
    const packing = COMPRESSIONS.find((name) => name in extensions);
    if (packing === undefined) return moved;
    const source = move(objectOf(extensions[packing]), `compressed bufferView ${index}`);
    return { ...moved, extensions: { ...extensions, [packing]: source } };
  });
  const required = listOf(document.extensionsRequired, 'extensionsRequired');
  const isAsked = !lacksFallback || required.some((name) => COMPRESSIONS.includes(name as never));
  return {
    buffers: packed,
    bufferViews,
    extensionsRequired: isAsked ? required : [...required, usedCompression(document)],
  };
}

function usedCompression(document: JsonObject): string {
  const used = listOf(document.extensionsUsed, 'extensionsUsed');
  return COMPRESSIONS.find((name) => used.includes(name)) ?? COMPRESSIONS[0];
}

/** A list that may be absent. @throws AppError `model-unreadable`. */
export function listOf(value: unknown, what: string): readonly unknown[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) throw unreadable(`${what} is not a list`);
  return value;
}
