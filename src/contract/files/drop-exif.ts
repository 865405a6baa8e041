/** Segments before the picture of a JPEG are at most 64 kB each. */
const HEAD_BYTES = 256 * 1024;
const PNG_SIGNATURE_BYTES = 8;
/** Length, type and checksum of a chunk (PNG 3, 5.3). */
const CHUNK_BYTES = 12;

/**
 * A texture without what its EXIF block says, above all without the orientation of a camera: coordinates of textures are those of
 * the pixels as they are stored. `createImageBitmap` would turn JPEG and PNG by it, whatever `imageOrientation` says.
 *
 * @returns The same file where it has no such block before its picture.
 */
export async function dropExif(image: Blob): Promise<Blob> {
  const head = new DataView(await image.slice(0, HEAD_BYTES).arrayBuffer());
  const blocks = isJpeg(head) ? findInJpeg(head) : isPng(head) ? findInPng(head) : [];
  if (blocks.length === 0) return image;
  const starts = [0, ...blocks.map(({ end }) => end)];
  const pieces = starts.map((start, at) => image.slice(start, blocks[at]?.start));
  return new Blob(pieces, { type: image.type });
}

interface Block {
  readonly start: number;
  readonly end: number;
}

const isJpeg = (head: DataView) => head.byteLength >= 4 && head.getUint16(0) === 0xffd8;
const isPng = (head: DataView) => head.byteLength >= PNG_SIGNATURE_BYTES && head.getUint32(0) === 0x89504e47;

/** Segments APP1 that begin with "Exif" (CIPA DC-008, 4.5.4). */
function findInJpeg(head: DataView): Block[] {
  const blocks: Block[] = [];
  for (let start = 2; start + 8 <= head.byteLength; ) {
    const marker = head.getUint16(start);
    // The picture begins, or this is no segment.
    if (marker === 0xffda || marker >> 8 !== 0xff) break;
    const end = start + 2 + head.getUint16(start + 2);
    if (marker === 0xffe1 && head.getUint32(start + 4) === 0x45786966) blocks.push({ start, end });
    start = end;
  }
  return blocks;
}

function findInPng(head: DataView): Block[] {
  const blocks: Block[] = [];
  for (let start = PNG_SIGNATURE_BYTES; start + 8 <= head.byteLength; ) {
    const type = head.getUint32(start + 4);
    // The picture begins: IDAT.
    if (type === 0x49444154) break;
    const end = start + CHUNK_BYTES + head.getUint32(start);
    if (type === 0x65584966) blocks.push({ start, end });
    start = end;
  }
  return blocks;
}
