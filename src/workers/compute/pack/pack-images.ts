import { readDataUri } from '../../../contract/files/read-data-uri.ts';
import { type JsonObject, objectOf, textOf } from '../../../tracer/gltf/gltf-content.ts';
import type { CompanionFinder } from '../gltf/find-companion.ts';
import { baseName } from '../gltf/find-companion.ts';
import { type ImageConverter, isForeignImage } from '../pictures/convert-image.ts';
import { listOf } from './pack-buffers.ts';
import type { BinaryBuilder } from './write-glb.ts';

/** Where an image lies in the chunk. */
export interface PackedImage {
  readonly byteOffset: number;
  readonly byteLength: number;
  readonly mimeType: string;
}

/** Bytes of a buffer view; null for one that is not there. */
export type ViewReader = (index: number) => Blob | null;

/**
 * Puts the pictures that a document names into its BIN chunk, byte for byte where glTF knows the format. One that lies in its buffers
 * and that glTF does not know is written anew behind them. A picture that was not given stays named, so that it can be listed, and
 * added later.
 *
 * @param firstView Number of the first buffer view that is added.
 * @returns The images, and the buffer views to append.
 */
export async function packImages(
  document: JsonObject,
  firstView: number,
  path: string,
  companions: CompanionFinder,
  convert: ImageConverter,
  chunk: BinaryBuilder,
  readView: ViewReader,
): Promise<{ images: readonly unknown[]; bufferViews: readonly JsonObject[] }> {
  const bufferViews: JsonObject[] = [];
  const known = new Map<Blob, { bufferView: number; mimeType: string }>();
  const images: unknown[] = [];
  for (const entry of listOf(document.images, 'images')) {
    const image = objectOf(entry);
    const uri = textOf(image.uri);
    const foreign = await readForeign(image, readView);
    const bytes = uri === '' ? foreign : await readPicture(uri, path, companions);
    if (bytes === null) {
      images.push(entry);
      continue;
    }
    const isInline = foreign !== null || /^data:/i.test(uri);
    let placed = known.get(bytes);
    if (placed === undefined) {
      const title = foreign === null ? (isInline ? '' : uri) : nameInside(image);
      const packed = await addImage(chunk, bytes, title, convert, textOf(image.mimeType));
      const { byteOffset, byteLength, mimeType } = packed;
      placed = { bufferView: firstView + bufferViews.length, mimeType };
      bufferViews.push({ buffer: 0, byteOffset, byteLength });
      known.set(bytes, placed);
    }
    const { uri: _, ...rest } = image;
    const name = textOf(image.name) || (isInline ? '' : baseName(uri.replaceAll('\\', '/')).slice(0, 200));
    images.push({ ...rest, ...(name === '' ? {} : { name }), ...placed });
  }
  return { images, bufferViews };
}

/** Whether a picture in the buffers of a document is of a format that glTF does not know. */
export async function hasForeignImage(document: JsonObject, readView: ViewReader): Promise<boolean> {
  for (const entry of listOf(document.images, 'images')) {
    if ((await readForeign(objectOf(entry), readView)) !== null) return true;
  }
  return false;
}

/** A picture in the buffers, where glTF does not know its format. */
async function readForeign(image: JsonObject, readView: ViewReader): Promise<Blob | null> {
  const { bufferView } = image;
  const bytes = typeof bufferView === 'number' ? readView(bufferView) : null;
  return bytes !== null && (await isForeignImage(bytes, nameInside(image))) ? bytes : null;
}

/** What tells the format of one that has no mark of its own. */
function nameInside({ name, mimeType }: JsonObject): string {
  return /tga|targa/i.test(textOf(mimeType)) ? `${textOf(name)}.tga` : textOf(name);
}

/** @param declaredType MIME type for bytes that are no known picture. */
export async function addImage(
  chunk: BinaryBuilder,
  bytes: Blob,
  name: string,
  convert: ImageConverter,
  declaredType = '',
): Promise<PackedImage> {
  const { image, mimeType } = await convert(bytes, name);
  const byteOffset = chunk.add(image);
  return { byteOffset, byteLength: image.size, mimeType: mimeType ?? (declaredType || 'image/png') };
}

async function readPicture(uri: string, path: string, companions: CompanionFinder): Promise<Blob | null> {
  if (/^data:/i.test(uri)) {
    const bytes = readDataUri(uri);
    return bytes === null || bytes.byteLength === 0 ? null : new Blob([bytes]);
  }
  const answer = await companions.read(path, uri);
  return typeof answer === 'string' || answer.size === 0 ? null : answer;
}
