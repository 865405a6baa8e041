import { crc32 } from 'hash-wasm';
import type { PictureFormat } from '../../../contract/files/channel-presets.ts';
import { colourProfile } from '../../../contract/files/colour-profile.ts';
import type { PictureTags } from '../../../contract/files/picture-colour.ts';
import { listChunks } from '../archive/png-chunks.ts';

type Bytes = Uint8Array<ArrayBuffer>;

const INCHES_PER_METRE = 1 / 0.0254;
/** What browsers write about colour and size by themselves, and would contradict ours. */
const OWN_CHUNKS = ['iCCP', 'sRGB', 'gAMA', 'cHRM', 'pHYs', 'cICP'];
const MARKER = { start: 0xd8, jfif: 0xe0, profile: 0xe2, scan: 0xda };

/** Writes colour profile and resolution into an encoded picture; its pixels stay as they are. */
export async function tagPicture(image: Blob, format: PictureFormat, tags: PictureTags): Promise<Blob> {
  const bytes = new Uint8Array(await image.arrayBuffer());
  const profile = colourProfile(tags.space);
  // A browser without WebP gives PNG in its place.
  if (image.type === 'image/png') return tagPng(bytes, profile, tags);
  if (format === 'jpeg') return tagJpeg(bytes, profile, tags);
  return tagWebp(bytes, profile);
}

async function tagPng(png: Bytes, profile: Bytes, { space, dpi }: PictureTags): Promise<Blob> {
  const chunks = [...listChunks(png)].filter(({ type }) => !OWN_CHUNKS.includes(type));
  const [header, ...rest] = chunks.map(({ start, end }) => png.subarray(start, end));
  const packed = new Blob([profile]).stream().pipeThrough(new CompressionStream('deflate'));
  const data = new Uint8Array(await new Response(packed).arrayBuffer());
  const tags = [await pngChunk('iCCP', [...letters(space), 0, 0, ...data])];
  if (dpi !== null) {
    const perMetre = Math.round(dpi * INCHES_PER_METRE);
    tags.push(await pngChunk('pHYs', [...big(perMetre), ...big(perMetre), 1]));
  }
  return new Blob([png.subarray(0, 8), header ?? new Uint8Array(0), ...tags, ...rest], { type: 'image/png' });
}

async function pngChunk(type: string, data: readonly number[]): Promise<Bytes> {
  const named = Uint8Array.from([...letters(type), ...data]);
  return Uint8Array.from([...big(data.length), ...named, ...big(Number.parseInt(await crc32(named), 16))]);
}

/** The application segments of colour and resolution go, ours come right behind the beginning (JFIF 1.02, ICC.1 B.4). */
function tagJpeg(jpeg: Bytes, profile: Bytes, { dpi }: PictureTags): Blob {
  const kept: Bytes[] = [];
  let at = 2;
  while (jpeg[at] === 0xff && jpeg[at + 1] !== MARKER.scan) {
    const marker = jpeg[at + 1] ?? 0;
    const end = at + 2 + ((jpeg[at + 2] ?? 0) << 8) + (jpeg[at + 3] ?? 0);
    if (marker !== MARKER.jfif && marker !== MARKER.profile) kept.push(jpeg.subarray(at, end));
    at = end;
  }
  const density = dpi === null ? [0, 0, 1, 0, 1] : [1, ...big(dpi).slice(2), ...big(dpi).slice(2)];
  const jfif = segment(MARKER.jfif, [...letters('JFIF'), 0, 1, 2, ...density, 0, 0]);
  const icc = segment(MARKER.profile, [...letters('ICC_PROFILE'), 0, 1, 1, ...profile]);
  const start = Uint8Array.from([0xff, MARKER.start]);
  return new Blob([start, jfif, icc, ...kept, jpeg.subarray(at)], { type: 'image/jpeg' });
}

function segment(marker: number, data: readonly number[]): Bytes {
  return Uint8Array.from([0xff, marker, ...big(data.length + 2).slice(2), ...data]);
}

/** The extended form has room for a profile, before the picture (RFC 9649, 2.7). */
function tagWebp(webp: Bytes, profile: Bytes): Blob {
  const view = new DataView(webp.buffer, webp.byteOffset, webp.byteLength);
  const chunks: { type: string; bytes: Bytes }[] = [];
  for (let at = 12; at + 8 <= webp.byteLength; ) {
    const size = view.getUint32(at + 4, true);
    const end = at + 8 + size + (size & 1);
    const type = String.fromCharCode(...webp.subarray(at, at + 4));
    if (type !== 'ICCP') chunks.push({ type, bytes: webp.subarray(at, end) });
    at = end;
  }
  const extended = chunks.find(({ type }) => type === 'VP8X')?.bytes.slice() ?? extendWebp(chunks);
  extended[8] = (extended[8] ?? 0) | 0x20;
  const padded = profile.byteLength & 1 ? [0] : [];
  const icc = Uint8Array.from([...letters('ICCP'), ...little(profile.byteLength), ...profile, ...padded]);
  const body = [extended, icc, ...chunks.filter(({ type }) => type !== 'VP8X').map(({ bytes }) => bytes)];
  const size = body.reduce((sum, { byteLength }) => sum + byteLength, 4);
  const head = Uint8Array.from([...letters('RIFF'), ...little(size), ...letters('WEBP')]);
  return new Blob([head, ...body], { type: 'image/webp' });
}

/** Size and transparency of a plain WebP, as the extended form begins with them. */
function extendWebp(chunks: readonly { readonly type: string; readonly bytes: Bytes }[]): Bytes {
  const lossless = chunks.find(({ type }) => type === 'VP8L')?.bytes;
  const lossy = chunks.find(({ type }) => type === 'VP8 ')?.bytes;
  const picture = lossless ?? lossy ?? new Uint8Array(18);
  const view = new DataView(picture.buffer, picture.byteOffset, picture.byteLength);
  let [width, height, flags] = [0, 0, 0];
  if (lossless === undefined) {
    width = view.getUint16(14, true) & 0x3fff;
    height = view.getUint16(16, true) & 0x3fff;
  } else {
    const bits = view.getUint32(9, true);
    width = (bits & 0x3fff) + 1;
    height = ((bits >> 14) & 0x3fff) + 1;
    flags = bits & 0x10000000 ? 0x10 : 0;
  }
  const size = [width, height].flatMap((length) => little(length - 1).slice(0, 3));
  return Uint8Array.from([...letters('VP8X'), ...little(10), flags, 0, 0, 0, ...size]);
}

function letters(text: string): number[] {
  return Array.from(text, (letter) => letter.charCodeAt(0));
}

function big(value: number): number[] {
  return [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255];
}

function little(value: number): number[] {
  return big(value).reverse();
}
