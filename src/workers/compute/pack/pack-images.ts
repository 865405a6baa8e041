import { readDataUri } from '../../../contract/files/read-data-uri.ts';
import { type JsonObject, objectOf, textOf } from '../../../tracer/gltf/gltf-content.ts';
import type { CompanionFinder } from '../gltf/find-companion.ts';
import { baseName } from '../gltf/find-companion.ts';
import { type ImageConverter, isForeignImage } from '../pictures/convert-image.ts';
import { layUnderOpacity } from '../pictures/prepare-texture.ts';
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
 * and that glTF does not know is written anew behind them, if it can be read. A picture that was not given stays named, so that it can be listed, and
 * added later; a colour whose opacity was here before ({@link awaitColour}) is then laid under that.
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
  const place = async (bytes: Blob, title: string, declaredType = '') => {
    const { byteOffset, byteLength, mimeType } = await addImage(chunk, bytes, title, convert, declaredType);
    const bufferView = firstView + bufferViews.push({ buffer: 0, byteOffset, byteLength }) - 1;
    return { bufferView, mimeType };
  };
  const entries = listOf(document.images, 'images').map(objectOf);
  const come = new Map<number, { bytes: Blob; uri: string }>();
  for (const [index, image] of entries.entries()) {
    const uri = textOf(image.uri);
    const foreign = await convertForeign(image, readView, convert);
    const bytes = uri === '' ? foreign : await readPicture(uri, path, companions);
    if (bytes === null) {
      images.push(image);
      continue;
    }
    const isInline = foreign !== null || /^data:/i.test(uri);
    let placed = known.get(bytes);
    if (placed === undefined) {
      const title = isInline ? '' : uri;
      placed = await place(bytes, title, textOf(image.mimeType));
      known.set(bytes, placed);
    }
    if (uri !== '') come.set(index, { bytes, uri });
    const { uri: _, ...rest } = image;
    const name = textOf(image.name) || (isInline ? '' : baseName(uri.replaceAll('\\', '/')).slice(0, 200));
    images.push({ ...rest, ...(name === '' ? {} : { name }), ...placed });
  }
  for (const [index, { extras, ...image }] of entries.entries()) {
    const { [AWAITED]: awaited, ...others } = objectOf(extras);
    const colour = come.get(Number(awaited));
    const white = typeof image.bufferView === 'number' ? readView(image.bufferView) : null;
    if (colour === undefined || white === null) continue;
    const whole = await layUnderOpacity(colour.bytes, colour.uri, white);
    if (whole === null) continue;
    const rest = Object.keys(others).length > 0 ? { extras: others } : {};
    images[index] = { ...image, ...rest, ...(await place(whole, '')) };
  }
  return { images, bufferViews };
}

/** What an image's extras call the index of the image whose colour belongs under its opacity. */
const AWAITED = 'awaitedColour';

/** Extras of an image that is white with an opacity until the colour that was named beside it comes, as that image. */
export function awaitColour(image: number): JsonObject {
  return { [AWAITED]: image };
}

/** Whether {@link packImages} would write a picture in the buffers of a document anew. */
export async function hasForeignImage(
  document: JsonObject,
  convert: ImageConverter,
  readView: ViewReader,
): Promise<boolean> {
  for (const entry of listOf(document.images, 'images')) {
    if ((await convertForeign(objectOf(entry), readView, convert)) !== null) return true;
  }
  return false;
}

/** A picture in the buffers whose format glTF does not know, in one that it knows. Null also where it cannot be read: that one stays. */
async function convertForeign(
  image: JsonObject,
  readView: ViewReader,
  convert: ImageConverter,
): Promise<Blob | null> {
  const { bufferView } = image;
  const bytes = typeof bufferView === 'number' ? readView(bufferView) : null;
  if (bytes === null || !(await isForeignImage(bytes, nameInside(image)))) return null;
  const converted = await convert(bytes, nameInside(image));
  return converted.mimeType === null ? null : converted.image;
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
