import { crc32, createDeflateRaw, deflateRawSync } from 'node:zlib';

/** An entry as the archive tells it, which need not be true. */
export interface ZipEntry {
  readonly name: string;
  /** Deflated bytes. */
  readonly data: Uint8Array;
  /** What the directory says it unpacks to. */
  readonly sizeBytes: number;
  /** What both say is the CRC-32 of it; 0 by default. */
  readonly sum?: number;
  /** Unix mode, such as 0o120777 of a link. */
  readonly mode?: number;
  readonly isEncrypted?: boolean;
  /** The name as the file has it, which then does not say that it is UTF-8. */
  readonly nameBytes?: Uint8Array;
  /** Another one than 8, which is Deflate. */
  readonly method?: number;
}

export function zipEntry(name: string, bytes: Uint8Array, changes: Partial<ZipEntry> = {}): ZipEntry {
  return { name, data: deflateRawSync(bytes), sizeBytes: bytes.byteLength, sum: crc32(bytes), ...changes };
}

/** Many zeros, deflated a piece at a time. */
export async function deflateZeros(sizeBytes: number): Promise<Uint8Array> {
  const deflate = createDeflateRaw({ level: 9 });
  const piece = Buffer.alloc(1024 ** 2);
  const chunks: Uint8Array[] = [];
  const reading = (async () => {
    for await (const chunk of deflate) chunks.push(chunk as Uint8Array);
  })();
  for (let left = sizeBytes; left > 0; left -= piece.length) {
    const more = deflate.write(piece.subarray(0, Math.min(left, piece.length)));
    if (!more) await new Promise((resolve) => deflate.once('drain', resolve));
  }
  deflate.end();
  await reading;
  return Buffer.concat(chunks);
}

/**
 * A ZIP of entries exactly as they are given: no name is mended, no size checked.
 *
 * @param isLong Its end is that of a ZIP64, however short it is, as programs write that do not know before how long it gets.
 */
export function writeZip(entries: readonly ZipEntry[], isLong = false): Uint8Array<ArrayBuffer> {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const name = Buffer.from(entry.nameBytes ?? new TextEncoder().encode(entry.name));
    const flags = (entry.nameBytes === undefined ? 0x0800 : 0) | (entry.isEncrypted === true ? 1 : 0);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(flags, 2);
    common.writeUInt16LE(entry.method ?? 8, 4);
    common.writeUInt32LE(entry.sum ?? 0, 10);
    common.writeUInt32LE(entry.data.byteLength, 14);
    common.writeUInt32LE(entry.sizeBytes, 18);
    common.writeUInt16LE(name.byteLength, 22);
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), common, name, entry.data]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(((entry.mode ?? 0o100644) << 16) >>> 0, 6);
    tail.writeUInt32LE(offset, 10);
    const madeBy = Buffer.from([20, 3]);
    directory.push(Buffer.from('PK\u0001\u0002', 'latin1'), madeBy, common, tail, name);
    files.push(local);
    offset += local.byteLength;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 0, 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(central.byteLength, 12);
  end.writeUInt32LE(offset, 16);
  if (!isLong) return new Uint8Array(Buffer.concat([...files, central, end]));
  const end64 = Buffer.alloc(56);
  end64.write('PK\u0006\u0006', 0, 'latin1');
  end64.writeBigUInt64LE(44n, 4);
  end64.writeBigUInt64LE(BigInt(entries.length), 24);
  end64.writeBigUInt64LE(BigInt(entries.length), 32);
  end64.writeBigUInt64LE(BigInt(central.byteLength), 40);
  end64.writeBigUInt64LE(BigInt(offset), 48);
  const locator = Buffer.alloc(20);
  locator.write('PK\u0006\u0007', 0, 'latin1');
  locator.writeBigUInt64LE(BigInt(offset + central.byteLength), 8);
  locator.writeUInt32LE(1, 16);
  end.fill(0xff, 8, 20);
  return new Uint8Array(Buffer.concat([...files, central, end64, locator, end]));
}
