/** Red, green, blue and alpha of one block of 4 x 4 pixels, 0 to 255. */
export type BlockColour = readonly [number, number, number, number];

interface Ktx2Options {
  /** Wrapped in Zstandard, as most writers do. */
  readonly isZstd?: boolean;
  /** Says so in the header, whatever is stored. */
  readonly claimedSize?: readonly [number, number];
}

/** Mode 8 of UASTC, one colour for the block: 5 bits of mode, then 8 bits each of red, green, blue and alpha. */
const SOLID_MODE = 0b10111n;

/**
 * A KTX2 file of UASTC blocks that each have one colour.
 *
 * @param levels Blocks of every size, the largest first, row by row.
 */
export function makeKtx2(
  widthPx: number,
  heightPx: number,
  levels: readonly (readonly BlockColour[])[],
  { isZstd = false, claimedSize = [widthPx, heightPx] }: Ktx2Options = {},
): Uint8Array {
  const raw = levels.map((blocks) => Buffer.concat(blocks.map(packBlock)));
  const stored = raw.map((level) => (isZstd ? wrapZstd(level) : level));
  const descriptor = describeUastc(isZstd);
  const indexEnd = 80 + levels.length * 24;
  const head = Buffer.alloc(indexEnd + descriptor.length);
  Buffer.from([0xab, 0x4b, 0x54, 0x58, 0x20, 0x32, 0x30, 0xbb, 0x0d, 0x0a, 0x1a, 0x0a]).copy(head);
  const words = [0, 1, ...claimedSize, 0, 0, 1, levels.length, isZstd ? 2 : 0, indexEnd, descriptor.length];
  for (const [index, word] of words.entries()) head.writeUInt32LE(word, 12 + index * 4);
  descriptor.copy(head, indexEnd);
  // The smallest size stands first, each at a multiple of 16.
  const parts: Buffer[] = [head];
  let at = head.length;
  for (let level = levels.length - 1; level >= 0; level--) {
    const bytes = stored[level] ?? Buffer.alloc(0);
    const padding = Buffer.alloc((16 - (at % 16)) % 16);
    parts.push(padding, bytes);
    at += padding.length;
    const entry = [at, bytes.length, raw[level]?.length ?? 0];
    for (const [index, value] of entry.entries()) {
      head.writeBigUInt64LE(BigInt(value), 80 + level * 24 + index * 8);
    }
    at += bytes.length;
  }
  return new Uint8Array(Buffer.concat(parts));
}

function packBlock([red, green, blue, alpha]: BlockColour): Buffer {
  const colour = BigInt(red) | (BigInt(green) << 8n) | (BigInt(blue) << 16n) | (BigInt(alpha) << 24n);
  const block = Buffer.alloc(16);
  block.writeBigUInt64LE(SOLID_MODE | (colour << 5n));
  return block;
}

/** One frame of Zstandard around one block that is stored as it is. */
function wrapZstd(bytes: Buffer): Buffer {
  const head = Buffer.alloc(12);
  head.writeUInt32LE(0xfd2fb528, 0);
  // A single segment, its length in 4 bytes.
  head[4] = 0b1010_0000;
  head.writeUInt32LE(bytes.length, 5);
  // The last block, raw.
  head.writeUIntLE((bytes.length << 3) | 1, 9, 3);
  return Buffer.concat([head, bytes]);
}

/** Khronos data format descriptor: UASTC, BT.709, linear, one sample of 128 bits with red, green, blue and alpha. */
function describeUastc(isZstd: boolean): Buffer {
  const descriptor = Buffer.alloc(44);
  descriptor.writeUInt32LE(44, 0);
  descriptor.writeUInt32LE(2 | (40 << 16), 8);
  descriptor.set([166, 1, 1, 0, 3, 3, 0, 0, isZstd ? 0 : 16], 12);
  descriptor.set([0, 0, 127, 3], 28);
  descriptor.writeUInt32LE(0xffffffff, 40);
  return descriptor;
}
