/** What the first bytes of a file say it is; null for nothing we know. */
export function sniffImage(bytes: Uint8Array): string | null {
  const latin = new TextDecoder('latin1').decode(bytes.subarray(0, 1_024));
  if (latin.startsWith('\u00ff\u00d8\u00ff')) return 'jpeg';
  if (latin.startsWith('\u0089PNG\r\n\u001a\n')) return 'png';
  if (/^RIFF....WEBP/s.test(latin)) return 'webp';
  if (/^\s*(?:\u00ef\u00bb\u00bf)?\s*<(?:svg|\?xml|!doctype svg|!--)/i.test(latin)) return 'svg';
  // All that the container says of itself; HEIC and AVIF have the same boxes.
  if (latin.slice(4, 8) === 'ftyp')
    return /^(?:.{4})*?avi[fs]/s.test(latin.slice(8, bytes[3])) ? 'avif' : 'heic';
  return OTHERS.find(([start]) => latin.startsWith(start))?.[1] ?? null;
}

const OTHERS = [
  ['GIF8', 'gif'],
  ['BM', 'bmp'],
  ['II*\0', 'tiff'],
  ['MM\0*', 'tiff'],
  ['%PDF', 'pdf'],
  ['8BPS', 'psd'],
  ['#?', 'hdr'],
  ['\u0076\u002f\u0031\u0001', 'exr'],
  ['\u00abKTX', 'ktx2'],
  ['DDS ', 'dds'],
] as const;
