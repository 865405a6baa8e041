import { zlibSync } from 'three/addons/libs/fflate.module.js';

/** A colour at each pixel of a picture of surroundings; row 0 is the top. */
export type Panorama = (x: number, y: number) => readonly [number, number, number];

/** Flat RGBE pixels behind a header, as Radiance writes them. */
export function makeHdr(
  widthPx: number,
  heightPx: number,
  colour: Panorama,
  { isFlat = true, header = 'FORMAT=32-bit_rle_rgbe\n', size = `-Y ${heightPx} +X ${widthPx}` } = {},
): Uint8Array<ArrayBuffer> {
  const bytes = [...new TextEncoder().encode(`#?RADIANCE\n# made by a test\n${header}\n${size}\n`)];
  for (let y = 0; y < heightPx; y++) {
    const line = Array.from({ length: widthPx }, (_, x) => toRgbe(colour(x, y)));
    if (isFlat) bytes.push(...line.flat());
    else {
      bytes.push(2, 2, widthPx >> 8, widthPx & 255);
      for (let k = 0; k < 4; k++)
        pushRuns(
          bytes,
          line.map((pixel) => pixel[k] ?? 0),
        );
    }
  }
  return Uint8Array.from(bytes);
}

function pushRuns(bytes: number[], values: readonly number[]): void {
  for (let at = 0; at < values.length; ) {
    let count = 1;
    while (count < 127 && values[at + count] === values[at]) count++;
    if (at + count > values.length) count = values.length - at;
    if (count > 1) bytes.push(128 + count, values[at] ?? 0);
    else bytes.push(1, values[at] ?? 0);
    at += count;
  }
}

function toRgbe([r, g, b]: readonly [number, number, number]): number[] {
  const most = Math.max(r, g, b);
  if (most < 1e-32) return [0, 0, 0, 0];
  const exponent = Math.ceil(Math.log2(most) + 1e-9);
  const scale = 256 / 2 ** exponent;
  return [...[r, g, b].map((value) => Math.min(255, Math.floor(value * scale))), exponent + 128];
}

/** Scan lines of floats in channels B, G, R, uncompressed or by ZIP, one block for each 1 or 16 lines. */
export function makeExr(
  widthPx: number,
  heightPx: number,
  colour: Panorama,
  compression: 'none' | 'zip' = 'none',
  change: {
    readonly window?: readonly [number, number, number, number];
    /** Of the whole picture, where its pixels are not all of it. */
    readonly frame?: readonly [number, number, number, number];
    /** What channels B, G, R and Z say that they are; the first three are floats (2) whatever they say. */
    readonly kinds?: readonly (0 | 1 | 2)[];
    readonly flags?: number;
  } = {},
): Uint8Array<ArrayBuffer> {
  const out: number[] = [];
  const int = (value: number) => out.push(...new Uint8Array(Int32Array.of(value).buffer));
  const text = (value: string) => out.push(...new TextEncoder().encode(value), 0);
  const attribute = (name: string, type: string, body: readonly number[]) => {
    text(name);
    text(type);
    int(body.length);
    out.push(...body);
  };
  const ints = (...values: number[]) => [...new Uint8Array(Int32Array.from(values).buffer)];
  const floats = (...values: number[]) => [...new Uint8Array(Float32Array.from(values).buffer)];
  const window = ints(...(change.window ?? [0, 0, widthPx - 1, heightPx - 1]));
  int(20_000_630);
  int(2 | (change.flags ?? 0));
  const { kinds = [2, 2, 2] } = change;
  const channels = ['B', 'G', 'R', 'Z']
    .slice(0, kinds.length)
    .flatMap((name, at) => [name.charCodeAt(0), 0, ...ints(kinds[at] ?? 2), 0, 0, 0, 0, ...ints(1, 1)]);
  attribute('channels', 'chlist', [...channels, 0]);
  attribute('compression', 'compression', [compression === 'zip' ? 3 : 0]);
  attribute('dataWindow', 'box2i', window);
  attribute('displayWindow', 'box2i', change.frame === undefined ? window : ints(...change.frame));
  attribute('lineOrder', 'lineOrder', [0]);
  attribute('pixelAspectRatio', 'float', floats(1));
  attribute('screenWindowCenter', 'v2f', floats(0, 0));
  attribute('screenWindowWidth', 'float', floats(1));
  out.push(0);
  const lines = compression === 'zip' ? 16 : 1;
  const blocks: [number, Uint8Array][] = [];
  for (let y = 0; y < heightPx; y += lines) {
    const rows = Math.min(lines, heightPx - y);
    const values: number[] = [];
    for (let row = y; row < y + rows; row++)
      for (const k of [2, 1, 0]) for (let x = 0; x < widthPx; x++) values.push(colour(x, row)[k] ?? 0);
    const raw = new Uint8Array(Float32Array.from(values).buffer);
    blocks.push([y, compression === 'zip' ? zip(raw) : raw]);
  }
  let at = out.length + 8 * blocks.length;
  for (const [, block] of blocks) {
    int(at);
    int(0);
    at += 8 + block.length;
  }
  for (const [y, block] of blocks) {
    int(y);
    int(block.length);
    for (const byte of block) out.push(byte);
  }
  return Uint8Array.from(out);
}

/** Every other byte first, then differences (OpenEXR, ImfZip). */
function zip(raw: Uint8Array): Uint8Array {
  const half = Math.ceil(raw.length / 2);
  const apart = raw.map((_, at) => raw[at < half ? 2 * at : 2 * (at - half) + 1] ?? 0);
  const deltas = apart.map((value, at) => (at === 0 ? value : (value - (apart[at - 1] ?? 0) + 384) & 255));
  const packed = zlibSync(deltas);
  return packed.length < raw.length ? packed : raw;
}
