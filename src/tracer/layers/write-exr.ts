import { toHalf } from './half.ts';

/** Packs bytes as zlib does (RFC 1950). */
export type Deflate = (bytes: Uint8Array) => Uint8Array;

/** One channel of an EXR. */
export interface ExrChannel {
  /** With its layer before a point, `product.R`; at most 31 letters. */
  readonly name: string;
  readonly type: 'half' | 'float';
}

/** A picture to be written as OpenEXR. */
export interface ExrPicture {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly channels: readonly ExrChannel[];
  /** Told to whoever opens the file, in English. */
  readonly comments: string;
  /** Fills a row of each channel, in the order of `channels`. Rows are asked for once, from the top. */
  readRow(y: number, row: readonly Float32Array[]): void;
}

const ZIP = 3;
const ROWS_PER_BLOCK = 16;
/** x and y of red, green, blue and white (ITU-R BT.709). */
const REC_709 = [0.64, 0.33, 0.3, 0.6, 0.15, 0.06, 0.3127, 0.329];

/**
 * A scan-line OpenEXR file in one part, ZIP compression (OpenEXR file layout, version 2). Same picture, same bytes, for
 * the same `deflate`.
 */
export function writeExr(picture: ExrPicture, deflate: Deflate): Uint8Array {
  const { widthPx, heightPx, channels } = picture;
  // Readers look for them in this order.
  const order = channels
    .map((channel, index) => ({ ...channel, index }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  const rows = channels.map(() => new Float32Array(widthPx));
  const rowBytes = order.reduce((sum, { type }) => sum + widthPx * bytesOf(type), 0);
  const blocks: Uint8Array[] = [];
  for (let top = 0; top < heightPx; top += ROWS_PER_BLOCK) {
    const count = Math.min(ROWS_PER_BLOCK, heightPx - top);
    const raw = new Uint8Array(rowBytes * count);
    const view = new DataView(raw.buffer);
    let at = 0;
    for (let y = top; y < top + count; y++) {
      picture.readRow(y, rows);
      for (const { type, index } of order) at = writeRow(view, at, rows[index] ?? new Float32Array(0), type);
    }
    const packed = deflate(predict(raw));
    blocks.push(packed.byteLength < raw.byteLength ? packed : raw);
  }
  return assemble(writeHeader(picture, order), blocks);
}

function bytesOf(type: ExrChannel['type']): number {
  return type === 'half' ? 2 : 4;
}

function writeRow(view: DataView, start: number, row: Float32Array, type: ExrChannel['type']): number {
  const bits = new Uint32Array(row.buffer, row.byteOffset, row.length);
  let at = start;
  for (let x = 0; x < row.length; x++, at += bytesOf(type)) {
    if (type === 'half') view.setUint16(at, toHalf(bits[x] ?? 0), true);
    else view.setUint32(at, bits[x] ?? 0, true);
  }
  return at;
}

/** Even bytes before odd ones, then each as its difference from the one before: what ZIP packs of a block. */
function predict(raw: Uint8Array): Uint8Array {
  const out = new Uint8Array(raw.byteLength);
  const half = (raw.byteLength + 1) >> 1;
  for (let i = 0; i < raw.byteLength; i++) out[(i & 1) * half + (i >> 1)] = raw[i] ?? 0;
  let before = out[0] ?? 0;
  for (let i = 1; i < out.byteLength; i++) {
    const here = out[i] ?? 0;
    out[i] = here - before + 128;
    before = here;
  }
  return out;
}

function writeHeader(
  { widthPx, heightPx, comments }: ExrPicture,
  channels: readonly ExrChannel[],
): Uint8Array {
  const bytes: number[] = [0x76, 0x2f, 0x31, 0x01, 2, 0, 0, 0];
  const int = (...values: number[]) => new Uint8Array(Int32Array.from(values).buffer);
  const float = (...values: number[]) => new Uint8Array(Float32Array.from(values).buffer);
  const text = (value: string) => Array.from(value, (letter) => letter.charCodeAt(0) & 0x7f);
  const attribute = (name: string, type: string, value: Iterable<number>) => {
    const list = [...value];
    bytes.push(...text(name), 0, ...text(type), 0, ...int(list.length), ...list);
  };
  const list = channels.flatMap(({ name, type }) => [
    ...text(name),
    0,
    // Linear light, sampled at every pixel.
    ...int(type === 'half' ? 1 : 2, 0, 1, 1),
  ]);
  const window = int(0, 0, widthPx - 1, heightPx - 1);
  attribute('channels', 'chlist', [...list, 0]);
  attribute('chromaticities', 'chromaticities', float(...REC_709));
  attribute('comments', 'string', text(comments));
  attribute('compression', 'compression', [ZIP]);
  attribute('dataWindow', 'box2i', window);
  attribute('displayWindow', 'box2i', window);
  attribute('lineOrder', 'lineOrder', [0]);
  attribute('pixelAspectRatio', 'float', float(1));
  attribute('screenWindowCenter', 'v2f', float(0, 0));
  attribute('screenWindowWidth', 'float', float(1));
  return Uint8Array.from([...bytes, 0]);
}

/** Header, where each block begins, and the blocks with their first row and size before them. */
function assemble(header: Uint8Array, blocks: readonly Uint8Array[]): Uint8Array {
  const start = header.byteLength + blocks.length * 8;
  const size = blocks.reduce((sum, block) => sum + 8 + block.byteLength, start);
  const out = new Uint8Array(size);
  const view = new DataView(out.buffer);
  out.set(header);
  let at = start;
  for (const [index, block] of blocks.entries()) {
    view.setBigUint64(header.byteLength + index * 8, BigInt(at), true);
    view.setInt32(at, index * ROWS_PER_BLOCK, true);
    view.setInt32(at + 4, block.byteLength, true);
    out.set(block, at + 8);
    at += 8 + block.byteLength;
  }
  return out;
}
