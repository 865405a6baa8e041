import { inflateSync } from 'node:zlib';

/** What an EXR of one part says of itself, and its channels as floats. */
export interface ReadExr {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly attributes: ReadonlyMap<string, { readonly type: string; readonly value: Buffer }>;
  readonly channels: ReadonlyMap<string, Float32Array>;
}

/** Reads scan-line OpenEXR with ZIP compression, by the file layout's own description and nothing of the writer's. */
export function readExr(bytes: Uint8Array): ReadExr {
  const file = Buffer.from(bytes);
  if (file.readUInt32LE(0) !== 20_000_630 || file.readUInt32LE(4) !== 2) throw new Error('no plain EXR');
  let at = 8;
  const word = () => {
    const end = file.indexOf(0, at);
    const text = file.toString('latin1', at, end);
    at = end + 1;
    return text;
  };
  const attributes = new Map<string, { type: string; value: Buffer }>();
  for (let name = word(); name !== ''; name = word()) {
    const type = word();
    const size = file.readInt32LE(at);
    attributes.set(name, { type, value: file.subarray(at + 4, at + 4 + size) });
    at += 4 + size;
  }
  const window = attributes.get('dataWindow')!.value;
  const widthPx = window.readInt32LE(8) + 1;
  const heightPx = window.readInt32LE(12) + 1;
  const names = listChannels(attributes.get('channels')!.value);
  const channels = new Map(names.map(({ name }) => [name, new Float32Array(widthPx * heightPx)]));
  const rowBytes = names.reduce((sum, { isHalf }) => sum + widthPx * (isHalf ? 2 : 4), 0);
  for (let block = 0; block < Math.ceil(heightPx / 16); block++) {
    const start = Number(file.readBigUInt64LE(at + block * 8));
    const top = file.readInt32LE(start);
    const rows = Math.min(16, heightPx - top);
    const size = file.readInt32LE(start + 4);
    const packed = file.subarray(start + 8, start + 8 + size);
    const raw = size === rowBytes * rows ? packed : undo(inflateSync(packed));
    let from = 0;
    for (let y = top; y < top + rows; y++) {
      for (const { name, isHalf } of names) {
        const values = channels.get(name)!;
        for (let x = 0; x < widthPx; x++, from += isHalf ? 2 : 4) {
          values[y * widthPx + x] = isHalf ? fromHalf(raw.readUInt16LE(from)) : raw.readFloatLE(from);
        }
      }
    }
  }
  return { widthPx, heightPx, attributes, channels };
}

function listChannels(list: Buffer): { name: string; isHalf: boolean }[] {
  const found: { name: string; isHalf: boolean }[] = [];
  for (let at = 0; list[at] !== 0; ) {
    const end = list.indexOf(0, at);
    found.push({ name: list.toString('latin1', at, end), isHalf: list.readInt32LE(end + 1) === 1 });
    at = end + 17;
  }
  return found;
}

/** Differences back to bytes, and both halves back into one row of pairs. */
function undo(packed: Buffer): Buffer {
  for (let i = 1; i < packed.length; i++) packed[i] = packed[i]! + packed[i - 1]! - 128;
  const out = Buffer.alloc(packed.length);
  const half = (packed.length + 1) >> 1;
  for (let i = 0; i < packed.length; i++) out[i] = packed[(i & 1) * half + (i >> 1)]!;
  return out;
}

function fromHalf(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 31) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}
